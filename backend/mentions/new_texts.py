"""Recognize words for a text that is still to be written, after which the description of another part ends."""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.order_classes import INDEFINITE
from backend.document.order_words import is_a
from backend.mentions import closed_words
from backend.mentions.closed_words import noun
from backend.mentions.lexicon import Token

#: Prepositions before the new text that replaces a part: "by this version", "durch eine kürzere Fassung".
_INSTEAD = frozenset("by with for durch mit gegen par avec por con com door met".split())
_THIS = frozenset("this these diese diesen dieses ce cette ces este esta questo questa deze".split())
#: Words before a new text that follows the order, each with the words that end the phrase: "like this", "as follows".
_LIKE = frozenset("like as wie comme como come zoals".split())
_FOLLOWS = _THIS | frozenset("follows folgt suit sigue segue volgt esto isso".split())
#: Maximum number of words from an article to the noun of a new text: "a short concluding sentence".
_NOUN = 3
#: Classes of verbs that order a new text: "after the part on ice add a sentence".
_ORDERS = ("placing", "writing")
#: Pronouns for a new text, if its topic follows: "one about rain", "otro sobre la lluvia".
_ANOTHER = frozenset("one another eine einen eines une uno otro otra un'altra outro".split())


def begins_new_text(words: Sequence[Token], at: int) -> bool:
    """Return True if words for a text that is still to be written begin at token `at`: "einen kurzen Satz", "one about
    rain", "by this version", "like this", "add a line".
    """
    if at + 1 >= len(words):
        return False
    behind = words[at + 1]
    if words[at].norm in _INSTEAD or is_a(words[at].norm, *_ORDERS):
        return behind.norm in INDEFINITE or behind.norm in _THIS or behind.norm in _ANOTHER
    if words[at].norm in _LIKE and behind.norm in _FOLLOWS:
        return True
    if words[at].norm in _ANOTHER and closed_words.is_a(behind, "about"):
        return not (at and closed_words.is_a(words[at - 1], "articles"))
    near = range(at + 1, min(at + 2 + _NOUN, len(words)))
    return words[at].norm in INDEFINITE and any(noun(words, i)[0] for i in near)
