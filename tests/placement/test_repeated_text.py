"""Content that is another version of what a message names is not added beside it without a question."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement import rules
from backend.placement.place import carry_out
from backend.placement.repeated_text import replacement_of_text

PAPER = """# Tides

## Introduction

The sea rises twice a day along every open coast of the world. Sailors have always known this.

Their almanacs told them when to leave the harbor, and when to stay.

## Methods

We read three gauges in the harbor each hour for a year. Each gauge was cleaned in spring.

## Discussion

It was the moon that moved the sea, as the gauges show. Wind moved it, too.
"""
INTRODUCTION = (
    "The sea rises twice a day along every open coast. Almanacs told the sailors when to leave the harbor, and when to"
    " stay."
)
ALMANACS = "Almanacs told them when to leave the harbor or stay."
METHODS = "We read three gauges in the harbor each hour for a year."


@pytest.mark.parametrize(
    ("message", "content", "place"),
    [
        ("could you take another pass at the introduction", INTRODUCTION, "section body"),
        ("I'm not happy with the introduction, too chatty", INTRODUCTION, "section body"),
        ("make the methods punchier", METHODS, "block"),
        ("Introduction: 20 words at most", f"## Introduction\n\n{INTRODUCTION}", "section body"),
        ("the second paragraph of the introduction drags", ALMANACS, "block"),
    ],
)  # fmt: skip
def test_another_version_of_what_is_named_is_offered_instead_of_it_and_asked_about(message, content, place):
    decided = rules.decide(read(PAPER), content, (message,))
    assert (decided.placement.operation, decided.placement.position) == ("replace", place) and not decided.sure
    assert any(each.operation != "replace" for each in decided.candidates)


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("something on the wind for the introduction", "Wind adds to the height of water in storms, by a meter or two"),
        ("a recap of the methods at the end of the discussion", METHODS),
    ],
)  # fmt: skip
def test_other_content_is_added(message, content):
    assert rules.decide(read(PAPER), content, (message,)).placement.operation != "replace"


def test_a_version_of_two_named_parts_is_added():
    both = f"{INTRODUCTION} {METHODS}"
    decided = rules.decide(read(PAPER), both, ("the introduction and the methods say too little",))
    assert decided.placement.operation != "replace" and not decided.sure


@pytest.mark.parametrize(
    "message", ["Put it before the introduction.", "Add that to the introduction.", "After Methods."]
)
def test_content_whose_place_is_said_is_no_version_of_what_names_the_place(message):
    content = "The sea rises twice a day along every open coast of the world, and so do its harbors, rivers and lakes."
    decided = rules.decide(read(PAPER), f"## Tides\n\n{content}", (message,))
    assert decided.placement.operation != "replace"


def test_a_shorter_version_of_an_unnamed_paragraph_asks_to_replace_it():
    found = rules.decide(read(PAPER), ALMANACS, ("The opening paragraph is too long, cut it by a third",), "some")
    assert not found.sure and found.placement.operation == "replace"
    assert found.placement.anchor.excerpt.startswith("Their almanacs")


@pytest.mark.parametrize(("mark", "operation"), [("", "replace"), ("- ", "prepend_to_document")])
def test_only_a_paragraph_is_taken_for_the_older_version_of_a_paragraph(mark, operation):
    text = "We placed twelve stakes on each tongue and a GPS receiver on each stake."
    paper = read(f"# Drift\n\n## Methods\n\nStakes stood.\n\n{mark}{text}\n\n## End\n\nIt ended.\n")
    content = "We placed twelve stakes on each tongue, a GPS receiver on each."
    decided = rules.decide(paper, content, ("The opening is too long, cut it",), "some")
    assert decided.placement.operation == operation


def test_all_but_a_paragraph_is_no_request_for_that_paragraph():
    only = "The sea rises twice a day along every open coast of the world. Sailors have always known this."
    for content in (only, f"## Introduction\n\n{only}"):
        message = "Delete everything but the first paragraph of the introduction."
        found = rules.decide(read(PAPER), content, (message,), "some")
        assert not found.sure and found.placement.operation == "replace"


STAKES = """# Drift

## Methods

We placed twelve stakes on each tongue. Each stake carried a GPS receiver, which logged once a minute.

