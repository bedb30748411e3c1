"""Remove the quotation marks, the emphasis or the marks of a block quote that a model puts around a new version."""

from __future__ import annotations

import re

from backend.document.blocks import Document
from backend.document.order_words import is_a, words_in
from backend.document.quotation_marks import CLOSERS, closing
from backend.document.similar_text import shared_pairs
from backend.drafting.intent import SAME_TEXT
from backend.mentions.resolver import resolve

_QUOTED_LINE = re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE)


#: Minimum share (0 to 1) of an emphasized version's words that the old text also has. Not tuned: two words in five.
_SAME_WORDS = 0.4
#: A paragraph in which everything is emphasized, and nothing is emphasized twice.
_EMPHASIZED = re.compile(r"(?P<mark>\*{1,3}|_{1,3})(?P<inside>[^*_\s](?:[^*_]*[^*_\s])?)(?P=mark)")


def without_quotation(content: str, request: str, document: Document) -> str:
    """Return the content without quotation marks or emphasis around all of it. They are removed only if the content is
    a new version of the only part that the request names, and this part is not a quotation itself. Other content is
    returned unchanged.
    """
    text = content.strip()
    if all(_QUOTED_LINE.match(line) for line in text.splitlines()):
        inside = _QUOTED_LINE.sub("", text)
    elif text[:1] in CLOSERS and closing(text, 0) == len(text) - 1:
        inside = text[1:-1]
    elif emphasized := _EMPHASIZED.fullmatch(text):
        inside = emphasized["inside"]
    else:
        return content
    named = [each for each in resolve(document, request) if each.kind != "document"]
    old = document.text[slice(*named[0].span)].lstrip() if len(named) == 1 else ""
    if not old or old[0] in CLOSERS or old[0] == ">":
        return content
    if text[0] in "*_":
        new = any(is_a(word, "placing", "writing") for word in words_in(request))
        asked = new or old[0] in "*_" or old.split() == inside.split()  # the request may ask for the emphasis
        return content if asked or _share_of_words(inside, old) < _SAME_WORDS else inside
    if shared_pairs(old, inside) < SAME_TEXT:
        return content
    return inside.strip()


def _share_of_words(text: str, other: str) -> float:
    """Return the share (0 to 1) of the words of a text that another text has."""
    words = set(words_in(text))
    return len(words & set(words_in(other))) / max(len(words), 1)
