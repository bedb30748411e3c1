"""Recognize the words that are beside the old words of an order to replace words: "every", "the word", "the second
time". They say which occurrences are replaced, and belong neither to the old nor to the new words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.insertion_orders import BRINGING
from backend.document.order_words import ordinal_of, words_in

#: Nouns for pieces of language, which may precede the words that are replaced: "the word “X”".
LANGUAGE = frozenset(
    """
    word words term terms phrase phrases expression expressions wording typo typos spelling misspelling text string
    name occurrence occurrences mention mentions instance instances wort worte wörter begriff begriffe ausdruck
    tippfehler schreibweise vorkommen mot mots terme termes coquille faute palabra palabras término términos
    expresión errata aparición apariciones parola parole termine termini espressione refuso occorrenza occorrenze
    palavra palavras termo termos expressão gralha ocorrência ocorrências woord woorden termen uitdrukking typfout
    """.split()
)
#: Words that may be around the words to replace, and do not limit them.
AROUND = frozenset(
    """
    the a an of in at for by our my this that every each all any both please everywhere throughout always der die
    das den dem des von im jede jedes jeden jeder alle überall bitte le la les l de du dans chaque tous toutes
    partout el los las del en cada todos todas siempre il lo gli di della nel nella ogni tutti tutte ovunque o os as
    do da dos no na sempre het van elke overal
    """.split()
)
#: Nouns, besides those of `LANGUAGE`, for one of several occurrences: "the first time", "an der letzten Stelle".
_TIMES = frozenset(
    """
    time times place places one spot mal stelle stellen fois endroit endroits vez veces lugar lugares sitio volta volte
    posto punto lugares keer plaats plek
    """.split()
)
#: Words that mean fewer than all occurrences; and articles that mean this before one of `_TIMES`.
_ONCE = frozenset("once twice einmal zweimal eenmaal".split())
_ONE = frozenset("une una uma één".split())
#: Words before such an expression that belong to the expression.
_LEADING = AROUND | frozenset(
    """
    only just but aber mais pero ma mas exactly once on nur bloss genau an am beim une un seule seulement que à una uno
    sola solo sólo alla al a solamente uma um só na no apenas één een slechts bij op de
    """.split()
)
#: Words after the expression: a place, the new words, or a clause such as "… that it occurs".
_PLACE = frozenset("in within im dans en nel nella nello no na em".split()) | BRINGING
_CLAUSE = frozenset("it that where wo où que donde che dove onde waar dat".split())
_WORD = re.compile(r"[^\W_]+")
_END = re.compile(r"[,;.!?\n]|$")


def read_count(masked: str) -> tuple[int | None, str]:
    """Return the number of the occurrence to replace, and the message with spaces in place of the words for it. The
    number is 2 for "the second time" and -1 for "in the last place". `masked` is the message without its quotations.

    The number is 0 if it is unknown which occurrence is meant ("once"), and None if the message has no such words.
    """
    words = list(_WORD.finditer(masked))
    said = [each[0].casefold() for each in words]
    for at in range(1, len(said)):
        number = ordinal_of(said[at - 1]) if said[at] in _TIMES | LANGUAGE else None
        if number is None and not _is_once(said, at):
            continue
        follows = masked[words[at].end() :].lstrip()[:1]
        then = said[at + 1] if at + 1 < len(said) and follows.isalnum() else ""
        if follows and not (_END.match(follows) or then in _PLACE | _CLAUSE):
            continue
        first = at if number is None else at - 1
        while (
            first > 1
            and said[first - 1] in _LEADING
            and not masked[words[first - 1].end() : words[first].start()].strip(" ,")
        ):
            first -= 1
        start, stop = len(masked[: words[first].start()].rstrip(" ,")), words[at].end()
        if then in _CLAUSE and (end := _END.search(masked, stop)) is not None:
            stop = end.start()
        if follows == "," and said[at + 1 : at + 2] and said[at + 1] in _PLACE:
            stop = masked.index(",", stop) + 1  # "once, in Methods"
        return number or 0, f"{masked[:start]}{' ' * (stop - start)}{masked[stop:]}"
    return None, masked


def _is_once(said: Sequence[str], at: int) -> bool:
    """Return True if the word of `said` at index `at` is "once", or the last word of "une fois" or "una sola vez"."""
    return said[at] in _ONCE or (said[at] in _TIMES and not _ONE.isdisjoint(said[max(0, at - 2) : at]))


def is_around(word: str) -> bool:
    folded = word.casefold().strip(",:")
    return folded in AROUND or folded in LANGUAGE or ordinal_of(folded) is not None


def names_language(before: str) -> bool:
    """Return True if the text `before` ends with a noun such as "word" or "term": "replace the word". Words such as
    "every" after this noun are ignored.
    """
    last = next((word for word in reversed(words_in(before)) if word not in AROUND), "")
    return last in LANGUAGE


def nth_before(before: str) -> int | None:
    """Return the number of the one occurrence that the words `before` a quotation mean: 2 for "the second “X”". Returns
    None if they mean no single occurrence.
    """
    for word in reversed(words_in(before)):
        if (number := ordinal_of(word)) is not None:
            return number
        if word not in AROUND and word not in LANGUAGE:
            return None
    return None
