"""Compare a title word by word with the words of a reference. Words may be misspelled, missing or added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from backend.verification.contradiction_rules.opposites import are_opposite_words
from backend.verification.word_normalization import LIGHT, Token, is_slip

#: Costs of an alignment: of a small word, a misspelled word, two joined words, and a content word. Two wrong words next
#: to each other never cost less than two misspellings. The costs only rank the alignments; `errors` and `slips` decide
#: whether the best alignment is the title.
_LIGHT, _SLIP, _JOINED, _WORD = 0.25, 0.3, 0.1, 1.0
#: The cost of a different word: less than that of a missing word and an additional one.
_SUBSTITUTED = 1.6

#: Maximum number of cached pairs of words, because the same pairs are compared several times.
_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Alignment:
    """Where a text has a title, or the beginning of one.

    - `first`, `last`: the text's words from `first` up to but not including `last`
    - `length`: the number of words of the title or beginning
    - `missing`: how many words of the title the text lacks; small words such as “of” are not counted
    - `extra`: how many of the text's words here the title lacks, again without small words
    - `slips`: the number of misspelled words
    """

    first: int
    last: int
    length: int
    missing: int = 0
    extra: int = 0
    slips: int = 0

    @property
    def errors(self) -> int:
        return self.missing + self.extra


_Cell = tuple[float, int, int, int, int]  # cost, first word of the text, missing, extra, slips


def align(title: Sequence[str], text: Sequence[Token]) -> Alignment | None:
    """Return the part of the text that is most similar to the whole title; None if less than half of the title is
    found.
    """
    if not title:
        return None
    if found := _exact(title, text):
        return found
    if not is_likely(title, {each.text for each in text}):
        return None
    rows = _table(title, text)
    last = min(range(len(text) + 1), key=lambda at: (rows[-1][at][0], -at))
    _, first, missing, extra, slips = rows[-1][last]
    told = sum(each not in LIGHT for each in title)
    if missing * 2 > told or first >= last:
        return None
    return Alignment(first, last, len(title), missing, extra, slips)


def is_likely(title: Sequence[str], words: Set[str]) -> bool:
    """Return True if the text has enough words of a title that it may contain the title, perhaps with misspelled or
    joined words.
    """
    telling = {each for each in title if each not in LIGHT}
    return len(telling & words) * 3 >= len(telling)


def align_beginnings(title: Sequence[str], text: Sequence[Token], ends: Sequence[int]) -> Alignment | None:
    """Return where the text has the longest beginning of a title, which may be cut off there; None if there is none. No
    word of the beginning may be missing or added.

    The beginning must end at one of the word positions `ends` of the text, perhaps within a word.
    """
    rows = _table(title, text)
    for length in range(len(rows) - 1, 0, -1):
        for last in ends:
            _, first, missing, extra, slips = rows[length][last]
            if not missing and not extra and first < last:
                return Alignment(first, last, length, 0, 0, slips)
            cut = title[length - 1].startswith(text[last - 1].text) and len(text[last - 1].text) > 2
            _, first, missing, extra, slips = rows[length - 1][last - 1]
            if cut and not missing and not extra and first < last - 1:
                return Alignment(first, last, length, 0, 0, slips)
    return None


def _exact(title: Sequence[str], text: Sequence[Token]) -> Alignment | None:
    length, said = len(title), [each.text for each in text]
    for first in range(len(said) - length + 1):
        if said[first] == title[0] and said[first : first + length] == list(title):
            return Alignment(first, first + length, length)
    return None


def _table(title: Sequence[str], text: Sequence[Token]) -> list[list[_Cell]]:
    """Return a table with a row for each beginning of the title and a column for each word of the text. A cell has the
    best alignment of this beginning that ends with this word.

    The title may begin anywhere in the text. One word may be written as two, and two words as one.
    """
    said = [each.text for each in text]
    rows: list[list[_Cell]] = [[(0.0, at, 0, 0, 0) for at in range(len(said) + 1)]]
    for row, word in enumerate(title, 1):
        above = rows[row - 1]
        light = word in LIGHT
        skipped = _LIGHT if light else _WORD
        left = _more(above[0], skipped, missing=not light)
        made = [left]
        joined = title[row - 2] + word if row > 1 else ""
        before = rows[row - 2] if row > 1 else above
        for at, here in enumerate(said, 1):
            best = _more(above[at], skipped, missing=not light)
            if row < len(title):  # no word after the title's last word belongs to the title
                here_light = here in LIGHT
                best = min(best, _more(left, _LIGHT if here_light else _WORD, extra=not here_light))
            best = min(best, _paired(above[at - 1], word, here))
            if joined and joined == here:
                best = min(best, _more(before[at - 1], _JOINED))
            if at > 1 and word == said[at - 2] + here:
                best = min(best, _more(above[at - 2], _JOINED))
            made.append(best)
            left = best
        rows.append(made)
    return rows


def _paired(cell: _Cell, word: str, here: str) -> _Cell:
    if word == here:
        return cell
    if is_misspelled(here, word):
        cost, first, missing, extra, slips = cell
        return cost + _SLIP, first, missing, extra, slips + 1
    both_light = word in LIGHT and (here in LIGHT or _lacks_letter(here, word))
    return _more(cell, _LIGHT if both_light else _SUBSTITUTED, missing=not both_light, extra=not both_light)


def _lacks_letter(short: str, word: str) -> bool:
    """Return True if `short` is a small word that has lost a letter: “f” for “of”."""
    return len(word) == len(short) + 1 and any(word[:at] + word[at + 1 :] == short for at in range(len(word)))


def _more(cell: _Cell, price: float, missing: bool = False, extra: bool = False) -> _Cell:
    cost, first, absent, more, slips = cell
    return cost + price, first, absent + missing, more + extra, slips


@lru_cache(_KEPT)
def is_misspelled(word: str, own: str) -> bool:
    """Return True if `word` is a misspelling of `own`, a word of the work's data, and not another word of the language.
    Returns False for “infection” and “injection”.
    """
    return is_slip(word, own) and not are_opposite_words(word, own) and not _are_words(word, own)


def _are_words(one: str, other: str) -> bool:
    """Return True if both words are in a dictionary, with different meanings: “infection” and “injection”."""
    mine, theirs = _meaning(one), _meaning(other)
    return mine is not None and theirs is not None and mine != theirs


def _meaning(word: str) -> int | None:
    """Return the number of the line in similar_words.txt that contains a word or its singular; None if no line does."""
    table = _similar_words()
    return table.get(word, table.get(word.removesuffix("s")))


@cache
def _similar_words() -> Mapping[str, int]:
    lines = Path(__file__).with_name("similar_words.txt").read_text(encoding="utf-8").splitlines()
    return {word: at for at, line in enumerate(lines) if not line.startswith("#") for word in line.split()}
