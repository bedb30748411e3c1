"""Reasons, hedges and courtesies around an order are passed over; places never are."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.parsed_message import ParsedMessage
from backend.placement import rules
from backend.placement.plan import Placement
from backend.placement.request.asides import without_asides

PAPER = """# Burrows

## Abstract

We study wombats and their burrows in the hills.

## Introduction

Wombats dig at night, which has been known for years.

## Methods

We followed twelve wombats with collars.

### Code editing

The scripts were edited together.

## Results

Burrows were nine metres long on average.

## Discussion

The burrows are longer than was thought.

The soil matters most, and clay is best.

## Acknowledgements

We thank the rangers.
"""
DOCUMENT = read(PAPER)


def plain(message: str) -> str:
    left = " ".join(without_asides(ParsedMessage(DocumentView(DOCUMENT), message)).split())
    return left.replace(" .", ".").replace(" ,", ",")


def placed(message: str) -> Placement:
    return rules.decide(DOCUMENT, "New words about kangaroos.", [message]).placement


@pytest.mark.parametrize("said", ["I think", "I would say", "I’d say", "I'd think"])
def test_a_hedge_after_a_comma_is_passed_over(said: str):
    assert plain(f"Put it in Methods, {said} it fits there.") == "Put it in Methods."


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("As the editor asked, put it into Results.", "put it into Results."),
        ("Since it is outdated, replace the Results.", "replace the Results."),
        ("This (sorry for the delay) is for Results.", "This is for Results."),
        ("After Results, if nobody minds.", "After Results."),
        ("Put it into Results, because people look there, please.", "Put it into Results, please."),
        ("Into Results, I think.", "Into Results."),
        ("Add it to Results as a paragraph of its own.", "Add it to Results."),
        ("Als eigenen Absatz in Results.", "in Results."),
        ("As in Methods, explain it, but put it into Results.", "explain it, but put it into Results."),
        ("Say in Results, as in the last paragraph of Methods, that it rained.", "Say in Results, that it rained."),
        ("Sag in Results, wie in Methods, dass es regnet.", "Sag in Results, dass es regnet."),
    ],
)
def test_what_is_said_besides_is_blanked(message: str, left: str) -> None:
    assert plain(message) == left


@pytest.mark.parametrize(
    "message",
    [
        "As the last paragraph of Results, please.",
        "As a new paragraph about Methods.",
        "Put it into Methods (not at the end of Results).",
        "Put it after Methods, as a new section.",
        "Since the Results are thin, add it there.",
        "Results (end)",
        "Put it in Methods, I would love to see clay.",
    ],
)
def test_what_says_a_place_stays(message: str) -> None:
    assert plain(message) == " ".join(message.split())


def test_offsets_stay() -> None:
    message = "This (sorry for the delay) is for Results."
    assert len(without_asides(ParsedMessage(DocumentView(DOCUMENT), message))) == len(message)


@pytest.mark.parametrize(
    ("message", "section"),
    [
        ("intro, at the end (unless you object).", "Introduction"),
        ("Reviewer 2 complained that Results is too thin, so this should go at its end.", "Results"),
        ("I have finished Methods. Now a paragraph about clay for Results, please.", "Results"),
        ("The editing section is where this should end up, I believe.", "Code editing"),
        ("Best put in disc.", "Discussion"),
        ("Let disc. end with it.", "Discussion"),
        ("goes to the acks", "Acknowledgements"),
        ("into meth., please", "Methods"),
    ],
)
def test_the_section_is_found_among_asides_and_in_short(message: str, section: str) -> None:
    found = placed(message)
    assert found.operation == "append_to_section"
    assert found.section is not None and found.section[-1] == section


@pytest.mark.parametrize(
    "message",
    [
        "My supervisor wants the paragraph about clay replaced by this.",
        "Since it is outdated, replace the paragraph about clay by this text.",
        "As the referee points out, the paragraph about clay is wrong. Replace it with this.",
        "I am not happy with the paragraph on clay; use this instead.",
        "Nimm das hier statt dem 2. Absatz von Discussion.",
    ],
)
def test_what_others_want_replaced_is_found(message: str) -> None:
    found = placed(message)
    assert found.operation == "replace"
    assert found.anchor is not None and found.anchor.excerpt.startswith("The soil matters")


def test_a_replacement_that_is_written_about_replaces_nothing() -> None:
    assert placed("Draft the text on supported replacement for the paper.").operation != "replace"


@pytest.mark.parametrize(
    "message",
    ["Ein Absatz über clay für Results, passend zu Methods.", "Als ersten Unterabschnitt unter Results einfügen."],
)
def test_german_words_that_are_no_relation_here(message: str) -> None:
    found = placed(message)
    assert found.operation == "append_to_section"
    assert found.section is not None and found.section[-1] == "Results"
