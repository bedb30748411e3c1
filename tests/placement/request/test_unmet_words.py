"""A place must satisfy the relations, counted paragraphs and names of sections in the message that asks for it."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.placement.request.asked_place import read_request
from backend.placement.request.unmet_words import Surroundings, has_unmet_words

VIEW = DocumentView(
    read(
        "# Ice\n\n## Introduction\n\nRivers freeze.\n\nLakes freeze, too.\n\nSeas rarely do.\n\n"
        "## Methods\n\nWe drilled.\n\n### Sampling\n\nCores were taken.\n\n## Results\n\nIce was thick.\n"
    )
)
INTRODUCTION, FIRST, SECOND, METHODS, RESULTS = (
    next(block.index for block in VIEW.blocks if VIEW.document.source(block).startswith(start))
    for start in ("## Introduction", "Rivers", "Lakes", "We drilled", "Ice was")
)


def unmet(message: str, after: int) -> bool:
    """Return True if the message has words that a place directly after a block does not satisfy."""
    asked = read_request(VIEW, message)
    assert asked is not None
    return has_unmet_words(message, asked, Surroundings.of(VIEW, after + 1))


@pytest.mark.parametrize(
    ("message", "after", "expected"),
    [
        ("As the second paragraph of the Introduction.", FIRST, False),
        ("As the second paragraph of the Introduction.", INTRODUCTION, True),
        ("After the second paragraph of the Introduction.", SECOND, False),
        ("As the first paragraph of the Introduction.", INTRODUCTION, False),
        ("As the first paragraph of the Introduction.", SECOND, True),
        ("As the second paragraph of Results.", RESULTS, False),
        ("Between the paragraph on rivers and the one on lakes.", FIRST, False),
        ("Between the paragraph on rivers and the one on cores.", FIRST, True),
        ("Put a paragraph on the second paragraph into Results.", RESULTS, False),
        ("Into the Introduction. The second paragraph should be this.", SECOND, True),
    ],
)
def test_a_counted_paragraph_must_be_beside_the_place(message: str, after: int, expected: bool):
    assert unmet(message, after) is expected


@pytest.mark.parametrize(
    ("message", "after", "expected"),
    [
        ("Into the Introduction, to the start since it is short.", FIRST, True),
        ("Into the Introduction, to the start since it is short.", INTRODUCTION, False),
        ("Into the Introduction, in the end since it is short.", INTRODUCTION, True),
        ("Into the Introduction, start it slowly.", FIRST, False),
        ("Put it in the Introduction, and end it with lakes.", INTRODUCTION, False),
        ("Into Methods, before Sampling.", METHODS, False),
        ("At the end of Methods, before Frobnication.", RESULTS, True),
        ("Into Methods, after what is there.", METHODS, False),
        ("Into the Introduction, after the usual things.", FIRST, True),
        ("At the end of Results, after the table.", RESULTS, True),
        ("Into Results, please, after reading it again.", RESULTS, False),
        ("Under the odd thing in Results.", RESULTS, True),
        ("Under Results.", RESULTS, False),
        ("Into Results, after the paragraph on odd frobs.", RESULTS, True),
        ("Into Results, after the paragraph that mentions them.", RESULTS, True),
        ("Into Results; it should follow the one starting with 'Odd'.", RESULTS, True),
        ("Results. That's where it goes.", RESULTS, False),
        ("Into Results, once ice has been explained.", RESULTS, True),
        ("Into Results, on top.", RESULTS, True),
        ("Into Results, but leave the freezing paragraph last.", RESULTS, True),
        ("Into Results, a freezing paragraph.", RESULTS, False),
        ("Into the Introduction. It explains all, so it has to come first.", SECOND, True),
        ("Into the Introduction. It explains all, so it has to come first.", INTRODUCTION, False),
        ("Sampling is rather the place. At the very end.", RESULTS, False),
    ],
)
def test_a_relation_must_hold_at_the_place(message: str, after: int, expected: bool):
    assert unmet(message, after) is expected


def test_the_section_named_last_must_hold_the_place():
    assert unmet("In Results, better still Methods.", RESULTS)
    assert not unmet("In Results, better still Methods.", METHODS)
    assert not unmet("Not in Methods but in Results.", RESULTS)
    assert not unmet("In Results, about Methods.", RESULTS)


def test_a_section_that_is_spoken_of_but_not_found_is_not_the_document():
    last = VIEW.blocks[-1].index
    assert unmet("The frobnication section. At the very end.", last)
    assert not unmet("At the very end.", last)
    assert not unmet("As a new section at the very end.", last)


@pytest.mark.parametrize(
    ("message", "after", "expected"),
    [
        ("Introduction. You find “Lakes freeze, too” there. Put it behind that.", RESULTS, True),
        ("Introduction, behind “Lakes freeze, too”.", SECOND, False),
        ("Into Results, a paragraph about “Lakes freeze, too”.", RESULTS, False),
        ("Introduction, blurb 2, please add it", SECOND, True),
        ("Introduction, please add it", SECOND, False),
    ],
)
def test_quotations_and_numbers_must_fit_the_place(message: str, after: int, expected: bool):
    assert unmet(message, after) is expected
