"""Decide if a part that a message names is the object of its order, and not only a place or a subject."""

from __future__ import annotations

import re

from backend.document.order_words import is_a, read_sentence, words_in
from backend.mentions import closed_words
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import Mention
from backend.placement.doubts import is_definite
from backend.ranking.function_words import ALL_WORDS

_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*[.!?]?")
#: "Make" in an order to change a text, and the maximum number of words after the text that say how: "clearer and
#: shorter".
_MAKING = frozenset("make let mach mache rends rendre haz hacer rendi rendere torna tornar maak сделай".split())
_QUALITIES = 3
#: The same maximum after a modal verb, which allows more words before the quality: "could be a lot shorter".
_MODAL_QUALITIES = 5
_MORE = frozenset("more less plus moins más menos più meno mais mehr weniger minder".split())
#: Verbs after a text that say what the text should become: "the first paragraph should be shorter".
_MODALS = frozenset(
    "should must could needs soll sollte muss kann doit devrait pourrait debe debería dovrebbe deve deveria".split()
)


def is_object(order: str, at: tuple[int, int]) -> bool:
    """Return True if the order wants the named part in other words.

    The verb is before the name ("translate the first paragraph of X") or directly after it ("den ersten Absatz von X
    kürzen"), or the order wants the part to get a quality ("make the first paragraph of X clearer and shorter").
    """
    sentences = [(each.start(), each[0]) for each in _SENTENCE.finditer(order) if each.start() <= at[0]]
    start, sentence = sentences[-1] if sentences else (0, order)
    if read_sentence(sentence).asks or read_sentence(sentence).refuses:
        return False
    words = [each for each in tokens(order) if each.start >= start and (each.word or each.text in ",;:")]
    before = [each for each in words if each.end <= at[0]]
    while before and (closed_words.is_a(before[-1], "articles") or closed_words.is_section_noun(before[-1].text)):
        before.pop()
    behind = [each for each in words if each.start >= at[1] and not closed_words.is_section_noun(each.text)]
    verb = before[-1].text.casefold() if before else ""
    first = behind[0].text.casefold() if behind else ""
    near_words = {each.text.casefold() for each in behind[:2]}
    if verb in _SETTING | _MAKING and near_words & _MORE:  # "put the first paragraph more plainly"
        return True
    if any(is_a(each.text.casefold(), "placing", "writing") for each in before):
        return False  # "add a note on how to shorten the first paragraph of X"
    verbs = ("shortening", "rewording", "replacing")
    near = _QUALITIES if verb in _MAKING else _MODAL_QUALITIES if first in _MODALS else 1
    return any(is_a(each.text.casefold(), *verbs) for each in (*before[-1:], *behind[:near]))


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
    set_anew = [word for word in before[-_ARTICLE_AND_VERB:] if word in _SETTING]
    if len(new) > len(set_anew):
        return False
    return is_definite(order, named.at[0]) if named.kind in _BLOCKS else _follows_a_verb(order, named)


def _follows_a_verb(order: str, section: Mention) -> bool:
    """Return True if a section is the object of an order of one word: "streamline the section Methods"."""
    if section.kind != "section" or section.how not in ("exact", "number"):
        return False
    start = max((each.start() for each in _SENTENCE.finditer(order) if each.start() <= section.at[0]), default=0)
    words = [
        each
        for each in read_sentence(order[start : section.at[0]]).words
        if not closed_words.is_section_noun(each) and each not in _THE
    ]
    return len(words) == 1 and not any(words[0] in listed for listed in ALL_WORDS.values())


_THE = frozenset("the our my die den das unsere unseren la le les notre nos el los las nuestra il lo nostra".split())
