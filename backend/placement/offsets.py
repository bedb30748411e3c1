"""Find where text was inserted, as offsets in code points or in UTF-16 units."""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.common_prefix import shared_ends

Span = tuple[int, int]


def inserted(before: str, after: str, content: str) -> tuple[Span, ...]:
    """Return where `after` has text that is not in `before`: one span (start, end excluded) in code points, or () if
    text was only removed.

    If the approved `content` occurs word for word in the changed part, its span is returned. Otherwise the span is
    everything between the beginning and the end that both texts share.
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
    """Return start and end (excluded), in characters, of the text of `after` that was inserted into `before`; None if
    any text of `before` was removed.
    """
    head, tail = shared_ends(before, after)
    return (head, len(after) - tail) if head + tail == len(before) else None


def utf16(text: str, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Convert spans (start, end excluded) from code points to UTF-16 units, in which JavaScript counts. Takes linear
    time.
    """
    if text.isascii():
        return tuple(spans)
    counted: dict[int, int] = {}
    at = units = 0
    for offset in sorted({offset for span in spans for offset in span}):
        units += len(text[at:offset].encode("utf-16-le", "surrogatepass")) // 2
        at = offset
        counted[offset] = units
    return tuple((counted[start], counted[end]) for start, end in spans)
