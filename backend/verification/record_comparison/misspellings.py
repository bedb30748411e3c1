"""Decide whether a word in a reference's title is a misspelling of a word in the work's title, or another word."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from backend.verification.contradiction_rules.opposites import are_opposite_words
from backend.verification.word_normalization import is_slip

#: Maximum number of cached pairs of words, because the same pairs are compared several times.
_KEPT = 20_000


@lru_cache(_KEPT)
def is_misspelled(word: str, own: str) -> bool:
    """Return True if `word` differs from `own` by a typing error and is not another word of the language. Returns False
    for “infection” and “injection”.
    """
    return is_slip(word, own) and not are_opposite_words(word, own) and not _are_words(word, own)


def _are_words(one: str, other: str) -> bool:
    """Return True if a dictionary contains both words with different meanings."""
    mine, theirs = _meaning(one), _meaning(other)
    return mine is not None and theirs is not None and mine != theirs


def _meaning(word: str) -> int | None:
    """Return the number of the line in similar_words.txt that contains a word or its singular; None if no line does."""
    table = _table()
    return table.get(word, table.get(word.removesuffix("s")))


@cache
def _table() -> Mapping[str, int]:
    lines = Path(__file__).with_name("similar_words.txt").read_text(encoding="utf-8").splitlines()
    return {word: at for at, line in enumerate(lines) if not line.startswith("#") for word in line.split()}
