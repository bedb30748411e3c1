"""Match the lines that two texts share, in order, for merging and for the differences between revisions.

Lines that occur exactly once in each text are paired first (patience diff), then equal lines next to such pairs. These
two steps are repeated for the lines between two pairs. A blank or repeated line is never paired alone, so every match
contains meaningful text. The time grows with n log n for n lines.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

#: Maximum number of rounds in which the gaps are divided again. Ordinary texts need at most three (70 papers with
#: random edits).
_MOST_ROUNDS = 12


class Lines(Protocol):
    """A sequence of the lines of a text. Their numbers are counted from 0."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> str: ...


@dataclass(frozen=True, slots=True, order=True)
class Match:
    """A run of `length` equal lines. It begins at line `old` of the old text and at line `new` of the new text, counted
    from 0.
    """

    old: int
    new: int
    length: int


@dataclass(frozen=True, slots=True)
class _Window:
    """The lines `old_start` to `old_stop` - 1 of one text, and the lines `new_start` to `new_stop` - 1 of the other."""

    old_start: int
    old_stop: int
    new_start: int
    new_stop: int


def line_matches(old: Lines, new: Lines) -> list[Match]:
    """Return the runs of lines that the old and the new text share, in ascending order in both texts."""
    found: list[Match] = []
    windows = [_Window(0, len(old), 0, len(new))]
    for _ in range(_MOST_ROUNDS):
        gaps: list[_Window] = []
        for window in windows:
            inner, ends = _trimmed(old, new, window)
            found += ends
            pairs = _unique_pairs(old, new, inner)
            found += [Match(*pair, 1) for pair in pairs]
            gaps += _between(pairs, inner) if pairs else []
        windows = gaps
    return list(_joined(sorted(found)))


def _trimmed(old: Lines, new: Lines, window: _Window) -> tuple[_Window, list[Match]]:
    """Return (smaller window, matches): the `window` without the equal lines at its start and at its end, and the
    matches that consist of these lines.
    """
    most = min(window.old_stop - window.old_start, window.new_stop - window.new_start)
    head = 0
    while head < most and old[window.old_start + head] == new[window.new_start + head]:
        head += 1
    tail = 0
    while tail < most - head and old[window.old_stop - 1 - tail] == new[window.new_stop - 1 - tail]:
        tail += 1
    ends = [
        Match(window.old_start, window.new_start, head),
        Match(window.old_stop - tail, window.new_stop - tail, tail),
    ]
    inner = _Window(window.old_start + head, window.old_stop - tail, window.new_start + head, window.new_stop - tail)
    return inner, [each for each in ends if each.length]


def _unique_pairs(old: Lines, new: Lines, window: _Window) -> list[tuple[int, int]]:
    """Pair the lines that occur exactly once in each text within the window. Returns the longest list of such pairs
    (number in the old text, number in the new text) that ascends in both texts.
    """
    if window.old_start == window.old_stop or window.new_start == window.new_stop:
        return []
    in_old = _unique(old, window.old_start, window.old_stop)
    in_new = _unique(new, window.new_start, window.new_stop)
    return _ascending([(at, in_new[line]) for line, at in in_old.items() if line in in_new])


def _unique(lines: Lines, start: int, stop: int) -> dict[str, int]:
    """Return the lines that occur exactly once among the lines `start` to `stop` - 1, each mapped to its line number,
    in ascending order.
    """
    places: dict[str, int] = {}
    repeated = set()
    for number in range(start, stop):
        if lines[number] in places:
            repeated.add(lines[number])
        places[lines[number]] = number
    return {line: number for line, number in places.items() if line not in repeated}


def _ascending(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest subsequence of `pairs` in which the second members ascend. Their first members already
    ascend.
    """
    tops: list[int] = []  # for each length, the smallest last member of a subsequence
    rows: list[int] = []  # the index of the pair with this member
    before: list[int] = []
    for index, (_, second) in enumerate(pairs):
        at = bisect_left(tops, second)
        before.append(rows[at - 1] if at else -1)
        tops[at : at + 1] = [second]
        rows[at : at + 1] = [index]
    row = []
    index = rows[-1] if rows else -1
    while index >= 0:
        row.append(pairs[index])
        index = before[index]
    return row[::-1]


def _between(pairs: Sequence[tuple[int, int]], window: _Window) -> Iterator[_Window]:
    old_start, new_start = window.old_start, window.new_start
    for old, new in (*pairs, (window.old_stop, window.new_stop)):
        if old > old_start and new > new_start:
            yield _Window(old_start, old, new_start, new)
        old_start, new_start = old + 1, new + 1


def _joined(found: Sequence[Match]) -> Iterator[Match]:
    """Yield the matches in order. If one match begins where another ends, in both texts, they are joined into one."""
    last: Match | None = None
    for each in found:
        if last and (last.old + last.length, last.new + last.length) == (each.old, each.new):
            last = Match(last.old, last.new, last.length + each.length)
            continue
        if last:
            yield last
        last = each
    if last:
        yield last
