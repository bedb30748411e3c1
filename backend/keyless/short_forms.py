"""Recognize orders that may have no verb of their own: to join parts ("turn NAME into one"), and to move a part to an
edge ("the NAME to the top"). Also tell orders and statements from words to search for.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.order_words import COURTESIES, ORDERING, QUOTATION, Sentence, is_a, ordinal_of, read_sentence
from backend.keyless.sentence_forms import BECOMING, STANDING, STATING, TITLE, gives_form, has_edge, leftover
from backend.mentions.closed_words import is_article, noun
from backend.mentions.lexicon import tokens

#: Number of words in "the NAME first".
_SHORTEST_PLACE = 3
_ONE = frozenset("one einem einen einer eins un une uno una um uma één".split())


def only_says_where(sentence: Sentence) -> bool:
    """Return True if a sentence only names a part and an edge or the first or last place: "NAME to the top, please",
    "den NAME nach vorn". The sentence must begin with an article, because "NAME to the top" may give the place of
    another text.
    """
    words = sentence.words
    if len(words) < _SHORTEST_PLACE or words[1] != TITLE or not is_article(words[0]) or sentence.asks:
        return False
    behind = words[2:]
    placed = has_edge(behind) or ordinal_of(behind[-1]) in (1, -1)
    return placed and not leftover(behind) and not STANDING.intersection(behind)


#: Words that may follow the parts to be joined: "into one", "zu einem Absatz", "ensemble".
_INTO_ONE = frozenset(
    """
    one two both single together zwei beide beiden einem einen einzigen deux ensemble seul seule dos ambos solo sola uno
    una due insieme dois
    """.split()
)


def joins(sentence: Sentence) -> bool:
    """Return True if a sentence is only an order to join parts of the document: "merge the first two paragraphs of X",
    "join X and Y into one section".
    """
    words = sentence.words
    made = bool(words) and (is_a(words[0], "making", "converting") or STANDING.intersection(words))
    verb = bool(words) and (is_a(words[0], "joining") or is_a(words[-1], "joining") or (made and _ends_in_one(words)))
    if not verb or TITLE not in words or QUOTATION in words or sentence.refuses:
        return False
    known = leftover(words, "joining", "making", "converting")
    return not [word for word in known if word not in _INTO_ONE | BECOMING]


def _ends_in_one(words: Sequence[str]) -> bool:
    """Return True if words end with "one", or with "one" and a noun: "turn X into one", "X should be one paragraph"."""
    ends = [word for word in words if word not in COURTESIES][-2:]
    if ends and is_a(ends[-1], "element", "section noun"):
        ends.pop()
    return bool(ends) and ends[-1] in _ONE


def names_element(message: str, named: Sequence[tuple[int, int]]) -> bool:
    """Return True if the names at the positions `named` of a message have a noun for an element, such as "bullet" in
    "the last bullet", and none of them has a noun for a section.
    """
    names = [tokens(message[start:stop]) for start, stop in named]
    kinds = {kind for name in names for at in range(len(name)) for kind in noun(name, at)[0]}
    return bool(kinds) and "section" not in kinds


def states_or_orders(order: str) -> bool:
    """Return True if a message has the form of an order or a statement: it begins with a verb of an order, quotes
    words, or has a finite verb ("the age is wrong"). Words to search for have none: "sleep after night shifts".
    """
    words = read_sentence(order).words
    begins = any(is_a(word, *ORDERING) or gives_form(word) for word in words[:1]) or "->" in order or "→" in order
    return begins or any(QUOTATION in word or word in STATING | STANDING for word in words)
