"""Keep citations without brackets at the beginning of a line, which Pandoc reads as numbered examples."""

from __future__ import annotations

import re

from backend.document.blocks import read

#: What comes before the first word: spaces, marks of quotations, list items and definitions; then a key with the sign
#: behind it that makes Pandoc read an example. Pandoc allows no other signs in the label of an example.
_OPENING = re.compile(
    r"^(?P<before>[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)]|:|\[\^[^\]\s]+\]:)[ \t]+)*)@(?P<key>[\w-]+)(?=[.)](?:\s|$))",
    re.MULTILINE,
)
#: Kinds of blocks whose lines are words.
_WORDS = frozenset({"paragraph", "list", "quote", "footnote"})


def with_opening_citations(text: str) -> str:
    """Return the Markdown with each such citation `@key` in Pandoc's other form `@{key}`; the rest is unchanged.

    A label in parentheses, `(@good)`, stays an example.
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
