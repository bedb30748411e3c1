"""Join, subtract and trim ranges of a text, given as pairs of start and end."""

from __future__ import annotations

from collections.abc import Iterable

from backend.document.sentences import Span


def trimmed(text: str, span: Span) -> Span:
    """Return a range without white space at its start and end; an empty range if it has only white space."""
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def merged(text: str, spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return the ranges in order. Ranges that overlap, or that only white space separates, are joined."""
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
    """Return the parts of the ranges that are not in `taken`, in order."""
    left = list(spans)
    for start, end in taken:
        left = [
            piece
            for first, last in left
            for piece in ((first, min(last, start)), (max(first, end), last))
            if piece[0] < piece[1]
        ]
    return tuple(sorted(set(left)))
