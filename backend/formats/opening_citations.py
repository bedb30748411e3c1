"""Protect a citation without brackets at the start of a line. Pandoc would read `@key.` there as the number of an
example.
"""

from __future__ import annotations

import re

from backend.document.blocks import read

#: The start of a line (spaces, marks of quotes, list items and definitions), then a key before `.` or `)`, which makes
#: Pandoc read an example. Pandoc allows only these characters in the label of an example.
_OPENING = re.compile(
    r"^(?P<before>[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)]|:|\[\^[^\]\s]+\]:)[ \t]+)*)@(?P<key>[\w-]+)(?=[.)](?:\s|$))",
    re.MULTILINE,
)
#: The kinds of blocks with ordinary text.
_WORDS = frozenset({"paragraph", "list", "quote", "footnote"})


def with_opening_citations(text: str) -> str:
    """Return the Markdown with each citation `@key` at the start of a line written as `@{key}`, which Pandoc reads as a
    citation. Everything else is unchanged.

    `(@good)`, in parentheses, stays: it is the number of an example.
    """
    if not _OPENING.search(text):
        return text
    document = read(text)
    pieces, at = [], 0
    for block in document.blocks:
        if block.kind in _WORDS:
            pieces += [text[at : block.start], _OPENING.sub(r"\g<before>@{\g<key>}", text[block.start : block.end])]
            at = block.end
    return "".join((*pieces, text[at:]))
