"""Recognize the noun of a part that a message identifies by a quotation: "the paragraph that begins “…”"."""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.order_classes import INDEFINITE
from backend.mentions.closed_words import is_a, noun
from backend.mentions.lexicon import Token
from backend.ranking.function_words import EVERY_WORD

_BEGINNING = frozenset(
    """
    begin begins beginning start starts starting open opens opening beginnt beginnend anfängt commence commençant débute
    débutant empieza comienza comenzando inizia comincia começa começando begint beginnend
    """.split()
)
_HOLDING = frozenset(
    """
    with containing contains saying says reads reading mit enthält lautet avec contient disant con contiene dice que com
    contém diz met bevat luidt
    """.split()
)
#: Parts that a quotation of some of their words can identify.
_KINDS = ("paragraph", "sentence", "item")
#: Maximum number of tokens between the noun and the quotation: "the paragraph that begins with the words “".
_MOST_BETWEEN = 7


def noun_of_quotation(words: Sequence[Token], first: int, stop: int) -> tuple[str, bool]:
    """Return the kind of part ("paragraph", "sentence", "item") that the quotation in the tokens `first` to `stop` - 1
    identifies, and True if the part begins with the quotation. Returns ("", False) if the quotation identifies no part.
    """
    behind = words[stop + 1].norm if stop + 1 < len(words) and not words[stop].word else ""
    verbs: set[str] = {behind} & _BEGINNING
    for at in range(first - 1, max(-1, first - 1 - _MOST_BETWEEN), -1):
        word = words[at]
        kind = next((each for each in noun(words, at)[0] if each in _KINDS), "")
        if kind and not word.quote:
            definite = at > 0 and is_a(words[at - 1], "articles") and words[at - 1].norm not in INDEFINITE
            return (kind, bool(verbs & _BEGINNING)) if definite and verbs else ("", False)
        if word.norm in _BEGINNING or word.norm in _HOLDING:
            verbs.add(word.norm)
        elif word.word and word.norm not in _WORDS and word.norm not in EVERY_WORD:
            return "", False
    return "", False


_WORDS = frozenset("words word wörtern worten mots palabras parole palavras woorden".split())
