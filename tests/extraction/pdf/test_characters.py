from __future__ import annotations

import pytest

from backend.extraction.pdf.characters import MARK, Vocabulary, cleaned, rejoined, spaced


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("photo\u0002", "photo" + MARK),
        ("photo\ufffe", "photo" + MARK),
        ("photo\u00adsynthesis", "photosynthesis"),
        ("nul\x00 and \x07bell\u200b", "nul and bell"),
        ("e\ufb03cient \ufb02ow", "efficient flow"),
        ("wide\u2003 and\u00a0hard\tspaces ", "wide and hard spaces"),
        ("x² stays, as does 𝑥", "x² stays, as does 𝑥"),
        ("", ""),
    ],
)
def test_cleaned(raw: str, text: str) -> None:
    assert cleaned(raw) == text


def test_lines_are_joined_with_a_space_but_in_chinese() -> None:
    assert spaced("two", "lines") == "two lines"
    assert spaced("珊瑚", "白化") == "珊瑚白化"
    assert spaced("", "x") == "x"


@pytest.mark.parametrize(
    ("before", "after", "known", "text"),
    [
        ("photo", "synthesis", "", "photosynthesis"),
        ("a well", "known fact", "", "a well-known fact"),
        ("state-of", "the-art", "", "state-of-the-art"),
        ("Bose", "Einstein", "", "Bose-Einstein"),
        (
            "Phase",
            "Field Simulations",
            "the PhaseField class of PhaseField and Phase-Field models x",
            "Phase-Field Simulations",
        ),
        ("satellite-de", "rived-shoreline", "a satellite-derived map", "satellite-derived-shoreline"),
        ("state-of", "the-art", "the theart", "state-of-the-art"),
        ("Java", "Script code", "some JavaScript is code", "JavaScript code"),
        ("INTRO", "DUCTION", "an introduction is given", "INTRODUCTION"),
        ("COVID", "19", "", "COVID-19"),
        ("a coral", "reef site", "the coral-reef sites and a coral-reef x", "a coral-reef site"),
        ("self", "ish", "the selfish gene", "selfish"),
        ("over", "view", "an overview of all", "overview"),
    ],
)
def test_what_the_document_writes_elsewhere_decides_over_hyphens(before, after, known, text) -> None:
    assert rejoined(before + MARK, after, Vocabulary([known])) == text
