"""Remove words of an order that name a section only in a remark or a comparison: "…, as in Results", "…, not of
Results", "to the end of Results, where it was before Methods grew".

Such words name a section that is neither the object of the order nor its place.
"""

from __future__ import annotations

import re

from backend.document.blocks import Document
from backend.document.clauses import COMPARISON, spaced, veiled, verb_of
from backend.document.order_classes import AFTER, BEFORE
from backend.document.order_words import NAME, is_a, words_in
from backend.document.outline import titles_of
from backend.document.titles_in_text import titles_in
from backend.mentions.closed_words import is_article
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import veil

#: A relative clause after a comma, up to the next comma or the end of the sentence.
_RELATIVE = re.compile(
    r",\s*(?:where|which|wo|wohin|où|qui|que|dont|donde|dove|che|onde|waar)\b(?P<said>[^,.;!?]*)", re.IGNORECASE
)
#: The end of an order that says what its place is not. "No" must be followed by a preposition, because "no" alone may
#: begin a correction.
_NOT = re.compile(
    r"(?:\s*,\s*(?:(?:and|und|et|y|e|en)\s+)?|\s+(?:and|und|et|y|e|en)\s+)"
    r"(?:not|nicht|pas|niet|(?<=et )non"
    r"|(?:no|non|não)(?=\s+(?:del?|antes|después|di|dell\w*|prima|dopo|d[oa]s?|n[oa]s?)\b))"
    r"\s+(?P<said>[^,.;!?]*)[.!\s]*$",
    re.IGNORECASE,
)
#: Verbs that say where something is now: "the list, which is in Methods".
_IS = frozenset("is are ist sind est sont está están è sono é são staat".split())
_OF = frozenset("of from von vom des de du d del di dell della do da dos das van".split())


def without_place_remarks(document: Document, message: str) -> str:
    """Return the message without comparisons ("as in Results"), and without clauses that name a place other than the
    place of the order.
    """
    found = COMPARISON.search(veiled(message, (), [each.span() for each in QUOTED.finditer(message)]))
    if found is not None:
        message = f"{message[: found.start()]}{message[found.end() :]}"
    text = veil(document, message)
    for pattern, is_remark in ((_RELATIVE, _is_beside), (_NOT, _is_contrast)):
        found = pattern.search(text)
        if found is None or NAME not in found["said"]:
            continue
        ahead = _ending_with_name(document, text[: found.start()])
        if is_a(verb_of(ahead), "moving", "removing") and is_remark(ahead, found["said"]):
            return f"{message[: found.start()]}{message[found.end() :]}"
    return message


def _is_beside(ahead: str, said: str) -> bool:
    """Return True if the words before a relative clause (`ahead`) already give an exact place: "to the end of Results,
    where it was before Methods grew". Then the clause adds nothing to the place. `said` are the words of the clause.
    """
    words = words_in(spaced(ahead))
    exact = any(is_a(word, "edge") or word in AFTER | BEFORE for word in words)
    return exact and words_in(said)[:1] not in [[word] for word in _IS]


def _is_contrast(ahead: str, said: str) -> bool:
    """Return True if the words before "not" (`ahead`) and after it (`said`) only name parts: "of Methods, not of
    Results".
    """
    before, behind = words_in(spaced(ahead)), words_in(spaced(said))
    if before[-1:] != [NAME] and not is_a("".join(before[-1:]), "edge"):
        return False
    return behind[-1:] == [NAME] and all(
        is_article(word) or word in _OF or word == NAME or is_a(word, "place", "edge", "section noun")
        for word in behind
    )


def _ending_with_name(document: Document, text: str) -> str:
    """Return a text with a placeholder in place of the section title at its end. A text that ends with no title is
    returned unchanged.
    """
    titles = titles_in(text, titles_of(document))
    title = next((each for each in titles if text.casefold().endswith(each.casefold())), "")
    return text.removesuffix(text[-len(title) :]) + NAME if title else text
