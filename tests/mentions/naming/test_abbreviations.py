"""An abbreviated title names its section."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.lexicon import tokens
from backend.mentions.naming.abbreviations import abbreviates
from backend.mentions.resolver import resolve

PAPER = read("# Paper\n\n## 1. Introduction {.new}\n\nOne.\n\n## Results and Discussion\n\nTwo.\n")


@pytest.mark.parametrize("message", ["shorten the intro", "the intro is too long, cut it", "add this to the intro"])
def test_an_abbreviation_names_the_section(message: str) -> None:
    (found,) = resolve(PAPER, message)
    assert (found.kind, PAPER.blocks[found.start].title) == ("section", "1. Introduction {.new}")


@pytest.mark.parametrize(
    ("said", "titles", "is_one"),
    [
        ("intro", ["introduction"], True),
        ("int", ["introduction"], False),
        ("intro", ["introduction to tides"], False),
        ("intro", ["introduction", "introduction"], False),
        ("background", ["introduction"], False),
    ],
)
def test_one_word_begins_a_title_of_one_word(said: str, titles: list[str], is_one: bool) -> None:
    assert abbreviates(tokens(said), [tokens(each) for each in titles]) is is_one
