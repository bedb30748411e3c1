"""Decide if a part that a message names is the object of its order, and not only a place or a subject."""

from __future__ import annotations

import re

from backend.document.order_classes import MAKING
from backend.document.order_words import COURTESIES, brings_new, is_a, read_sentence, words_in
from backend.mentions import closed_words
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import Mention
from backend.placement.doubts import is_definite
from backend.ranking.function_words import ALL_WORDS

_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*[.!?]?")
#: Maximum number of words after a text that say how an order wants to make the text: "clearer and shorter".
_QUALITIES = 3
#: The same maximum after a modal verb, which allows more words before the quality: "could be a lot shorter".
_MODAL_QUALITIES = 5
_MORE = frozenset("more less plus moins más menos più meno mais mehr weniger minder".split())
#: Verbs after a text that say what the text should become: "the first paragraph should be shorter".
_MODALS = frozenset(
    "should must could needs soll sollte muss kann doit devrait pourrait debe debería dovrebbe deve deveria".split()
)


#: Verbs that give a text other words.
_OTHER_WORDS = ("shortening", "rewording", "replacing")


def is_object(order: str, at: tuple[int, int]) -> bool:
    """Return True if the order wants the named part in other words.

    The verb is before the name ("translate the first paragraph of X") or directly after it ("den ersten Absatz von X
    kürzen"), or the order wants the part to get a quality ("make the first paragraph of X clearer and shorter"), or
    a pronoun after the verb stands for the part ("the first paragraph of X is clumsy. Improve it.").
    """
    if _is_meant_by_pronoun(order, at):
        return True
    sentences = [(each.start(), each[0]) for each in _SENTENCE.finditer(order) if each.start() <= at[0]]
    start, sentence = sentences[-1] if sentences else (0, order)
    if read_sentence(sentence).asks or read_sentence(sentence).refuses:
        return False
    words = [each for each in tokens(order) if each.start >= start and (each.word or each.text in ",;:")]
    before = [each for each in words if each.end <= at[0]]
    while before and (closed_words.is_a(before[-1], "articles") or closed_words.is_section_noun(before[-1].text)):
        before.pop()
    behind = [each for each in words if each.start >= at[1] and not closed_words.is_section_noun(each.text)]
    while behind and behind[0].text.casefold() in COURTESIES:
        behind.pop(0)
    verb = before[-1].text.casefold() if before else ""
    first = behind[0].text.casefold() if behind else ""
    near_words = {each.text.casefold() for each in behind[:2]}
    if verb in _SETTING | MAKING and near_words & _MORE:  # "put the first paragraph more plainly"
        return True
    if any(is_a(each.text.casefold(), "placing", "writing") for each in before):
        return False  # "add a note on how to shorten the first paragraph of X"
    near = _QUALITIES if verb in MAKING else _MODAL_QUALITIES if first in _MODALS else 1
    return any(is_a(each.text.casefold(), *_OTHER_WORDS) for each in (*before[-1:], *behind[:near]))


def _is_meant_by_pronoun(order: str, at: tuple[int, int]) -> bool:
    """Return True if a sentence, or a clause behind a colon, is a verb that gives other words and a pronoun, and the
    sentence that names the part comes directly before it and orders nothing.
    """
    clauses = [each for each in re.finditer(r"[^.!?:;\n]+[.!?:;]?", order) if words_in(each[0])]
    named = [place for place, each in enumerate(clauses) if each.start() <= at[0]]
    if not named or named[-1] + 1 >= len(clauses):
        return False
    about, then = read_sentence(clauses[named[-1]][0]), read_sentence(clauses[named[-1] + 1][0])
    if about.asks or about.refuses or then.asks or then.refuses:
        return False
    if any(is_a(word, "placing", "writing", "removing", "moving") for word in (*about.words, *then.words)):
        return False
    return len(then.words) > 1 and is_a(then.words[0], *_OTHER_WORDS) and is_a(then.words[1], "pronoun")


#: Parts that can be the object of an order as one text. A section, or words quoted from it, may also be the place for
#: new text.
_BLOCKS = frozenset({"paragraph", "table", "figure", "list", "code", "equation", "item", "sentence"})
#: Maximum number of words before a name that include its verb.
_ARTICLE_AND_VERB = 2
#: Verbs that may mean a new form of a text as well as a place: "put the first paragraph into the past tense".
_SETTING = frozenset("put set setz setze mets mettez pon ponga metti metta põe ponha zet".split())


def may_be_object(order: str, named: Mention) -> bool:
    """Return True if an order can mean the named block itself, whatever its verb: "tone down the first paragraph".

    It cannot if the message is a question, orders something new, or names the block as a place.
    """
    for each in _SENTENCE.finditer(order):
        sentence = read_sentence(each[0])
        if sentence.asks or sentence.refuses:
            return False
    new = [word for word in words_in(order) if is_a(word, "placing", "writing")]
    before = words_in(order[: named.at[0]])
    if before and before[-1] in _INTO:
        return False  # "mach ihn zum letzten Absatz von X"
    set_anew = [word for word in before[-_ARTICLE_AND_VERB:] if word in _SETTING]
    if len(new) > len(set_anew) or _adds(words_in(f"{order[: named.at[0]]} {order[named.at[1] :]}")):
        return False
    return is_definite(order, named.at[0]) if named.kind in _BLOCKS else _follows_a_verb(order, named)


def _adds(words: list[str]) -> bool:
    """Return True if words speak of a new part, other than one that the named part becomes: "into a list"."""
    becoming = [place for place, word in enumerate(words) if word in _INTO]
    kept = [word for place, word in enumerate(words) if not any(place - near in becoming for near in (1, 2))]
    return brings_new(kept)


#: Words before what something becomes.
_INTO = frozenset("into in as als zu zum zur en em to".split())


def _follows_a_verb(order: str, section: Mention) -> bool:
    """Return True if a section is the object of an order of one word: "streamline the section Methods"."""
    if section.kind != "section" or section.how not in ("exact", "number"):
        return False
    start = max((each.start() for each in _SENTENCE.finditer(order) if each.start() <= section.at[0]), default=0)
    words = [each for each in read_sentence(order[start : section.at[0]]).words if each not in _THE]
    noun = next((place for place, each in enumerate(words) if closed_words.is_section_noun(each)), len(words))
    if len(words) - noun <= _NOUN_AND_LINK:  # "the section on X", "the section called X"
        words = words[:noun]
    return len(words) == 1 and not any(words[0] in listed for listed in ALL_WORDS.values())


#: The noun between an order's verb and a title, and one word that links the title with it.
_NOUN_AND_LINK = 2
_THE = frozenset("the our my die den das unsere unseren la le les notre nos el los las nuestra il lo nostra".split())
