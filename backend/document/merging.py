"""Merge two changes of one text (diff3): changes that do not touch are both applied, others are reported.

Line ends belong to their lines, so that bytes that neither side changed stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.document.line_matches import Match, line_matches

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True, slots=True)
class Merge:
    """Both changes in one text. Where they touch, `text` has ours, and `conflicts` counts these places."""

    text: str
    conflicts: int


@dataclass(frozen=True, slots=True)
class _Region:
    """A range of the base, and its text on each side."""

    base: Sequence[str]
    ours: Sequence[str]
    theirs: Sequence[str]


def merge(base: str, ours: str, theirs: str) -> Merge:
    """Apply the changes of both sides to `base`. Two changes touch if no unchanged line is between them."""
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


def _regions(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> Iterator[_Region]:
    """Cut the three texts at the lines that all of them share; shared ranges are regions, too."""
    at = (0, 0, 0)
    for shared in (*_shared(line_matches(base, ours), line_matches(base, theirs)), None):
        start, length = shared or ((len(base), len(ours), len(theirs)), 0)
        texts = (base, ours, theirs)
        yield _Region(*(text[first:last] for text, first, last in zip(texts, at, start, strict=True)))
        same = base[start[0] : start[0] + length]
        yield _Region(same, same, same)
        at = (start[0] + length, start[1] + length, start[2] + length)


def _shared(ours: Sequence[Match], theirs: Sequence[Match]) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Yield the ranges of the base that both sides kept: their positions in the three texts, and their lengths."""
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
