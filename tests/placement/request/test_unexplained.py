"""Words that an interpretation leaves unexplained make a place unsure; words that it explains do not."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.placement.request.asked_place import read_request
from tests.placement.request.readings import VIEW


def unclear(message: str) -> bool:
    asked = read_request(VIEW, message)
    assert asked is not None
    return asked.unclear


@pytest.mark.parametrize(
    "message",
    [
        "Put it below the purple gadget in Discussion.",
        "Let's streamline the section on Discussion.",
        "Discussion might gallop with this.",
        "Ahead of the frost sentence in Discussion.",
        "The one half goes into Discussion, the other half into Results.",
        "In Discussion, where we muse on anchors, and also in Summary.",
        "As an eye-opener in Discussion.",
        "Straight after results get polished.",
    ],
)
def test_what_is_not_understood_around_a_section_is_unclear(message: str):
    assert unclear(message)


@pytest.mark.parametrize(
    "message",
    [
        "Put it at the end of Discussion.",
        "Add to the section on Discussion.",
        "Kindly shoehorn this into Discussion.",
        "Discussion, at the end.",
        "In Results, no wait, in Discussion.",
        "Not in Results but in Discussion.",
        "As a subsection of Results, after Thickness.",
        "After Discussion.",
        "As a paragraph in Discussion.",
    ],
)
def test_what_is_understood_is_clear(message: str):
    assert not unclear(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Replace the first paragraph of Discussion with this.", False),
        ("Replace the first paragraph of Beekeeping protocol with this.", True),
        ("Replace the table in Statistics with this.", False),
        ("Replace the table of zebras with this.", True),
        ("Replace the paragraph on frazil slush in Introduction.", False),
        ("Replace the paragraph on zebras in Introduction.", True),
    ],
)
def test_a_text_to_replace_that_is_described_by_an_unknown_word_is_unclear(message: str, expected: bool):
    assert unclear(message) is expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Add it to the limitations.", True),
        ("Add it to the odd limitations.", False),
    ],
)
def test_a_loose_name_between_known_words_is_understood(message: str, expected: bool):
    text = "# T\n\n## Introduction\n\nA.\n\n## Limitations and future work\n\nB.\n\n## Acknowledgments\n\nC.\n"
    asked = read_request(DocumentView(read(text)), message)
    assert asked is not None and asked.understood is expected


def test_words_of_a_subsection_beside_its_parent_are_unclear():
    view = DocumentView(read("# Methods\n\nA.\n\n## Correction of lens errors\n\nB.\n\n# Results\n\nC.\n"))
    for message, expected in (("In Methods, on the lens errors.", True), ("In Methods, please.", False)):
        asked = read_request(view, message)
        assert asked is not None and asked.unclear is expected


def test_a_word_of_what_the_text_is_to_say_is_no_clear_place():
    view = DocumentView(read("# Relevance of the lake size\n\nA.\n\n# Methods\n\nB.\n"))
    for message, expected in (
        ("Please add a remark, namely that lakes differ in size.", True),
        ("Mention that we used R in Methods.", False),
        ("Add that in Methods.", False),
    ):
        asked = read_request(view, message)
        assert asked is not None and asked.unclear is expected
