"""Find out whether a position in a Markdown string is in code, in a formula, or in plain text.

The meaning of an escape depends on this, so it is found out before the string is decoded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["fence", "code", "display", "inline", "text"]

#: Code and formulas. The leftmost match counts. Every alternative stops at its own delimiter or at a limit, so the time
#: is linear. As in Pandoc, a dollar sign opens a formula before a character that is not a space; it closes the formula
#: after such a character and before anything but a digit.
_PLACE = re.compile(
    r"(?P<tex>```\{?=?(?:la)?tex\b(?:(?!```).)*+(?:```|\Z))|(?P<fence>```(?:(?!```).)*+(?:```|\Z))|(?P<code>`[^`\n]{1,200}`)"
    r"|(?P<display>\$\$[^$]++(?:\$\$|\$?\Z)|\\+begin\{(?:(?!\\begin|\\end).){0,4000}\\end"
    r"|\\{1,2}\[(?:(?!\\[\[\]]).){0,2000}\\\])"
    r"|(?P<inline>(?<![\\$])\$(?![\s$])(?:[^$\n\\]|\\(?!n\\n).){1,400}?(?<!\s)\$(?!\d)"
    r"|\\{1,2}\((?:(?!\\[()]|\n).){0,400}\\\))",
    re.DOTALL,
)
#: a formula that was cut off
_OPEN_FORMULA = re.compile(r"(?<![\\$])\$(?![\s$])(?:[^$\n\\]|\\(?!n\\n).){0,400}\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Place:
    """Whether a position in a Markdown string is in code, in a formula or in plain text (`kind`), and the range of this
    code or formula.

    `pasted` is True if the range contains real line breaks instead of escaped ones.
    """

    kind: Kind
    start: int
    end: int
    pasted: bool = False

    @property
    def formula(self) -> bool:
        return self.kind in {"inline", "display"}


def places(body: str, positions: Iterable[int], cut: bool) -> Iterator[Place]:
    """Yield, for each position in a Markdown string (`body`), whether it is in code, a formula or plain text. The
    positions must be in ascending order.

    If `cut` is True, the string was cut off, and a formula at its end may not be closed.
    """
    text = Place("text", 0, len(body))
    spans = _PLACE.finditer(body)
    opened = _OPEN_FORMULA.search(body, max(0, len(body) - 400)) if cut else None
    span = next(spans, None)
    current: Place | None = None
    for at in positions:
        while span is not None and span.end() <= at:
            span, current = next(spans, None), None
        if span is not None and span.start() <= at:
            kind: Kind = "display" if span.lastgroup == "tex" else span.lastgroup  # type: ignore[assignment]
            current = current or Place(kind, span.start(), span.end(), "\n" in span[0])
            yield current
        elif opened is not None and opened.start() < at:
            yield Place("inline", opened.start(), len(body))
        else:
            yield text
