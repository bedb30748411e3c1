"""What of a paper's text is no sentence: headings that lost their mark, labels, halves that a page's end has cut."""

from __future__ import annotations

import re

from backend.document.sentences import Span, sentences

_CLOSERS = r"\"'”’»›)\]}）】」』》〉*_`"
#: A mark that ends a sentence, with what may stand behind it: quotation marks, and citations as [1], [@key], ^2^.
_FINISHED = re.compile(
    rf"[.!?…:;。！？｡：；।॥؟۔።፧။៕։][{_CLOSERS}]*"
    rf"(?:\s?\[\^?[^\[\]\n]{{1,120}}\]|\^[\w,]{{1,80}}\^?|<sup>[^<>]{{1,80}}</sup>|</?[a-zA-Z]\w{{0,10}}>|[{_CLOSERS}])*\Z"
)
#: What divides the text of an HTML block: comments and scripts with all that is in them, and tags of blocks.
_DIVIDING = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|pre|svg|math)\b.*?(?:</\1\s*>|\Z)"
    r"|</?(?:address|article|aside|blockquote|body|caption|center|dd|details|dialog|div|dl|dt|figcaption|figure|font|footer"
    r"|form|h[1-6]|head|header|hr|html|iframe|img|li|link|main|menu|nav|ol|p|picture|section|source|summary|table|tbody|td"
    r"|tfoot|th|thead|title|tr|ul|video)\b[^<>]*>",
    re.IGNORECASE | re.DOTALL,
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


def marked_up(text: str, start: int, end: int) -> list[Span]:
    """The whole sentences in a block of HTML: between its tags, and never those of comments and scripts."""
    found: list[Span] = []
    begin = start
    for mark in [*_DIVIDING.finditer(text, start, end), None]:
        until = mark.start() if mark else end
        found += [span for span in sentences(text, begin, until) if finished(text[span[0] : span[1]])]
        begin = mark.end() if mark else end
    return found
