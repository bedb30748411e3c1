"""The words of cross-references."""

from __future__ import annotations

import pytest

from backend.formats.reference_words import LIST_HEADINGS, reference_words


@pytest.mark.parametrize(
    ("language", "figure"), [("en", "Figure"), ("de-CH", "Abbildung"), ("FR", "Figure"), ("pt_BR", "Figura")]
)
def test_the_language_decides(language: str, figure: str) -> None:
    assert reference_words(language)["fig"] == figure


def test_another_language_has_the_english_words() -> None:
    assert reference_words("tlh") == reference_words("en")


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "pt", "it", "nl"])
def test_our_heading_of_the_list_is_known_as_one(language: str) -> None:
    assert reference_words(language)["refs"].lower() in LIST_HEADINGS
    assert all(each == each.strip().lower() and each for each in LIST_HEADINGS)
