"""Apply a correction to the order before it. In "Delete the last sentence of A. I mean the first.", the order becomes
"Delete the first sentence of A".

A correction replaces the only part of the order that has the same form: an ordinal replaces an ordinal, and a section
replaces a section. If the order has no such part or several, the correction is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.blocks import Document
from backend.document.clauses import spaced, verb_of
from backend.document.order_classes import AFTER, BEFORE
from backend.document.order_words import COURTESIES, NAME, QUOTATION, is_a, ordinal_of, words_in
from backend.document.outline import titles_of
from backend.document.titles_in_text import titles_in
from backend.document.withdrawals import correction_in
from backend.mentions.closed_words import is_article
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import resolve, veil

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:st|nd|rd|th)?")
_NUMBER = re.compile(r"(?<![\w.])#?\d{1,3}(?![\w]|\.\d)")
_OF = frozenset("of in from von in aus im de du dans des en del di da do no na uit van".split())
_TO = frozenset("to zu nach à a al alla ao para naar behind after before".split())
_ONE = frozenset("one ones".split())


def corrected(document: Document, order: str, correction: str) -> str:
    """Return the order after the `correction` is applied; "" if it is unclear which words of the order are
    corrected.
    """
    said = _without_courtesies(correction[correction_in(correction) :].strip(" .,!;:()"))
    text = spaced(veil(document, said))
    words = [word for word in words_in(text) if not _is_empty(word)]
    if not words or verb_of(text):
        return ""
    if words[-1:] == [QUOTATION] and len(words) <= len(("with", "quotation")):
        return _with_quotation(order, said)
    if _NUMBER.fullmatch(said):
        return _replaced(order, [found.span() for found in _NUMBER.finditer(order)], said)
    if ordinal_of(words[0]) is not None and len(words) <= len(("ordinal", "noun")) and NAME not in words:
        return _with_ordinal(order, words)
    titles = titles_of(document)
    named = titles_in(said, titles)
    if len(named) == 1 and words == [NAME] and _is_title(said, named[0]):
        return _with_title(order, titles, named[0]) if names_section(document, order) else ""
    if words[0] in AFTER | BEFORE | _TO and (words[1:2] == [NAME] or (words[-1] == NAME and is_a(words[1], "edge"))):
        return _with_place(order, said)
    if len(words) == len(("of", "section")) and words[0] in _OF and words[1] == NAME and len(named) == 1:
        return _with_title(order, titles, named[0])
    return _with_part(document, order, said) if words == [NAME] else _with_element(document, order, said)


def _without_courtesies(said: str) -> str:
    """Return the words without courtesies at their beginning: "please before X" → "before X"."""
    found = _WORD.match(said)
    while found is not None and found[0].casefold() in COURTESIES and ordinal_of(found[0].casefold()) is None:
        said = said[found.end() :].lstrip(" ,")
        found = _WORD.match(said)
    return said


def _replaced(text: str, spans: list[tuple[int, int]], new: str) -> str:
    """Return the text with `new` in place of the only span in `spans`; "" if there is no span, or more than one."""
    return f"{text[: spans[0][0]]}{new}{text[spans[0][1] :]}" if len(spans) == 1 else ""


def _with_quotation(order: str, said: str) -> str:
    """Return the order with the quotation of the correction `said` in place of its own; "" if it is unclear which
    quotation is meant. If the order has two quotations and `said` begins with a preposition ("with “X”"), the second
    one is replaced.
    """
    given = QUOTED.search(said)
    old = [found.span() for found in QUOTED.finditer(order)]
    new = old[1:] if given is not None and given.start() and len(old) == len(("old", "new")) else old
    return _replaced(order, new, given[0]) if given is not None else ""


def _with_ordinal(order: str, words: list[str]) -> str:
    """Return the order with the ordinal of the correction in place of its own. `words` are the correction: "the first"
    or "the first sentence". Returns "" if the order has no ordinal or several, or if its ordinal belongs to a different
    noun than that of the correction.
    """
    places = [found for found in _WORD.finditer(order) if ordinal_of(found[0].casefold()) is not None]
    if len(places) != 1:
        return ""
    behind = words_in(order[places[0].end() :])[:1]
    return _replaced(order, [places[0].span()], words[0]) if not words[1:] or words[1:] == behind else ""


def _is_empty(word: str) -> bool:
    return is_article(word) or word in _ONE or (word in COURTESIES and ordinal_of(word) is None)


def _is_title(said: str, title: str) -> bool:
    words = [word for word in words_in(said) if not is_article(word) and not is_a(word, "section noun")]
    return words == [word for word in words_in(title) if not is_article(word)]


def names_section(document: Document, order: str) -> bool:
    """Return True if the first part that an order names is a section ("delete Methods"), so that a correction may name
    another section instead.
    """
    return any(each.kind == "section" for each in resolve(document, order)[:1])


def _with_title(order: str, titles: Sequence[str], title: str) -> str:
    """Return the order with the section `title` in place of the section that the order names; "" if the order names no
    section, or several. `titles` are the titles of all sections.
    """
    quoted = [found.span() for found in QUOTED.finditer(order)]
    old = titles_in(order, titles)
    spans = [
        found.span()
        for each in old
        for found in re.finditer(rf"(?<!\w){re.escape(each)}(?!\w)", order, re.IGNORECASE)
        if not any(a < found.end() and found.start() < b for a, b in quoted)
    ]
    return _replaced(order, spans, title)


def _with_place(order: str, said: str) -> str:
    """Return the order with the place in the correction `said`, such as "after X", instead of its own place. Returns ""
    if the order has no preposition of a place, or several.
    """
    places = [each for each in _WORD.finditer(order) if each[0].casefold() in AFTER | BEFORE | _TO]
    return f"{order[: places[0].start()]}{said}" if len(places) == 1 else ""


def _with_part(document: Document, order: str, said: str) -> str:
    """Replace the object of an order by the part that the correction `said` names: "delete risk 1" becomes "delete risk
    2". Returns "" if it is unclear which words of the order are the object.
    """
    named = [each for each in resolve(document, order) if each.kind != "document" and not each.guessed]
    other = [each for each in resolve(document, said) if not each.guessed]
    if len(other) != 1 or len(named) > 1:
        return ""
    if named and (named[0].kind == "section") == (other[0].kind == "section"):
        ahead = _ARTICLE_AT_END.sub("", order[: named[0].at[0]])
        return f"{ahead.rstrip()} {said}{order[named[0].at[1] :]}"
    verb = verb_of(spaced(veil(document, order)))
    found = re.search(rf"\b{re.escape(verb)}\b", order, re.IGNORECASE) if verb and not named else None
    rest = words_in(order[found.end() :]) if found is not None else []
    if found is None or any(not is_article(word) and ordinal_of(word) is None for word in rest):
        return ""
    return f"{order[: found.end()]} {said}"


def _with_element(document: Document, order: str, said: str) -> str:
    """Replace the object of an order by the table, figure or list that the correction `said` names. The two must be
    named only by their nouns ("the table"); otherwise the result is "".
    """
    other = [each for each in resolve(document, said) if each.how == "part"]
    named = [each for each in resolve(document, order) if each.kind != "document"]
    alone = len(other) == 1 and all(
        is_article(word) for word in words_in(said[: other[0].at[0]] + said[other[0].at[1] :])
    )
    if not alone or len(named) != 1 or named[0].how != "part":
        return ""
    ahead = _ARTICLE_AT_END.sub("", order[: named[0].at[0]])
    return f"{ahead.rstrip()} {said}{order[named[0].at[1] :]}"


_ARTICLE_AT_END = re.compile(
    r"\s(?:the|den|die|das|der|le|la|les|el|los|las|il|lo|o|a|os|as|de|het)\s*$|\sl['’]$", re.IGNORECASE
)
