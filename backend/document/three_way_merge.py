"""Merge two changed versions of one text (diff3). Where changes of the two versions touch each other, there is a
conflict; all other changes are applied.

Lines are compared and copied with their line ends, so text that neither version changed stays the same, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from backend.document.line_matches import Match, line_matches
from backend.document.similar_text import WORD

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
#: Minimum share (0 to 1) of a change's new pairs of neighboring words that a text must contain to count as a reworked
#: form of the change. Chosen: texts on one subject share a tenth, and an edited text keeps more than half. If this is
#: wrong, the user is only asked once more.
SHARED = 0.3


@dataclass(frozen=True, slots=True)
class Merge:
    """The merged text, and the number of `conflicts`. A conflict is a place where both versions have changed the same
    or adjacent lines in different ways. There, `text` has the lines of the first version (`ours` in `merge`).
    """

    text: str
    conflicts: int


@dataclass(frozen=True, slots=True)
class _Region:
    """A range of lines of the base text, and the lines that each of the two versions has instead of them."""

    base: Sequence[str]
    ours: Sequence[str]
    theirs: Sequence[str]


def merge(base: str, ours: str, theirs: str) -> Merge:
    """Return `base` with the changes of both `ours` and `theirs`, which are two changed versions of it. If both have
    changed the same lines, or lines with no unchanged line between them, those of `ours` are used.
    """
    lines = _LINE.findall(base), _LINE.findall(ours), _LINE.findall(theirs)
    out: list[str] = []
    conflicts = 0
    for region in _regions(*lines):
        if region.ours == region.base:
            out += region.theirs
            continue
        out += region.ours
        conflicts += region.theirs not in (region.base, region.ours)
    return Merge("".join(out), conflicts)


def changed(base: str, ours: str) -> int:
    """Return the number of characters in all lines that occur in only one of the texts `base` and `ours`."""
    old, new = _LINE.findall(base), _LINE.findall(ours)
    kept = sum(len(line) for each in line_matches(old, new) for line in old[each.old : each.old + each.length])
    return len(base) + len(ours) - 2 * kept


def lacks_all(base: str, ours: str, theirs: str) -> bool:
    """Return True if `theirs` made changes to `base` that can be recognized (new words or deleted lines), and `ours`
    contains none of them. Then the author of `ours` did not know `theirs`, or somebody undid all these changes.
    """
    lines = [_LINE.findall(text) for text in (base, ours, theirs)]
    added = _pairs(_beside(line_matches(lines[0], lines[1]), lines[1]))
    there = set(lines[1])
    brought = [_shows(each, added, there) for each in _regions(lines[0], lines[0], lines[2])]
    told = [each for each in brought if each is not None]
    return bool(told) and not any(told)


def _shows(region: _Region, added: Set[tuple[str, str]], there: Set[str]) -> bool | None:
    """Return True if `ours` contains the change that `theirs` made in this region, perhaps moved or reworded; False if
    it does not. Returns None if `theirs` changed nothing here that can be recognized.

    `added` are the pairs of neighboring words in the lines that only `ours` has. `there` are all lines of `ours`.
    """
    new = _pairs(region.theirs) - _pairs(region.base)
    if new:
        return len(new & added) >= SHARED * len(new)
    gone = {line for line in region.base if line.strip()} - set(region.theirs)
    return 2 * len(gone & there) < len(gone) if gone else None


def _beside(matches: Iterable[Match], new: Sequence[str]) -> list[str]:
    """Return the lines of the new text that belong to none of the `matches` between the old and the new text."""
    kept = {place for each in matches for place in range(each.new, each.new + each.length)}
    return [line for place, line in enumerate(new) if place not in kept]


def _pairs(lines: Iterable[str]) -> set[tuple[str, str]]:
    """Return the pairs of neighboring words in lines. The start and end of a line, written "", count as words."""
    words = (["", *WORD.findall(line.casefold()), ""] for line in lines if line.strip())
    return {pair for each in words for pair in pairwise(each)}


def _regions(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> Iterator[_Region]:
    """Divide the three texts at the lines that all of them share. The shared lines are regions, too."""
    at = (0, 0, 0)
    for shared in (*_shared(line_matches(base, ours), line_matches(base, theirs)), None):
        start, length = shared or ((len(base), len(ours), len(theirs)), 0)
        texts = (base, ours, theirs)
        yield _Region(*(text[first:last] for text, first, last in zip(texts, at, start, strict=True)))
        same = base[start[0] : start[0] + length]
        yield _Region(same, same, same)
        at = (start[0] + length, start[1] + length, start[2] + length)


def _shared(ours: Sequence[Match], theirs: Sequence[Match]) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Yield ((start in base, start in ours, start in theirs), length) for each range of lines that both versions
    kept. `ours` and `theirs` are the matches of the base text's lines with those of the two versions.
    """
    i = j = 0
    while i < len(ours) and j < len(theirs):
        a, b = ours[i], theirs[j]
        start, stop = max(a.old, b.old), min(a.old + a.length, b.old + b.length)
        if start < stop:
            yield (start, a.new + start - a.old, b.new + start - b.old), stop - start
        if a.old + a.length <= b.old + b.length:
            i += 1
        else:
            j += 1
