"""Find the row of a table that a message gives in a line of text: "add a row: Munich | 3 | 41, after Berlin"."""

from __future__ import annotations

import re

from backend.document.order_words import is_a, words_in

#: The separator of two cells.
_BAR = "|"
_COLON = re.compile(r"[:：][ \t]*")
#: The end of the last cell, if words for a place follow.
_PARTING = re.compile(r",[ \t]+|[ \t]+[–—-][ \t]+|[.;][ \t]+")


def typed_row(message: str, masked: str) -> tuple[int, int, str] | None:
    """Return (start, end, row) for the row of a table in a message: "Munich | 3 | 41"; None if there is none. `masked`
    is the message with placeholders over names.

    The row must be the message's only line with cells that are separated by "|". The cells must follow a colon, or
    begin with "|".
    """
    lines = [found for found in re.finditer(r"[^\n]+", message) if _BAR in found[0]]
    if len(lines) != 1:
        return None
    first, stop = message.index(_BAR, lines[0].start()), lines[0].end()
    colons = list(_COLON.finditer(message, lines[0].start(), first))
    framed = not message[lines[0].start() : first].strip() or message[:first].rstrip().endswith((":", "："))
    if not framed and not colons:
        return None
    start = first if framed else colons[-1].end()
    end = _end(message, start, stop)
    cells = [" ".join(cell.split()) for cell in message[start:end].strip().strip(_BAR).split(_BAR)]
    if len(cells) < 2 or not any(cells):
        return None
    return start, end, f"| {' | '.join(cells)} |"


def _end(message: str, start: int, stop: int) -> int:
    """Return the offset after the last cell of the row between the offsets `start` and `stop`. Words for a place after
    the row and a final period do not belong to it.
    """
    last = message.rindex(_BAR, start, stop)
    if not message[last + 1 : stop].strip():
        return last + 1
    for found in _PARTING.finditer(message, last + 1, stop):
        behind = words_in(message[found.end() : stop])[:1]
        if not behind or is_a(behind[0], "place", "edge"):
            return found.start()
    whole = message[start:stop].rstrip()
    return start + len(whole.removesuffix("."))
