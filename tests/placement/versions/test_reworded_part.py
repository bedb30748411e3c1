"""Content that rewords one paragraph, sentence, row or item never replaces the whole around it without a question."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement import rules

PAPER = """# Ice

## Summary

Glacier tongues speed up when water reaches the bed beneath them, as was seen in Norway.

We followed three tongues over two summers with stakes and receivers. Each stake stood for a year. The log was read in
autumn.

Warm air explains most of the change at the two tongues with a wet bed.

## Table

| Tongue | Stakes | Days |
|--------|--------|------|
| North  | 12     | 61   |
| South  | 11     | 64   |

## Risks

- Storms may break the stakes before the readings.
- Foxes eat the cables of the receivers.
"""
DOCUMENT = read(PAPER)


@pytest.mark.parametrize(
    ("message", "content", "position", "starts"),
    [
        (
            "In the summary, change the number of tongues to four",
            "We followed four tongues over two summers with stakes and receivers. Each stake stood for a year.",
            "block",
            "We followed",
        ),
        ("shorten the Summary", "Warm air explains most of the change at both tongues.", "block", "Warm air"),
        (
            "put the second paragraph of the Summary in the present tense",
            "We follow three tongues over two summers with stakes and receivers.",
            "characters 0-69",
            "We followed",
        ),
        ("rewrite the table in Table with more stakes", "| North | 13 | 61 |", "row 1", "| Tongue"),
        ("rewrite the list in Risks, foxes eat the wires", "- Foxes eat wires of the receivers.", "item 2", "- Storms"),
    ],
)  # fmt: skip
def test_the_smallest_text_that_is_reworded_is_offered(message, content, position, starts):
    decided = rules.decide(DOCUMENT, content, (message,), reworks="of what is named")
    first = decided.placement
    assert (first.operation, first.position) == ("replace", position)
    assert first.anchor is not None and first.anchor.excerpt.startswith(starts)
    assert not decided.sure


def test_a_shorter_section_that_says_all_replaces_the_section():
    content = "Tongues speed up when water reaches the bed. We followed three tongues. Warm air explains most of it."
    decided = rules.decide(DOCUMENT, content, ("shorten the Summary",), reworks="of what is named")
    assert decided.placement.position == "section body" and decided.sure


def test_a_shorter_paragraph_may_be_one_sentence():
    content = "We followed three tongues over two summers with stakes."
    decided = rules.decide(
        DOCUMENT, content, ("shorten the second paragraph of the Summary",), reworks="of what is named"
    )
    assert decided.placement.position == "block" and decided.sure


LONG = """# Ice

## Summary

Glacier tongues speed up when water reaches the bed beneath them, as was seen in Norway and later in the Alps, where it
was doubted for many years. Later surveys settled it. Nobody had measured the margins, which matter most for the flow of
the whole tongue.

We followed three tongues over two summers with stakes and receivers. Each stake stood for a year. The log was read in
autumn by two people who did not know of each other's readings, so that errors could be found.
"""


@pytest.mark.parametrize("message", ["polish the Summary", "In the Summary, correct the wording"])
def test_one_reworded_sentence_never_replaces_a_section(message):
    content = "Nobody had yet measured the margins, which matter most for the flow of the tongue."
    decided = rules.decide(read(LONG), content, (message,), reworks="of what is named")
    assert decided.placement.position is not None and decided.placement.position.startswith("characters")
    assert not decided.sure


def test_a_much_shorter_text_is_asked_about_unless_less_was_ordered():
    content = "Ice slides."
    assert not rules.decide(read(LONG), content, ("polish the Summary",), reworks="of what is named").sure
    less = (
        "make the Summary half as long",
        "polish the Summary and keep it short",
        "rewrite the Summary more concisely",
        "rewrite the Summary with fewer words",
        "die Summary auf die Hälfte",
        "rewrite the Summary in 20 words",
    )
    for message in ("shorten the Summary", "replace the Summary by this", *less):
        assert rules.decide(read(LONG), content, (message,), reworks="of what is named").sure


@pytest.mark.parametrize(
    "message",
    [
        "replace the Summary by this text",
        "Rewrite the Summary with this.",
        "Sustituye la sección Summary por este texto.",
    ],
)
def test_a_given_text_replaces_the_section_that_the_message_names(message):
    content = "We followed three tongues over two summers with stakes and receivers. Each stake stood for a year."
    decided = rules.decide(DOCUMENT, content, (message,), reworks="of what is named")
    assert decided.placement.position == "section body"


LIST = read("# P\n\n## Aims\n\n1. a routing rule;\n2. a bound;\n3. two corpora.\n\n## End\n\nShade matters.\n")


@pytest.mark.parametrize(
    ("order", "content"),
    [
        ("Turn the list into a sentence.", "We give a routing rule, a bound, and two corpora."),
        ("Mach aus der Liste einen Satz.", "We give a bound, a routing rule, and two corpora."),
        ("Shorten the list.", "- a routing rule"),
    ],
)
def test_an_order_about_a_list_replaces_no_single_item(order, content):
    decided = rules.decide(LIST, content, (order,), "of what is named")
    assert decided.sure and (decided.placement.operation, decided.placement.place) == ("replace", "block")
