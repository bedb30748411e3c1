"""Join, subtract and trim ranges of a text. A range is a pair of start and end; the end is excluded."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from backend.document.sentences import Span


def trimmed(text: str, span: Span) -> Span:
    """Return a range without white space at its start and end. If it is all white space, the result is empty."""
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def merged(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return the given ranges in order. Two ranges become one if they overlap, or if only white space is
    between them.
    """
    joined: list[Span] = []
    for start, end in sorted(trimmed(text, span) for span in spans):
        if start == end:
            continue
        if joined and (start <= joined[-1][1] or not text[joined[-1][1] : start].strip()):
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return tuple(joined)


def union(spans: Iterable[Span]) -> list[Span]:
    """Return the given ranges in order, without empty ones. Ranges that overlap or touch are joined."""
    joined: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def outside(span: Span, taken: Sequence[Span]) -> Iterator[Span]:
    """Yield the parts of a range that are in none of the ranges `taken`, which must be in order and not overlap."""
    start, end = span
    for index in range(bisect_right(taken, start, key=itemgetter(1)), len(taken)):
        first, last = taken[index]
        if first >= end:
            break
        if start < first:
            yield start, first
        start = last
    if start < end:
        yield start, end


def without(spans: Iterable[Span], taken: Iterable[Span]) -> tuple[Span, ...]:
    """Return the parts of `spans` that are in none of the ranges `taken`, in order."""
    joined = union(taken)
    return tuple(sorted({piece for span in spans for piece in outside(span, joined)}))
