"""Show content that is still being written, without the numbers by which the model cites its sources (citation marks,
such as `[3]`).

Once the source of a mark is known, the mark is removed or replaced by a citation key. For most models, this is when the
answer is complete. Until then, neither marks nor text that may become a mark are shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from backend.drafting.reply.text_changes import TextDisplay
from backend.kernel.events import Token
from backend.sources import marks
from backend.sources.marks import Mark

#: A function that returns the text for a mark: a citation key, or "" to remove it. None keeps a mark that was already
#: in the document or in an earlier draft.
ShownFor = Callable[[Mark], str | None]

#: The end of a text that may be or become a mark, including the white space and the bracket before it.
_UNDECIDED = re.compile(r"[ \t\xa0]*\(?(?:[ \t]?\[[\d ,;–-]{0,100}\]?)*\)?\Z")
#: Maximum number of characters of consecutive marks, together with the white space before them.
_LONGEST = 400


class Unmarked:
    """Shows a text in which each citation mark is replaced by what `shown_for` returns for it."""

    def __init__(self, view: TextDisplay, shown_for: ShownFor) -> None:
        self._view, self._shown_for = view, shown_for
        #: the text whose marks are certain; and the text after it that may become a mark
        self._judged = self._held = ""

    def append(self, text: str) -> list[Token]:
        """Add text. Returns the tokens (kernel/events.py) that show more of the text on the user's screen."""
        return self._judge(self._held + text)

    def settle(self, text: str) -> list[Token]:
        """Replace all text so far by `text`. Returns the tokens that update the text on the screen. More text may
        follow.
        """
        self._judged = ""
        undecided = _undecided(text)
        self._judged, self._held = text[:undecided], text[undecided:]
        return self._view.settle(self._without_marks())

    def end(self) -> list[Token]:
        """Return the tokens for text that the user was not shown yet. Call this when the text is complete."""
        self._judged += self._held
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
    """Return a text in which each citation mark is replaced by what `shown_for` returns for it. If the function returns
    None, the mark stays.
    """
    shown = {mark: instead for mark in marks.read(text) if (instead := shown_for(mark)) is not None}
    return marks.rewrite(text, list(shown), shown.__getitem__) if shown else text


def _undecided(text: str) -> int:
    """Return the position at which an incomplete mark may begin at the end of the text. If there is none, it is the end
    of the text.
    """
    found = _UNDECIDED.search(text, max(0, len(text) - _LONGEST))
    return found.start() if found else len(text)
