"""Where new text stands in a document: offsets of what a change put in, in code points or UTF-16 units."""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.common_prefix import common_prefix

Span = tuple[int, int]


def inserted(before: str, after: str, content: str) -> tuple[Span, ...]:
    """The spans of `after` that `before` does not have, as (start, end) in code points; () if text only went away.

    Where the approved `content` stands in the changed part word for word, its own span is given, since text that
    repeats its neighbors could be cut out of the change in several ways.
    """
    head, tail = shared_ends(before, after)
    start, end = head, len(after) - tail
    text = content.replace("\r\n", "\n").strip("\n")
    if text:
        at = after.find(text, max(0, start - len(text)), min(len(after), end + len(text)))
        if at >= 0:
            return ((at, at + len(text)),)
    return ((start, end),) if end > start else ()


def pure_insertion(before: str, after: str) -> Span | None:
    """The span of `after` that was put into `before`; None where anything of `before` went away."""
    head, tail = shared_ends(before, after)
    return (head, len(after) - tail) if head + tail == len(before) else None


def shared_ends(before: str, after: str) -> tuple[int, int]:
    """Return how many characters two texts share at their start and, of the rest, at their end."""
    most = min(len(before), len(after))
    head = common_prefix(before, after, most)
    tail = common_prefix(before[::-1], after[::-1], most - head)
    return head, tail


def utf16(text: str, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The same spans counted in UTF-16 units, as JavaScript counts; linear in the text, whatever the spans."""
    if text.isascii():
        return tuple(spans)
    counted: dict[int, int] = {}
    at = units = 0
    for offset in sorted({offset for span in spans for offset in span}):
        units += len(text[at:offset].encode("utf-16-le", "surrogatepass")) // 2
        at = offset
        counted[offset] = units
    return tuple((counted[start], counted[end]) for start, end in spans)
