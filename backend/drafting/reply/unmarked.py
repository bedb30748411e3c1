"""Show growing content without the numbers by which a model cites its sources.

A number is removed, or becomes a key, once its source is known, which for most models is when the answer is complete.
So no number is shown before, nor any text that may become one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from backend.drafting.reply.text_changes import Showing
from backend.kernel.events import Token
from backend.sources import marks
from backend.sources.marks import Mark

#: What is shown for a mark: a key, or "" for nothing; None leaves it, as it stood in the document or a draft before.
ShownFor = Callable[[Mark], str | None]

#: The end of a text that may be, or become, a mark: the blanks and the bracket in front of it included.
_UNDECIDED = re.compile(r"[ \t\xa0]*\(?(?:[ \t]?\[[\d ,;–-]{0,100}\]?)*\)?\Z")
#: Characters of a run of marks with the blanks in front of it.
_LONGEST = 400


class Unmarked:
    """A view that replaces each mark by the result of `shown_for`."""

    def __init__(self, view: Showing, shown_for: ShownFor) -> None:
        self._view, self._shown_for = view, shown_for
        #: what was judged, marks and all, and what may yet turn out to be a mark
        self._judged = self._held = ""

    def append(self, text: str) -> list[Token]:
        """Add text. Returns the tokens that show it."""
        return self._judge(self._held + text)

    def settle(self, text: str) -> list[Token]:
        """Replace the text so far; more of it may follow."""
        self._judged = ""
        undecided = _undecided(text)
        self._judged, self._held = text[:undecided], text[undecided:]
        return self._view.settle(self._without_marks())

    def end(self) -> list[Token]:
        """Return the tokens that show everything, because no more text comes."""
        self._judged, self._held = self._judged + self._held, ""
        return [*self._view.settle(self._without_marks()), *self._view.end()]

    def _judge(self, text: str) -> list[Token]:
        undecided = _undecided(text)
        certain, self._held = text[:undecided], text[undecided:]
        if not certain:
            return []
        plain = "[" not in certain and "]" not in certain and not self._judged.endswith("]")
        self._judged += certain
        return self._view.append(certain) if plain else self._view.settle(self._without_marks())

    def _without_marks(self) -> str:
        return with_shown(self._judged, self._shown_for)


def with_shown(text: str, shown_for: ShownFor) -> str:
    """Replace the marks in a text by the results of `shown_for`."""
    shown = {mark: instead for mark in marks.read(text) if (instead := shown_for(mark)) is not None}
    return marks.rewrite(text, list(shown), shown.__getitem__) if shown else text


def _undecided(text: str) -> int:
    """Return where an unfinished mark may begin at the end of a text."""
    found = _UNDECIDED.search(text, max(0, len(text) - _LONGEST))
    return found.start() if found else len(text)
