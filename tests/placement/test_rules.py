"""Where the rules put content: requests as people make them, in one small paper."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.place import carry_out, carry_out_first
from backend.placement.rules import clearly_names_place, decide

PAPER = read(
    """---
title: Ice
---

# Ice in rivers

## Introduction

Rivers freeze in winter.

Frazil forms in turbulent water.

## Methods

### Sampling

We drilled cores every week.

- Auger
- Thermometer

### Statistical analysis

Mixed models were fitted.

| Station | Depth |
|---------|-------|
| A       | 1.2   |

Table: Depth of the stations.

## Results

### Sampling

Cores were complete.

Drilling took two days a week.

## Discussion

The ice thinned. Warm springs explain it.

## References

[a]: https://example.org/a
"""
)
PLAIN = "Something quite new stands here."
SECTION = "## Limitations\n\nFew rivers were seen."


def before(content, *messages):
    """The line that comes right before the content once it is placed."""
    text = carry_out_first(PAPER, content, decide(PAPER, content, messages).candidates).text
    lines = [line for line in text[: text.index(content)].split("\n") if line]
    return lines[-1]


@pytest.mark.parametrize(
    ("messages", "line"),
    [
        (["Put this at the end of the Introduction."], "Frazil forms in turbulent water."),
        (["add to intro please"], "Frazil forms in turbulent water."),
        (["It belongs in Backgrond, I mean the Introducton."], "Frazil forms in turbulent water."),
        (["Open the Introduction with this."], "## Introduction"),
        (["This goes to the interpretation of the results."], "The ice thinned. Warm springs explain it."),
        (["Füge das am Ende des Abschnitts Diskussion ein."], "The ice thinned. Warm springs explain it."),
        (["Ajoute ceci à la section « Discussion »."], "The ice thinned. Warm springs explain it."),
        (["请把这段放到“Discussion”一节的末尾。"], "The ice thinned. Warm springs explain it."),
        (["「Discussion」の最後に追加してください。"], "The ice thinned. Warm springs explain it."),
        (["Добавь это в раздел «Discussion»."], "The ice thinned. Warm springs explain it."),
        (["Insert it after the paragraph on frazil."], "Frazil forms in turbulent water."),
        (["The paragraph about drilling should be preceded by this."], "Cores were complete."),
        (["right before the paragraph that starts with “Frazil forms in turbulent”"], "Rivers freeze in winter."),
        (["after the first paragraph of the Introduction"], "Rivers freeze in winter."),
        (["Place it below the table in Statistical analysis."], "Table: Depth of the stations."),
        (["Put it above the table in Statistical analysis."], "Mixed models were fitted."),
        (["after the list in the methods"], "- Thermometer"),
        (["Add it to Sampling under Results."], "Drilling took two days a week."),
        (["Not any other Sampling: the one in Methods."], "- Thermometer"),
        (["Put it in the Introduction.", "Shorter please.", "ok"], "Frazil forms in turbulent water."),
        (["Add it to the Introduction.", "Actually no, the Discussion."], "The ice thinned. Warm springs explain it."),
        (["After the paragraph on frazil.", "Sorry, before it."], "Rivers freeze in winter."),
        (["As in the Introduction, but put it into the Discussion."], "The ice thinned. Warm springs explain it."),
        (["Add it to the Discussion, not to the Introduction."], "The ice thinned. Warm springs explain it."),
        (["At the very beginning of the document."], "# Ice in rivers"),
    ],
)  # fmt: skip
def test_a_paragraph_goes_where_it_was_asked_for(messages, line):
    assert before(PLAIN, *messages) == line


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("As a new section between Results and Discussion.", "Drilling took two days a week."),
        ("new section after the findings", "Drilling took two days a week."),
        ("This section precedes the References.", "The ice thinned. Warm springs explain it."),
        ("Discussion should be followed by this section.", "The ice thinned. Warm springs explain it."),
        ("Make it the last section of the paper.", "[a]: https://example.org/a"),
        ("Put a new section last.", "[a]: https://example.org/a"),
        ("the first section, please", "# Ice in rivers"),
        ("Methods, then this, then Results.", "Table: Depth of the stations."),
    ],
)
def test_a_section_goes_between_sections(message, line):
    assert before(SECTION, message) == line


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("As a subsection of Methods.", "Table: Depth of the stations."),
        ("the first subsection of Methods", "## Methods"),
        ("In Methods, right after the Sampling subsection.", "- Thermometer"),
    ],
)
def test_a_subsection_goes_under_its_parent(message, line):
    assert before("### Weather\n\nIt was cold.", message) == line


def test_a_heading_is_made_where_a_title_is_given():
    for message in (
        "Make it a section titled “Outlook” between Discussion and References.",
        "New section called Outlook, after the Discussion and before the References.",
    ):
        placed = carry_out_first(PAPER, PLAIN, decide(PAPER, PLAIN, [message]).candidates)
        assert "## Outlook\n\n" + PLAIN + "\n\n## References" in placed.text


def test_items_and_rows_go_inside_tightly():
    item = carry_out_first(
        PAPER, "- Camera", decide(PAPER, "- Camera", ["one more bullet for the list in Methods"]).candidates
    )
    assert "- Thermometer\n- Camera\n\n" in item.text
    row = "| B       | 2.0   |"
    table = carry_out_first(PAPER, row, decide(PAPER, row, ["another row for the table"]).candidates)
    assert "| A       | 1.2   |\n" + row + "\n\nTable:" in table.text


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


def test_content_with_a_heading_of_its_own():
    again = "## Discussion\n\nAnother reading of it."
    text = carry_out_first(PAPER, again, decide(PAPER, again, ["Add this to the Discussion."]).candidates).text
    assert text.count("## Discussion") == 1 and "Another reading of it.\n\n## References" in text
    new = "## Discussion\n\nThe whole anew."
    decision = decide(PAPER, new, ["Replace the Discussion."])
    assert carry_out(PAPER, new, decision.placement).text == PAPER.text.replace(
        "## Discussion\n\nThe ice thinned. Warm springs explain it.", new
    )


def test_no_place_at_all_goes_by_topic_and_usual_order():
    frazil = "Frazil also forms in turbulent water below falls, and rivers freeze there in winter."
    assert before(frazil, "Write about frazil.", "ok") in (
        "Rivers freeze in winter.",
        "Frazil forms in turbulent water.",
    )
    assert before("## Conclusion\n\nIce is thin.", "Now the conclusion.") == "The ice thinned. Warm springs explain it."
    assert before("## Abstract\n\nIce.", "Please write the abstract.") == "# Ice in rivers"


@pytest.mark.parametrize("text", ["", "\n\n", "---\ntitle: x\n---\n", "<!-- plan -->\n", "# A title", "# A title\n\n"])
@pytest.mark.parametrize("message", ["add it", "Start the paper with this.", "Write the introduction.", ""])
def test_documents_with_nothing_in_them(text, message):
    placed = carry_out_first(read(text), PLAIN, decide(read(text), PLAIN, [message]).candidates)
    assert placed.text.rstrip("\n").endswith(PLAIN) and placed.text.startswith(text.rstrip("\n"))


@pytest.mark.parametrize(
    "message", ["“", "???", "in", "after", "between and", "x" * 20_000, "the " * 4000, "🙂", "\x00", "「」"]
)
def test_any_message_is_survived(message):
    assert decide(PAPER, PLAIN, [message]).candidates


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


def test_a_section_asked_for_by_its_title_stands_where_it_usually_does():
    paper = read("# Introduction\n\nIce.\n\n# Results\n\nThick.\n\n# Discussion\n\nIt melts.\n\n# References\n\n- A\n")
    decision = decide(paper, "More cores are needed.", ['Please write a new section titled "Outlook".'])
    placed = carry_out(paper, "More cores are needed.", decision.placement)
    assert placed.text == paper.text.replace("# References", "# Outlook\n\nMore cores are needed.\n\n# References")


def test_a_title_given_later_keeps_the_place():
    decision = decide(
        PAPER, "More cores.", ["Put it in a section of its own after Methods.", "As a new section titled “Cores”."]
    )
    assert decision.placement.heading == "## Cores"
    assert decision.placement.section[-1] == "Methods"


def test_a_sentence_to_be_rewritten_is_asked_about():
    paper = read("# Methods\n\nRivers freeze in winter. Lakes do too.\n\nIce grows. It melts.\n")
    decision = decide(paper, "Rivers freeze.", ["Rewrite the sentence in Methods."])
    assert decision.placement.operation == "replace"
    assert not decision.sure


def test_the_only_sentence_about_a_topic_is_replaced_alone():
    paper = read("# Methods\n\nRivers freeze in winter. Lakes do too.\n\nIce grows. It melts.\n")
    decision = decide(paper, "Rivers freeze.", ["Rewrite the sentence about winter."])
    assert decision.sure and carry_out_first(paper, "Rivers freeze.", decision.candidates).text == paper.text.replace(
        "Rivers freeze in winter.", "Rivers freeze."
    )


def test_a_list_item_is_no_section_called_list_items():
    paper = read("# List items\n\nWhat they are.\n\n# Headings\n\n- one\n- two\n")
    decision = decide(paper, "- three", ["Include this as a list item in Headings."])
    assert carry_out(paper, "- three", decision.placement).text == paper.text + "- three\n"


@pytest.mark.parametrize(
    ("message", "section"),
    [
        ("Setz das direkt hinter den Absatz über Frazil.", "Introduction"),
        ("Als letzter Absatz von Results, bitte.", "Results"),
        ("Mets-le juste après le paragraphe sur frazil.", "Introduction"),
        ("Ajoute ça à la fin de Results.", "Results"),
        ("Ponlo justo después del párrafo sobre frazil.", "Introduction"),
        ("¿Puedes agregarlo a Results?", "Results"),
        ("Mettilo subito dopo il paragrafo su frazil.", "Introduction"),
        ("Coloque logo depois do parágrafo sobre frazil.", "Introduction"),
        ("Zet het direct na de alinea over frazil.", "Introduction"),
        ("Voeg dit toe aan het einde van Results.", "Results"),
    ],
)
def test_requests_in_other_languages(message, section):
    paper = read("# Introduction\n\nIce.\n\nFrazil forms.\n\nSnow.\n\n# Results\n\nThick.\n\nThin.\n\n# End\n\nSo.\n")
    placement = decide(paper, "New.", [message]).placement
    assert placement.section == (section,)
    assert carry_out(paper, "New.", placement).text in (
        paper.text.replace("Frazil forms.\n", "Frazil forms.\n\nNew.\n"),
        paper.text.replace("Thin.\n", "Thin.\n\nNew.\n"),
    )


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
    "message",
    [
        "Replace the first sentence of Findings by: New one.",
        "Remplace la première phrase de Findings par « … »",
        "Ersetze den ersten Satz von Findings durch „…“",
    ],
)
def test_a_paragraph_is_not_replaced_for_one_of_its_sentences(message):
    paper = read("# T\n\n## Findings\n\nOne is here. Two is there. Three is far.\n\nOther.\n")
    placed = carry_out(paper, "New one.", decide(paper, "New one.", [message], "of what is named").placement)
    assert placed.text == paper.text.replace("One is here.", "New one.")


SENTENCES = read("# T\n\n## Results\n\nPools hold water. They warm fast. Fish live there.\n\n## Outlook\n\nMore.\n")


OLD = "Pools hold water. They warm fast. Fish live there."


@pytest.mark.parametrize(
    ("message", "content", "after"),
    [
        ("Replace the first sentence of Results by this.", "Ponds do.", "Ponds do. They warm fast. Fish live there."),
        ("Ersetze den letzten Satz von Results durch das.", "Frogs.", "Pools hold water. They warm fast. Frogs."),
        ("Replace the second sentence of Results by this.", OLD.replace("warm", "cool"), OLD.replace("warm", "cool")),
    ],
)
def test_exactly_the_sentence_that_is_named_is_replaced(message, content, after):
    decision = decide(SENTENCES, content, [message], "of what is named")
    placed = carry_out(SENTENCES, content, decision.placement)
    assert decision.sure and placed.text == SENTENCES.text.replace(OLD, after)


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Replace the ninth sentence of Results by this.", "Ponds hold it."),
        ("Replace the first sentence of Results by this.", "Ponds hold it. They warm up fast and fish live there too."),
        ("Replace the first sentence of Results by this.", "- one\n- two"),
    ],
)
def test_what_may_cost_more_than_the_sentence_asks(message, content):
    assert not decide(SENTENCES, content, [message]).sure


@pytest.mark.parametrize(
    ("message", "operation", "section", "heading"),
    [
        ("Please write a conclusion from the paper.", "new_section", ("Ice in rivers", "Discussion"), "## Conclusion"),
        (
            "Write a short paragraph on ice for the Abstract.",
            "new_section",
            ("Ice in rivers", "Introduction"),
            "## Abstract",
        ),
        ("Write the introduction, please.", "append_to_section", ("Ice in rivers", "Introduction"), ""),
    ],
)
def test_a_usual_part_goes_where_it_is_or_usually_stands(message, operation, section, heading):
    found = decide(PAPER, PLAIN, [message])
    assert (found.placement.operation, found.placement.section) == (operation, section)
    assert heading in (found.placement.position or "")
    assert not found.sure


def test_a_usual_part_asked_for_in_an_empty_document_gets_no_title_of_ours():
    found = decide(read("\n\n"), PLAIN, ["Write a conclusion."])
    assert (found.placement.operation, found.placement.position, found.sure) == ("append_to_document", "end", True)


@pytest.mark.parametrize("message", ["Put it after the first paragraph instead.", "Put it after the first paragraph"])
def test_the_first_paragraph_is_one_whatever_is_said_behind_it(message):
    assert before(PLAIN, message) == "Rivers freeze in winter."


def test_what_is_counted_and_not_there_is_no_start_of_the_document():
    found = decide(read("# Ice\n\nRivers freeze.\n\nThey thaw.\n"), PLAIN, ["Put it after the first table."])
    assert not found.sure
    assert found.placement.operation != "prepend_to_document"


def test_a_move_to_a_counted_paragraph_overrules_the_first_place():
    assert (
        before(PLAIN, "Write it for the Methods.", "Put it after the first paragraph instead.")
        == "Rivers freeze in winter."
    )


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


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("Methods should open with it.", True),
        ("after the first paragraph of Introduction", True),
        ("It is about Methods.", False),
        ("make it shorter", False),
        ("at the end", False),
    ],
)
def test_a_clear_place_is_in_a_section_or_beside_a_block(message: str, named: bool):
    assert clearly_names_place(PAPER, message) is named


def test_content_that_nearly_repeats_a_block_is_not_added_beside_it_unasked():
    document = read(
        "# Ice\n\n## Log\n\nIt froze.\n\n| day | ice |\n|---|---|\n| 1 | 2 cm |\n| 2 | 3 cm |\n| 3 | 5 cm |\n"
    )
    content = "| day | ice |\n|---|---|\n| 1 | 2 cm |\n| 3 | 5 cm |"
    assert decide(document, content, []).placement.operation != "replace"  # nobody spoke of Log
    for message in ("Drop half of the rows from the table in Log.", "In Log, please."):
        decision = decide(document, content, [message])
        assert decision.placement.operation == "replace" and not decision.sure
        assert {each.operation for each in decision.candidates[:2]} == {"replace", "insert_after"}
    assert decide(document, "| day | wind |\n|---|---|\n| 1 | 2 m/s |\n| 2 | 9 m/s |", ["At the end of Log."]).sure