- Tongue A lies in Norway.
- Tongue B lies in Tyrol.
- Tongue C lies in Valais.

Speeds were smoothed over six hours. Gaps below one hour were filled linearly.

## Discussion

Warm air speeds up tongues A and B in summer. Tongue C stands on dry rock.
"""
SENTENCE = "Tongue A lies in Norway, tongue B in Tyrol and tongue C in Valais."


@pytest.mark.parametrize(
    ("message", "content", "block"),
    [
        ("turn the list of tongues into a sentence", SENTENCE, "- Tongue A"),
        ("make the bullet points in Methods a sentence", SENTENCE, "- Tongue A"),
        (
            "present the first methods paragraph as bullets",
            "- We placed twelve stakes on each tongue.\n- Each stake carried a GPS receiver.\n- It logged each minute.",
            "We placed",
        ),
        (
            "split the last methods paragraph in two",
            "Speeds were made smooth over six hours.\n\nGaps below one hour were filled linearly.",
            "Speeds were",
        ),
        (
            "use past tense in the discussion",
            "Warm air sped up tongues A and B in summer. Tongue C stood on dry rock.",
            "Warm air",
        ),
    ],
)  # fmt: skip
def test_the_same_in_another_form_is_offered_instead_of_the_block_that_says_it(message, content, block):
    document = read(STAKES)
    decided = rules.decide(document, content, (message,))
    assert (decided.placement.operation, decided.placement.position, decided.sure) == ("replace", "block", False)
    anchor = decided.placement.anchor
    assert anchor is not None and document.source(document.blocks[anchor.block]).startswith(block)


@pytest.mark.parametrize(
    "message", ["add a short summary of the methods to the discussion", "write a summary of the methods"]
)
def test_what_a_message_orders_to_add_is_added_although_it_repeats_words(message):
    content = "Stakes with a GPS receiver on each tongue logged once a minute; speeds were smoothed over six hours."
    assert rules.decide(read(STAKES), content, (message,)).placement.operation != "replace"


@pytest.mark.parametrize(
    ("message", "content", "old"),
    [
        ("Where I say that almanacs told them, add an example", "{}, such as those of Brest.", "Almanacs told them so"),
        (
            "put a column into the table with the wind",
            "| port | tide | wind |\n|---|---|---|\n| Brest | 7 | 3 |",
            "| port",
        ),
    ],
)
def test_a_longer_version_replaces_its_text_because_no_word_is_lost(message, content, old):
    table = "| port | tide |\n|---|---|\n| Brest | 7 |"
    text = f"# T\n\n## Sea\n\nThe sea rises. Almanacs told them so. They stayed.\n\n{table}\n\n## Wind\n\nIt blows.\n"
    content = content.format("Almanacs told them so")
    decided = rules.decide(read(text), content, (message,))
    assert decided.sure and decided.placement.operation == "replace"
    gone = table if old == "| port" else "Almanacs told them so."
    assert carry_out(read(text), content, decided.placement).text == text.replace(gone, content)


def test_a_sentence_with_a_corrected_number_replaces_the_sentence():
    deviation = "The deviation of the residuals was 5.7 nm in all of the years."
    paper = f"# Ice\n\n## Speed\n\nIt was cold. {deviation} It fell later.\n"
    decided = rules.decide(
        read(paper),
        "The deviation of the residuals was 4.2 nm in all of the years.",
        ("the deviation of the residuals in Speed is wrong, it should be 4.2 nm and not 5.7",),
    )
    place = decided.placement
    assert (place.operation, place.position, decided.sure) == ("replace", "characters 13-75", True)


def test_a_version_of_a_text_inside_a_paragraph_replaces_only_this_text():
    found = replacement_of_text(read(PAPER), "All sailors knew it.", "Sailors have always known this.")
    assert found is not None and (found.operation, found.position) == ("replace", "characters 63-94")
    assert replacement_of_text(read(PAPER), "All sailors knew it.", "the") is None
    assert replacement_of_text(read(PAPER), "- All knew it.", "Sailors have always known this.") is None
    assert replacement_of_text(read("He swam. It rained. He swam.\n"), "He dived.", "He swam.") is None


APPROVED = "## Methods\n\nWe read three gauges.\n\nEach was cleaned in spring."
GAUGES = f"# Tides\n\n{APPROVED}\n\n### Sites\n\nOne.\n"


def test_a_version_of_several_paragraphs_replaces_them_and_keeps_their_heading():
    found = replacement_of_text(read(GAUGES), "We read three gauges, cleaned in spring.", APPROVED)
    assert found is not None and (found.anchor.block, found.position) == (2, "blocks 2")
    found = replacement_of_text(read(GAUGES), "## Methods\n\nWe read three clean gauges.", APPROVED)
    assert found is not None and (found.anchor.block, found.position) == (1, "blocks 3")
    parted = f"{APPROVED}\n\n### Sites\n\nOne."
    assert replacement_of_text(read(GAUGES), "We read three clean gauges.", parted) is None


def test_a_version_of_a_table_with_its_caption_replaces_both():
    table, caption = "| a | b |\n|---|---|\n| 1 | 2 |", ": Constants. {#tbl:k}"
    paper = f"# Tides\n\n{table}\n\n{caption}\n\nMore.\n"
    made = f"{table.replace('1', '3')}\n\n{caption}"
    found = replacement_of_text(read(paper), made, table)
    assert found is not None and carry_out(read(paper), made, found).text == paper.replace("| 1", "| 3")


def test_a_version_of_another_paragraph_than_a_topic_finds_is_offered_in_its_place():
    content = "For a year we read the three gauges of the harbor hourly, after cleaning each of them in spring."
    order = "The paragraph on cost is too long, cut it to one sentence."
    place = rules.decide(read(PAPER), content, (order,), reworks="of what is named").placement
    assert place.operation == "replace" and place.anchor is not None and place.anchor.block == 5


def test_a_sentence_to_add_is_no_version_of_a_whole_section():
    sentence = "Add a sentence saying that each gauge in the harbor was cleaned in spring by hand."
    decided = rules.decide(read(PAPER), "Each gauge in the harbor was cleaned in spring by hand.", (sentence,))
    assert decided.placement.operation != "replace"


SHADE = read("# P\n\n## Aims\n\nWe ask much.\n\n## End\n\nShade matters. Planting should be prioritized.\n")


@pytest.mark.parametrize(
    ("message", "content", "old"),
    [
        (
            "In the End, be less certain about planting.",
            "Planting could be prioritized.",
            "Planting should be prioritized.",
        ),
        ("In the End, say what shade matters for.", "Shade matters for summer heat.", "Shade matters."),
    ],
)
def test_a_short_version_of_a_sentence_is_not_added_beside_it(message, content, old):
    decision = rules.decide(SHADE, content, (message,))
    assert carry_out(SHADE, content, decision.placement).text == SHADE.text.replace(old, content)
    assert [each.operation for each in decision.candidates[:2]] == ["replace", "insert_after"]


def test_a_short_sentence_that_a_message_orders_to_add_is_added():
    decision = rules.decide(SHADE, "Planting could be prioritized.", ("Add a sentence on planting to the End.",))
    assert decision.placement.operation == "append_to_section"


def test_a_sentence_that_the_section_nearly_has_is_not_surely_added():
    hashed = read("# P\n\n## End\n\nOur analysis assumes a fully random hash function. In practice, we use another.\n")
    message = "Say so in the End, first sentence."
    decision = rules.decide(hashed, "Theorem 1 assumes a fully random hash function.", (message,))
    assert not decision.sure
    assert rules.decide(hashed, "Deletions need another rule than insertions.", ("Add a sentence to the End.",)).sure


CAPTIONED = "# P\n\n## Accuracy\n\nAll is well.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n{}\n\nThe gain is large.\n"


def test_a_block_that_is_nearly_repeated_is_found_whatever_new_words_the_content_has():
    old = "*Table 1: Mean relative error at 4 kB.*"
    new = "*Table 1: Mean relative error at 4 kB for measurement windows of 10,000 uncompressed elements.*"
    message = "The caption of Table 1 should name the window length."
    found = rules.decide(read(CAPTIONED.format(old)), new, (message,)).placement
    assert (found.operation, found.anchor and found.anchor.block) == ("replace", 4)
