"""Remove a model's reasoning, `<think>…</think>`, while the model writes its answer.

Marks, numbers and addresses in the reasoning must not be taken for those of the answer. A text that arrives in pieces
gives the same result as one that arrives whole, with one exception. Some models send no opening tag, because their
template contains it. Then only `without_reasoning`, which gets the whole text, can remove the text before the closing
tag.
"""

from __future__ import annotations

import re

_NAMES = r"(?:think|thinking|thought|thoughts|reasoning|scratchpad)"
_OPEN = re.compile(rf"(?<!`)<{_NAMES}>", re.IGNORECASE)
_CLOSE = re.compile(rf"(?<!`)</{_NAMES}>[ \t]*\n*", re.IGNORECASE)
#: The beginning of a tag at the end of the text so far.
_BEGUN = re.compile(r"</?[a-z]{0,10}\Z", re.IGNORECASE)


class Thoughts:
    """Separates one answer into its text and the model's reasoning."""

    def __init__(self) -> None:
        self._kept = ""
        self._thinking = False
        self._said_something = False

    def feed(self, piece: str) -> tuple[str, str]:
        """Add a piece of the answer. Returns the new text and the new reasoning; either may be "". The end of a piece
        that may be the beginning of a tag is kept until the next piece shows whether it is one.
        """
        self._kept += piece
        begun = _BEGUN.search(self._kept)
        held = self._kept[begun.start() :] if begun else ""
        ready, self._kept = self._kept[: len(self._kept) - len(held)], ""
        said, thought = self._divided(ready)
        self._kept += held
        return self._trimmed(said), thought

    def end(self) -> tuple[str, str]:
        """Return the rest of the text and of the reasoning, after the last piece was added."""
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
        """Return the text without the white space between reasoning at the beginning and the answer."""
        if not self._said_something:
            said = said.lstrip()
            self._said_something = bool(said)
        return said


def without_reasoning(text: str) -> str:
    """Return a whole answer without its reasoning, even if the reasoning has only a closing tag."""
    thoughts = Thoughts()
    said = thoughts.feed(text)[0] + thoughts.end()[0]
    *_, last = _CLOSE.split(said)
    return last.strip() if last != said else said
