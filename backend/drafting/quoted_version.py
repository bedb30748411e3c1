"""Take off the quotation marks, or the marks of a block quote, in which a model puts the new version of a text."""

from __future__ import annotations

import re

from backend.document.blocks import Document
from backend.document.quotation_marks import CLOSERS, closing
from backend.document.similar_text import shared_pairs
from backend.drafting.intent import SAME_TEXT
from backend.mentions.resolver import resolve

_QUOTED_LINE = re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE)


def without_quotation(content: str, request: str, document: Document) -> str:
    """Return the content without marks around all of it. It is returned unchanged unless it is another version of the
    only part that the request names, and this part is no quotation itself.
    """
    text = content.strip()
    if all(_QUOTED_LINE.match(line) for line in text.splitlines()):
        inside = _QUOTED_LINE.sub("", text)
    elif text[:1] in CLOSERS and closing(text, 0) == len(text) - 1:
        inside = text[1:-1]
    else:
        return content
    named = [each for each in resolve(document, request) if each.kind != "document"]
    old = document.text[slice(*named[0].span)].lstrip() if len(named) == 1 else ""
    if not old or old[0] in CLOSERS or old[0] == ">" or shared_pairs(old, inside) < SAME_TEXT:
        return content
    return inside.strip()
