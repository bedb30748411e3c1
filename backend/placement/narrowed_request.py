"""Recognize a remark on a draft that narrows the request for it: "only the first paragraph, I meant"."""

from __future__ import annotations

import re

from backend.document.blocks import Document
from backend.document.order_words import is_a, words_in
from backend.mentions.added_parts import counted_before
from backend.mentions.closed_words import is_article, noun
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import resolve

#: Words such as "only" and "I meant", in the languages of the placement rules.
_LIMITING = re.compile(
    r"\b(?:only|just|merely|i mean|i meant|nur|bloß|lediglich|ich mein(?:e|te)|seulement|uniquement|juste|solo|sólo"
    r"|solamente|únicamente|soltanto|solamente|apenas|somente|alleen|slechts)\b|只|仅|だけ",
    re.IGNORECASE,
)
#: Classes of verbs that, in a remark, order a change of the draft.
_CHANGING = ("keeping", "leaving", "removing", "placing", "writing")
#: Parts of a section that a remark may count.
_COUNTED = frozenset({"paragraph", "sentence", "item", "row", "table", "figure", "list"})


def narrowed(document: Document, request: str, remark: str) -> str:
    """Return the `request` for a draft, limited to a part of its section, if a `remark` on the draft asks for this;
    else "". "Shorten Methods" and the remark "only the first paragraph, I meant" give "Shorten the first paragraph of
    Methods".

    A remark such as "Keep only the first paragraph" is about the draft, so the result is "".
    """
    limits = _LIMITING.search(remark) is not None
    if not limits or any(is_a(word, *_CHANGING) for word in words_in(remark)):
        return ""
    words = tokens(remark)
    counted = ((at, counted_before(words, at), *noun(words, at)) for at in range(1, len(words)))
    part = next(((at, stop) for at, number, kinds, stop in counted if number and _COUNTED.intersection(kinds)), None)
    named = [each for each in resolve(document, request) if each.kind == "section" and each.sure and not each.guessed]
    if part is None or len(named) != 1:
        return ""
    phrase = remark[words[part[0] - 1].start : words[part[1] - 1].end]
    start, stop = named[0].at
    before = tokens(request[:start])
    while before and (is_article(before[-1].norm) or is_a(before[-1].norm, "section noun")):
        start = before.pop().start  # "the section"
    return f"{request[:start]}the {phrase} of {request[slice(*named[0].at)]}{request[stop:]}"
