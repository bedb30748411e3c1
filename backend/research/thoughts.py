"""A model's thoughts, `<think>…</think>`, taken out of its answer while it is being said.

Nothing in them counts: no mark, no number, no address. A text fed in pieces, cut anywhere, comes out as one fed whole.
There is one exception: the template of some models opens the thought for them, so that no opening is ever heard; then
only the whole text (`spoken`) can leave out what stands before the closing tag.
"""

from __future__ import annotations

import re

_NAMES = r"(?:think|thinking|thought|thoughts|reasoning|scratchpad)"
_OPEN = re.compile(rf"(?<!`)<{_NAMES}>", re.IGNORECASE)
_CLOSE = re.compile(rf"(?<!`)</{_NAMES}>[ \t]*\n*", re.IGNORECASE)
#: The beginning of a tag at the end of what has come so far.
_BEGUN = re.compile(r"</?[a-z]{0,10}\Z", re.IGNORECASE)


class Thoughts:
    """Divides one answer into what is said and what is thought."""

    def __init__(self) -> None:
        self._kept = ""
        self._thinking = False
        self._said_something = False

    def feed(self, piece: str) -> tuple[str, str]:
        """More of the answer: what of it is said, and what is thought."""
        self._kept += piece
        begun = _BEGUN.search(self._kept)
        held = self._kept[begun.start() :] if begun else ""
        ready, self._kept = self._kept[: len(self._kept) - len(held)], ""
        said, thought = self._divided(ready)
        self._kept += held
        return self._trimmed(said), thought

    def end(self) -> tuple[str, str]:
        """Return what was still held back."""
        ready, self._kept = self._kept, ""
        return (self._trimmed("" if self._thinking else ready)), (ready if self._thinking else "")

    def _divided(self, text: str) -> tuple[str, str]:
        said, thought = "", ""
        while text:
            found = (_CLOSE if self._thinking else _OPEN).search(text)
            before = text if found is None else text[: found.start()]
            if self._thinking:
                thought += before
            else:
                said += before
            if found is None:
                break
            self._thinking = not self._thinking
            text = text[found.end() :]
        return said, thought

    def _trimmed(self, said: str) -> str:
        """Without the space between a thought at the beginning and the answer."""
        if not self._said_something:
            said = said.lstrip()
            self._said_something = bool(said)
        return said


def spoken(text: str) -> str:
    """A whole answer without its thoughts, the unopened one before a closing tag too."""
    thoughts = Thoughts()
    said = thoughts.feed(text)[0] + thoughts.end()[0]
    *_, last = _CLOSE.split(said)
    return last.strip() if last != said else said
