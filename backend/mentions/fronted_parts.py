"""Find the part that a message names at its beginning only to say where another part is: "in Results, delete the
sentence about wind".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backend.mentions.resolver import Mention

_IN = r"\s*(?:in|im|within|inside|under|at|unter|bei|beim|dans|en|nel|nella|nei|nello|no|na|nos|nas|em)\s"
_LEADING = re.compile(_IN + r"[^,:;.!?\n]{0,30}", re.IGNORECASE)
_FRONT = re.compile(_IN + r"(?:[^,:;!?\n]{1,60}?)\s*[,:]\s+", re.IGNORECASE)
_COMMA = re.compile(r"[”“»\"]?\s*[,:]\s+")


def without_fronted(message: str, mentions: Sequence[Mention]) -> tuple[int, list[Mention]]:
    """Return two values: the index in the message at which its order begins, and the mentions that belong to this
    order.

    For "in Results, delete the sentence about wind", this is the index of "delete", and the mention of the sentence,
    without that of Results. For any other message, return 0 and all mentions.
    """
    named = list(mentions)
    front = _FRONT.match(message)
    if front is not None and named and named[0].at[0] >= front.end():
        return front.end(), named  # "in Results, …" belongs to the name of the sentence
    if len(named) > 1 and (comma := _COMMA.match(message, named[0].at[1])) is not None:
        (start, stop), inner = named[0].span, named[1].span
        inside = start <= inner[0] and inner[1] <= stop and inner != (start, stop)
        if inside and named[1].at[0] >= comma.end() and _LEADING.fullmatch(message[: named[0].at[0]]):
            return comma.end(), named[1:]
    return 0, named
