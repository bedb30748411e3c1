"""Compute the tokens (kernel/events.py) that update a text on the user's screen. A token appends text, or replaces the
end of the text by other text.
"""

from __future__ import annotations

import re
from typing import Protocol

from backend.document.plaintext import plain
from backend.drafting.reply.echoes import certain_length, without_echoes
from backend.kernel.events import Token


class TextDisplay(Protocol):
    """The interface of classes that show a text while it is being written. Each method returns the tokens to send to
    the client.
    """

    def append(self, text: str) -> list[Token]: ...

    def settle(self, text: str) -> list[Token]: ...

    def end(self) -> list[Token]: ...


class View:
    """Shows a text unchanged. The text is that of one channel: the message, or the content."""

    def __init__(self, channel: str) -> None:
        self.channel = channel
        #: the whole text so far, in pieces
        self._pieces: list[str] = []
        self._shown: list[str] = []
        self._size = 0

    @property
    def begun(self) -> bool:
        return bool(self._pieces)

    @property
    def whole(self) -> str:
        """Return all text so far, including text that the user was not shown yet."""
        return "".join(self._pieces)

    def append(self, text: str) -> list[Token]:
        """Add text. Returns the tokens (kernel/events.py) that show more of the text on the user's screen."""
        if not text:
            return []
        self._pieces.append(text)
        return self._add(text)

    def settle(self, text: str) -> list[Token]:
        """Replace all text so far by its final form. Returns the tokens that update the text on the screen."""
        self._pieces = [text]
        return self._show(text)

    def end(self) -> list[Token]:
        """Return the tokens for text that the user was not shown yet. Call this when the text is complete."""
        return []

    def _add(self, text: str) -> list[Token]:
        token = Token(self.channel, self._size, text)
        self._shown.append(text)
        self._size += len(text)
        return [token]

    def _show(self, text: str) -> list[Token]:
        """Return the tokens that change the shown text to `text`: an addition is appended, and a difference is
        replaced.
        """
        shown = "".join(self._shown)
        if text.startswith(shown):
            return self._add(text[len(shown) :]) if len(text) > len(shown) else []
        agreed = next((at for at, (one, other) in enumerate(zip(shown, text)) if one != other), len(text))  # noqa: B905
        self._shown, self._size = [text], len(text)
        return [Token(self.channel, agreed, text[agreed:])]


class Trimmed(View):
    """A view of a channel that omits the line breaks at the beginning and end of its text."""

    def __init__(self, channel: str) -> None:
        super().__init__(channel)
        self._held = ""

    def append(self, text: str) -> list[Token]:
        self._pieces.append(text)
        if self._size:
            held = self._held + text
        else:
            held = (self._held + text).lstrip("\n")
            if not held.strip():
                self._held = held
                return []
        kept = held.rstrip("\n")
        self._held = held[len(kept) :]
        return self._add(kept) if kept else []

    def settle(self, text: str) -> list[Token]:
        self._pieces, self._held = [text], ""
        bare = text.strip("\n")
        self._held = text[len(text.rstrip("\n")) :]
        return self._show(bare if bare.strip() else "")


class Plain(View):
    """Shows a Markdown text as plain text, the form of research answers.

    A paragraph is converted and shown once it is complete. Of an incomplete paragraph, only the beginning of its first
    line is shown, up to the first character that may be markup.
    """

    _LINE = re.compile(r"[^\W\d_][^*_`\[\]!<>#|$\\~^&\n:]*(?=\s)")

    def __init__(self, channel: str) -> None:
        super().__init__(channel)
        self._done = ""
        self._tail = ""

    def append(self, text: str) -> list[Token]:
        self._pieces.append(text)
        self._tail += text
        paragraphs, gap, tail = self._tail.rpartition("\n\n")
        if gap and paragraphs.strip():
            self._done = plain(self.whole[: len(self.whole) - len(tail)])
            self._tail = tail
        line = self._LINE.match(self._tail.lstrip("\n"))
        shown = "\n\n".join(filter(None, (self._done, line[0].rstrip() if line else "")))
        return self._show(shown) if len(shown) > self._size or gap else []

    def settle(self, text: str) -> list[Token]:
        self._pieces, self._tail = [text], ""
        self._done = plain(text)
        return self._show(self._done)

    def end(self) -> list[Token]:
        """Return the tokens for text that the user was not shown yet. Call this when the text is complete."""
        return self.settle(self.whole)


class WithoutEchoes:
    """Shows a text without echoes of the prompt (echoes.py). Text that may be a part of an echo is shown only when it
    is certain that it is not.
    """

    def __init__(self, view: TextDisplay) -> None:
        self._view = view
        self._pieces: list[str] = []
        self._held = ""
        self._at_start = True

    @property
    def begun(self) -> bool:
        return bool(self._pieces)

    @property
    def whole(self) -> str:
        """Return all text so far, including echoes."""
        return "".join(self._pieces)

    def append(self, text: str) -> list[Token]:
        """Add text. Returns the tokens (kernel/events.py) that show more of the text on the user's screen."""
        if not text:
            return []
        self._pieces.append(text)
        self._held += text
        return self._release(certain_length(self._held, self._at_start))

    def settle(self, text: str, unfinished: bool = False) -> list[Token]:
        """Replace all text so far by `text`. Returns the tokens that update the text on the screen. `unfinished` is
        True if more text may follow.
        """
        self._pieces, self._held, self._at_start = [text], "", False
        if unfinished:
            return self._view.settle(without_echoes(text[: certain_length(text, at_start=True)]))
        return [*self._view.settle(without_echoes(text)), *self._view.end()]

    def end(self) -> list[Token]:
        """Return the tokens for text that the user was not shown yet. Call this when the text is complete."""
        return [*self._release(len(self._held)), *self._view.end()]

    def _release(self, length: int) -> list[Token]:
        certain, self._held = self._held[:length], self._held[length:]
        if not certain:
            return []
        shown = without_echoes(certain, self._at_start)
        self._at_start = False
        return self._view.append(shown) if shown else []
