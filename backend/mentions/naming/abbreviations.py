"""Recognize an abbreviation of a section's title: "the intro"."""

from __future__ import annotations

from collections.abc import Sequence

from backend.mentions.lexicon import Token

#: Minimum number of letters of an abbreviation.
_SHORTEST = 4


def abbreviates(said: Sequence[Token], titles: Sequence[Sequence[Token]]) -> bool:
    """Return True if the words `said` abbreviate the one title in `titles`: "intro" for "Introduction". Both must be
    one word, and the title must begin with the word said.
    """
    if len(said) != 1 or len(titles) != 1 or len(titles[0]) != 1:
        return False
    return len(said[0].norm) >= _SHORTEST and titles[0][0].norm.startswith(said[0].norm)
