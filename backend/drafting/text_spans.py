"""Join, subtract and trim ranges of a text, given by offsets."""

from __future__ import annotations

from collections.abc import Iterable

from backend.document.sentences import Span


def trimmed(text: str, span: Span) -> Span:
    """Return the range without surrounding white space; an empty range if there is nothing else."""
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def merged(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return the ranges in order and disjoint: overlapping ones, or those separated only by white space, are joined."""
    joined: list[Span] = []
    for start, end in sorted(trimmed(text, span) for span in spans):
        if start == end:
            continue
        if joined and (start <= joined[-1][1] or not text[joined[-1][1] : start].strip()):
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return tuple(joined)


def without(spans: Iterable[Span], taken: Iterable[Span]) -> tuple[Span, ...]:
    """Return what is left of the ranges after removing the taken ones."""
    left = list(spans)
    for start, end in taken:
        left = [
            piece
            for first, last in left
            for piece in ((first, min(last, start)), (max(first, end), last))
            if piece[0] < piece[1]
        ]
    return tuple(sorted(set(left)))
