"""What the rules replace, and when they leave the decision to a person."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.place import carry_out, carry_out_first
from backend.placement.rules import decide
from tests.placement.rules.paper import PAPER, PLAIN


@pytest.mark.parametrize(
    ("message", "gone"),
    [
        ("Replace the paragraph about drilling with this.", "Drilling took two days a week."),
        ("Use this instead of the second paragraph of the Introduction.", "Frazil forms in turbulent water."),
        ("Out with “Frazil forms in turbulent…”, in with this.", "Frazil forms in turbulent water."),
        ("This is the new Discussion, discard the old one.", "The ice thinned. Warm springs explain it."),
        ("Rewrite the Discussion section with this.", "The ice thinned. Warm springs explain it."),
    ],
)
def test_what_is_named_is_replaced_and_nothing_else(message, gone):
    decision = decide(PAPER, PLAIN, [message])
    assert decision.sure and decision.placement.operation == "replace"
    assert carry_out(PAPER, PLAIN, decision.placement).text == PAPER.text.replace(gone, PLAIN)


@pytest.mark.parametrize("rejection", ["Forget the Introduction, {}.", "The Introduction is bad. Use this; {}."])
@pytest.mark.parametrize(
    "place",
    [
        "put it into the Discussion", "put it under Discussion", "put it at the end of the Discussion",
        "start the Discussion with it", "the right place for this is the Discussion",
    ],
)  # fmt: skip
def test_a_rejected_section_stays_if_the_text_should_go_elsewhere(rejection, place):
    decision = decide(PAPER, PLAIN, [rejection.format(place)])
    assert decision.sure and decision.placement.operation == "append_to_section"
    assert decision.placement.anchor.excerpt == "## Discussion"


@pytest.mark.parametrize(
    "message",
    [
        "Replace 'forms' by 'appears'.", "Swap the two sentences.", "Change the second sentence.",
        "Rewrite it shorter.", "Update the numbers, please.", "I changed my mind about the tone.",
        "Delete the last word.",
    ],
)  # fmt: skip
def test_edits_of_the_draft_destroy_nothing(message):
    decision = decide(PAPER, PLAIN, ["Write about frazil.", message])
    assert decision.placement.operation != "replace" or not decision.sure


def test_a_vague_replacement_is_asked_about():
    decision = decide(PAPER, PLAIN, ["Replace the paragraph about water and winter and weeks."])
    assert not decision.sure and len(decision.candidates) > 1


SMALL = read(
    "# Title\n\nOpening words.\n\n## Methods\n\nWe measured.\n\nThe sensors were calibrated twice a day.\n\n"
    "## Results\n\nIt was warm.\n"
)
FIRST = "Add a paragraph on wind to the Methods section."


def spot(*messages, content="New text."):
    decision = decide(SMALL, content, messages)
    chosen = decision.placement
    return chosen.operation, chosen.anchor.block if chosen.anchor else None, chosen.place, decision.sure


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Replace the paragraph “We measured.” in Methods with this.", ("replace", 3, "block", True)),
        ("Replace the second paragraph of Methods.", ("replace", 4, "block", True)),
        ("Replace the paragraph in Results.", ("replace", 6, "block", True)),
        ("Replace Methods.", ("replace", 2, "section body", True)),
    ],
)
def test_what_is_clearly_meant_is_replaced(message, expected):
    assert spot(message) == expected


@pytest.mark.parametrize(
    "message",
    [
        "Replace the paragraph on wombats in Methods.",
        "Replace the table in Results.",
        "Replace that paragraph.",
        "Swap out the intro.",
    ],
)
def test_a_person_is_asked_where_nothing_of_that_description_is_there(message):
    operation, _, place, sure = spot(message)
    assert (operation, place, sure) == ("replace", "block", False)


@pytest.mark.parametrize(
    "message",
    [
        "Redo it please, I don't like the style.",
        "Please rewrite this content.",
        "Replace the second sentence.",
        "Shorter!",
    ],
)
def test_edits_of_the_draft_leave_the_place_as_it_was(message):
    assert spot(FIRST, message) == ("append_to_section", 2, "end", True)


def test_a_correction_overrules_what_was_clearer():
    assert spot(FIRST, "No, before the calibration paragraph.") == ("insert_before", 4, "block", True)


def test_the_section_on_something_may_be_one_of_that_title():
    assert spot("Put it before the section on results.") == ("insert_before", 5, "block", True)


def test_the_end_of_a_section_is_in_the_section():
    assert spot("Add it to the end of the Methods section.") == ("append_to_section", 2, "end", True)


def test_this_paragraph_is_the_new_one():
    paper = read("# Introduction\n\nIce.\n\nSnow.\n\n# Results\n\nThick.\n")
    decision = decide(paper, "New.", ["Use this paragraph in place of the Introduction section."])
    assert decision.sure
    assert carry_out(paper, "New.", decision.placement).text == "# Introduction\n\nNew.\n\n# Results\n\nThick.\n"


def test_of_texts_that_may_be_meant_the_likest_comes_first_and_a_person_is_asked():
    paper = read(
        "# Ice\n\n## Spring\n\nThe ferry waits for thaw and the crew paints its hull.\n\n"
        "## Autumn\n\nThe ferry waits for frost while skaters count the days.\n"
    )
    for content, section in (
        ("While skaters count the days and hours, a vessel waits for frost.", "Autumn"),
        ("The crew paints its hull in red while a vessel waits for thaw.", "Spring"),
    ):
        decision = decide(paper, content, ["Replace the paragraph about the ferry with this."])
        assert not decision.sure
        assert decision.placement.section == ("Ice", section)


REPLACED = read(
    "# P\n\n## Methods\n\nOwn text.\n\n### Sampling\n\nCores.\n\n### Analysis\n\nModels.\n\n## Results\n\nIce.\n"
)


@pytest.mark.parametrize(
    ("content", "between"),
    [
        ("New text.", "## Methods\n\nNew text.\n\n### Sampling\n\nCores.\n\n### Analysis\n\nModels."),
        ("## Methods\n\nNew text.", "## Methods\n\nNew text.\n\n### Sampling\n\nCores.\n\n### Analysis\n\nModels."),
        ("## How\n\nNew text.", "## How\n\nNew text.\n\n### Sampling\n\nCores.\n\n### Analysis\n\nModels."),
        ("### Methods\n\nNew text.", "## Methods\n\nNew text.\n\n### Sampling\n\nCores.\n\n### Analysis\n\nModels."),
        ("# Methods\n\nNew text.", "## Methods\n\nNew text.\n\n### Sampling\n\nCores.\n\n### Analysis\n\nModels."),
        ("## Methods\n\nNew text.\n\n### Design\n\nArms.", "## Methods\n\nNew text.\n\n### Design\n\nArms."),
        ("New text.\n\n### Design\n\nArms.", "## Methods\n\nNew text.\n\n### Design\n\nArms."),
        ("### Design\n\nArms.", "## Methods\n\n### Design\n\nArms."),
    ],
)
def test_a_section_that_is_replaced_keeps_its_subsections_unless_the_draft_brings_its_own(content, between):
    decision = decide(REPLACED, content, ["Replace the Methods section with this."])
    assert decision.sure
    text = carry_out_first(REPLACED, content, decision.candidates).text
    assert text == f"# P\n\n{between}\n\n## Results\n\nIce.\n"


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("Replace Tides with “…”", True),
        ("Replace Tides and all its subsections with “…”", False),
        ("Replace Tides with “…” but keep all subsections", True),
        ("Replace Tides with “…” and leave its subsections alone", True),
        ("Ersetze Tides mit allen Unterabschnitten durch „…“", False),
    ],
)
def test_subsections_go_only_where_the_message_says_so(message: str, kept: bool) -> None:
    document = read("# Waves\n\nHigh.\n\n# Tides\n\nLow.\n\n## Moon\n\nFull.\n\n# Winds\n\nWest.\n")
    decision = decide(document, "Nothing more.", [message])
    after = carry_out(document, "Nothing more.", decision.placement).text
    assert ("## Moon" in after) == kept and after.count("# Tides") == 1


TWICE = read("# A\n\n## Sites\n\nOne.\n\nTwo.\n\n# B\n\n## Sites\n\nThree.\n\nFour.\n\n# Findings\n\nFive.\n")


@pytest.mark.parametrize(
    "message",
    [
        "Please shorten the first paragraph of Sites.",
        "Riscrivi il primo paragrafo di «Sites» in modo più breve.",
        "In “Sites”, make the first paragraph clearer.",
    ],
)
def test_a_paragraph_of_sections_with_one_name_is_asked_about(message):
    found = decide(TWICE, "Something shorter.", [message], "of what is named")
    assert not found.sure
    replaced = {each.anchor.block for each in found.candidates if each.operation == "replace" and each.anchor}
    assert {2, 6} <= replaced


@pytest.mark.parametrize(
    "message",
    [
        "Translate the eighth paragraph of Findings into French.",
        "Please add a few sentences to the Beekeeping results section.",
        "Add a few sentences to Beekeeping results.",
        "A paragraph for the section “Sites”, please.",
    ],
)
def test_a_part_that_is_not_there_is_no_sure_place(message):
    assert not decide(TWICE, "Un paragraphe.", [message], "of what is named").sure


@pytest.mark.parametrize(
    "message", ["Add a few sentences to our results section.", "Add a paragraph to Findings, please."]
)
def test_a_part_that_is_there_is_one(message):
    assert decide(TWICE, "A paragraph.", [message]).sure


@pytest.mark.parametrize(
    ("message", "sure"),
    [
        ("Replace the first paragraph of Beekeeping protocol by a tighter version.", False),
        ("Ersetze den Absatz über Imkerei und Protokoll durch diesen.", False),
        ("Replace the paragraph on updating the protocol with Matlab by a shorter one.", True),
    ],
)
def test_a_paragraph_described_by_what_is_not_there_is_not_replaced_unasked(message: str, sure: bool) -> None:
    text = "# Ice\n\n## Methods\n\nWe walked.\n\n## Surveys\n\nWe are updating the protocol in Matlab.\n\nWe looked.\n"
    found = decide(read(text), "A tighter version.", [message])
    assert (found.placement.operation == "replace" and found.sure) is sure


def test_a_paragraph_with_new_text_in_it_replaces_the_old_one_and_says_that_nothing_is_lost():
    content = "Frazil forms in turbulent water. It floats up at night."
    decision = decide(PAPER, content, ["Add a sentence at the end of the second paragraph of the Introduction."])
    assert decision.sure and decision.placement.reason.startswith("The content keeps every word of the text")
    old = "Frazil forms in turbulent water."
    assert carry_out(PAPER, content, decision.placement).text == PAPER.text.replace(old, content)


def test_a_replacement_that_is_not_carried_out_says_that_the_draft_is_much_shorter():
    long = read(PAPER.text.replace("Warm springs explain it.", "Warm springs explain it. " * 8))
    decision = decide(long, "The ice thinned.", ["Use the past tense in the Discussion."], "of what is named")
    assert not decision.sure and decision.placement.operation == "replace"
    assert "much shorter" in decision.placement.reason


@pytest.mark.parametrize(
    ("message", "heading"),
    [("Rewrite the conclusion.", "Abstract"), ("Replace the conclusion with “…”.", "Discussion")],
)
def test_no_section_is_replaced_for_one_that_the_document_does_not_have(message: str, heading: str) -> None:
    document = read(f"# Paper\n\n## {heading}\n\nWe dug.\n\n## Methods\n\nWe waited.\n")
    assert not decide(document, "Roots are rare.", [message]).sure


@pytest.mark.parametrize(
    ("message", "sure"),
    [
        ("Overwrite samples completely with this text.", False),
        ("Replace the section on tilted samples with this.", True),
    ],
)
def test_a_word_of_several_titles_names_none_of_them_surely(message, sure):
    paper = read(
        "# Methods\n\n## Sample thickness\n\nWe cut thin slices.\n\n## Check with tilted samples\n\nWe tilted them.\n"
    )
    assert decide(paper, "The slices were cut by hand.", [message]).sure is sure


def test_a_title_with_a_chinese_number_is_the_section_whatever_its_words_resemble():
    paper = read(
        "# 健康\n\n## 一、食物多样，合理搭配\n\n谷类为主。\n\n食物多样，做好搭配，突出重要性。\n\n"
        "## 二、吃动平衡\n\n运动。\n"
    )
    order = "swap out the entire 一、食物多样，合理搭配 section for this"
    decision = decide(paper, "## 一、食物多样，合理搭配\n\n谷类和豆类。", [order])
    assert (decision.placement.operation, decision.placement.anchor.block) == ("replace", 1)
    assert decision.placement.place in ("section", "section body", "whole section")


@pytest.mark.parametrize("heading", ["## 6 Outlook", "## VI. Outlook", "## F. Outlook"])
def test_a_section_keeps_the_number_that_the_content_leaves_out(heading):
    paper = read(f"# T\n\n## 5 Results\n\nIt rained.\n\n{heading}\n\nIt may rain.\n")
    content = "## Outlook\n\nIt will rain.\n\nIt may also snow."
    decision = decide(paper, content, ["Rewrite the outlook in two paragraphs"], "of what is named")
    assert decision.sure and carry_out(paper, content, decision.placement).text == paper.text.replace(
        "It may rain.", "It will rain.\n\nIt may also snow."
    )
