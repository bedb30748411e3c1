"""What of a paper's text is no sentence: headings that lost their mark, labels, halves that a page's end has cut."""

from __future__ import annotations

import re

_CLOSERS = r"\"'”’»›)\]}）】」』》〉*_`"
#: A mark that ends a sentence, with what may stand behind it: quotation marks, and citations as [1], [@key], ^2^.
_FINISHED = re.compile(
    rf"[.!?…:;。！？｡：；।॥؟۔።፧။៕։][{_CLOSERS}]*"
    rf"(?:\s?\[\^?[^\[\]\n]{{1,120}}\]|\^[\w,]{{1,80}}\^?|<sup>[^<>]{{1,80}}</sup>|</?[a-zA-Z]\w{{0,10}}>|[{_CLOSERS}])*\Z"
)
_LETTER = re.compile(r"[^\W\d_]")
#: The characters at a text's end that are looked at.
_TAIL = 600


def finished(text: str) -> bool:
    """Whether a text ends as a sentence does."""
    return bool(_FINISHED.search(text.rstrip()[-_TAIL:]))


def headless(text: str) -> bool:
    """Whether a text begins in the middle of a sentence: with a small letter."""
    first = _LETTER.search(text[:20])
    return first is not None and first[0].islower() and not text[: first.start()].strip("\"'“‘«‹([{*_`")
