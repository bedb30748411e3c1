"""The text of a PDF, page after page."""

from __future__ import annotations

import re

#: Pages and characters that are read: a long thesis is cut, its beginning tells what it is.
MOST_PAGES, MOST_TEXT = 80, 400_000

#: What pdfium gives for a hyphen at a line's end, and the line end behind it.
_HYPHENATED = re.compile(r"(?<=\w)[\u0002\u00ad]\s*\n?")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_WRAPPED = re.compile(r"(?<=[^\s.!?:;])[ \t]*\n(?=[a-z(])")


def text_of(content: bytes) -> str:
    """The words of a PDF, lines that only the page's width broke joined again. "" for one of images alone."""
    import pypdfium2

    pages: list[str] = []
    room = MOST_TEXT
    document = pypdfium2.PdfDocument(content)
    try:
        for number in range(min(len(document), MOST_PAGES)):
            page = document[number]
            words = page.get_textpage()
            pages.append(words.get_text_bounded()[:room])
            words.close()
            page.close()
            room -= len(pages[-1])
            if room <= 0:
                break
    finally:
        document.close()
    return tidied("\n\n".join(pages))


def tidied(text: str) -> str:
    """Soft hyphens closed, control characters gone, broken lines joined."""
    text = _HYPHENATED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _WRAPPED.sub(" ", _CONTROL.sub("", text)).strip()
