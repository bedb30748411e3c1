"""Recognize sentences that name a place and almost nothing else. In the sentences, placeholders stand for the names of
document parts (mentions/placeholders.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backend.document.order_classes import INDEFINITE, MAKING
from backend.document.order_words import QUOTATION, Sentence, asks_for_text, is_a, is_compared, words_in
from backend.keyless.sentence_forms import (
    ADDING,
    EXCUSED,
    FUNCTION,
    OTHER_VERBS,
    STANDING,
    STATING,
    SUBJECTS,
    TITLE,
    WANTING,
    has_edge,
    has_place,
    leftover,
    past_draft,
)
from backend.mentions.closed_words import is_article
from backend.mentions.inner_places import inner_places

#: The beginnings of words that express a preference.
_PREFERRING = (
    "better", "rather", "instead", "prefer", "besser", "lieber", "eher", "stattdessen", "mieux", "plutôt", "préfér",
    "mejor", "prefier", "meglio", "preferi", "piuttosto", "melhor", "beter", "liever",
)  # fmt: skip


def prefers(text: str) -> bool:
    """Return True if words express a preference: "rather", "better", "lieber"."""
    return any(word.startswith(_PREFERRING) for word in words_in(text))


def only_names_place(sentence: Sentence, wants_other: bool = False) -> bool:
    """Return True if a sentence only says where the draft should go: "not there, but at the end of X", "I'd rather have
    it open X".

    `wants_other` is True if the message prefers another place to the draft's present one. Then a few unknown words are
    accepted.
    """
    words = [word for word in sentence.words if not word.startswith(_PREFERRING)]
    if asks_for_text(words) or _wants_another(words):
        return False
    if any(is_a(word, *OTHER_VERBS, "language") for word in words) or QUOTATION in words or words.count(TITLE) > 1:
        return False  # "have X in Spanish" names no place
    first = words.index(TITLE) if TITLE in words else len(words)
    told = words[:1] == ["my"] or (bool(STATING.intersection(words)) and not STANDING.intersection(words))
    if told or not has_place(words[:first]) or not (TITLE in words or has_edge(words)):
        return False
    unknown = leftover(words, "moving", "placing")
    adds = any(word.startswith(ADDING) for word in words[1:])
    return not adds and (not unknown or (wants_other and TITLE in words and len(unknown) <= EXCUSED))


#: Maximum number of unknown words that say which part a draft becomes: the noun and a verb such as "make".
_NOUN_AND_VERB = 2
_WITH = frozenset("with mit avec con com met".split())
#: Nouns that may mean any text.
_THINGS = frozenset("thing text note chose texte cosa testo texto coisa ding zaak".split())


def only_gives_place(sentences: Sequence[Sentence]) -> bool:
    """Return True if a message is one sentence that names a place and almost nothing else, such as "at the end of
    Methods". It must not ask for a text or a change.
    """
    if len(sentences) != 1 or sentences[0].refuses or asks_for_text(sentences[0].words):
        return False
    words = sentences[0].words
    if (
        _tells_of_me(words)
        or _wants_another(words)
        or _orders_about_part(words)
        or (STATING.intersection(words) and not STANDING.intersection(words))
    ):
        return False  # "I wonder if the first paragraph of X is useful" tells of X
    changes = any(is_a(word, *OTHER_VERBS, "language") or word.startswith(ADDING) for word in words)
    unknown = [word for word in leftover(words, "moving", "placing") if word not in _THINGS]
    most = 0 if _WITH.intersection(words) else EXCUSED  # "X should begin with the definition" is about X
    return not changes and QUOTATION not in words and len(unknown) <= most


def becomes_a_part(sentence: Sentence, message: str) -> bool:
    """Return True if a message only says which sentence, list item or row the draft becomes: "make it the first
    sentence".
    """
    counts = any(each.becomes and each.number for each in inner_places(message))
    if not counts or sentence.refuses or _tells_of_me(sentence.words) or QUOTATION in sentence.words:
        return False
    return len(leftover(sentence.words, "moving", "placing")) <= _NOUN_AND_VERB


def words_of_drafts(words: Iterable[str], drafts: Sequence[str]) -> frozenset[str]:
    """Return those of the `words` that occur in the contents of the `drafts`, without function words."""
    asked = frozenset(words) - FUNCTION
    return asked.intersection(words_in("\n".join(drafts))) if asked else asked


def puts_other_text(sentences: Sequence[Sentence], drafts: Sequence[str] = ()) -> bool:
    """Return True if a sentence orders to place a text that is not the draft: "put the caption after Table 2". `drafts`
    are the contents of the open drafts. If the object ("the caption") shares a word with them, it may mean a draft, and
    the result is False.
    """
    return any(not each.refuses and _puts_something_else(each.words, drafts) for each in sentences)


def _puts_something_else(words: Sequence[str], drafts: Sequence[str]) -> bool:
    """Return True if a verb of placing has an object that is not the draft: "put three examples after X". `drafts` are
    the contents of the open drafts. If the object shares a word with them, it may mean a draft, and the result is
    False.
    """
    verb = words.index("put") if "put" in words else _first_verb(words)
    if len(words) < verb + 2 or not is_a(words[verb], "placing"):
        return False
    if is_a(words[verb + 1], "pronoun") or past_draft(words, verb + 1):
        return False
    put = words[verb + 1 :]
    place = next((at for at, word in enumerate(put) if at and has_place([word])), len(put))
    beside = has_place(put[:1]) or has_edge(put[:1])
    if _ONE.intersection(put[:place]) or (beside and put[0] not in INDEFINITE):
        return False
    return not words_of_drafts(put[:place], drafts)


#: Pronouns for one of several drafts: "the one on cost".
_ONE = frozenset("one ones celui celle".split())


def _first_verb(words: Sequence[str]) -> int:
    """Return the index of the first verb of placing if only words for a place come before it: 2 for "after X insert
    it". Returns 0 if there is no such verb.
    """
    for at, word in enumerate(words):
        if is_a(word, "placing"):
            return at
        if not _belongs_to_place(word):
            return 0
    return 0


def _wants_another(words: Sequence[str]) -> bool:
    """Return True if a sentence asks for another version of a named part: "could we have a snappier first
    paragraph".
    """
    return TITLE in words and is_compared(words[: words.index(TITLE)])


def _tells_of_me(words: Sequence[str]) -> bool:
    """Return True if a sentence says what the user does or will do, and orders nothing: "I'll show it to my coauthors
    first".
    """
    tells = bool(words) and words[0].split("'")[0] in SUBJECTS
    return tells and not WANTING.intersection(words) and not STANDING.intersection(words)


def _orders_about_part(words: Sequence[str]) -> bool:
    """Return True if a sentence begins with "make" or an unknown word, and a named part is the object of this word:
    "make X shorter", "alléger le premier paragraphe de X". The unknown word is then probably a verb.
    """
    behind = [word for word in words[1:] if not is_article(word)]
    unknown = leftover(words[:1], "moving", "placing") or MAKING.intersection(words[:1])
    return bool(unknown) and behind[:1] == [TITLE]


def puts_there(said: Sentence, order: Sentence) -> bool:
    """Return True if `order` moves the draft to the place that the previous sentence (`said`) names: "it reads better
    behind X, put it there".
    """
    words, placed = order.words, said.words
    name = placed.index(TITLE) if TITLE in placed else 0
    verb = bool(words) and is_a(words[0], "placing", "moving") and not order.refuses and not order.asks
    there = len(words) > 1 and is_a(words[1], "pronoun") and not leftover(words, "placing", "moving")
    named = TITLE in words or has_place(words[2:])
    return (
        verb
        and there
        and not named
        and has_place(placed[:name])
        and not any(is_a(word, "placing", "writing") for word in placed)
    )


def is_only_where(sentence: Sentence) -> bool:
    """Return True if a clause is only a preposition and a name: "in X" before "delete the last paragraph"."""
    words = sentence.words
    return len(words) > 1 and is_a(words[0], "place") and TITLE in words and all(map(_belongs_to_place, words))


def _belongs_to_place(word: str) -> bool:
    return word == TITLE or word in FUNCTION or word[0].isdigit() or is_a(word, "place", "element")
