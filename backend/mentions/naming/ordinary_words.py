"""Recognize words of a message that also occur in a section's title, but do not name the section.

Examples: "Beers" in "change Berrs to Beers", "risk" in "the first risk", a single Chinese character of a title.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.order_words import is_a
from backend.mentions import closed_words
from backend.mentions.closed_words import cardinal, noun, ordinal
from backend.mentions.lexicon import Token
from backend.mentions.section_names import NamedSection
from backend.ranking.function_words import EVERY_WORD

#: Nouns for the letters of a word: "the spelling of X".
_SPELLING = frozenset(
    """
    spelling misspelling schreibweise schreibung rechtschreibung orthographe graphie ortografía ortografia grafía grafia
    """.split()
)
#: Nouns directly before a word that is meant as a word and not as a name: "the term X".
_WORD = frozenset("word term wort begriff mot terme palabra término parola palavra termo woord слово термин".split())
#: Words between the old and the new word of an order: "change X to Y".
TOWARDS = frozenset("to into by with auf zu in durch mit à en par a por con per di para naar door in met".split())
#: Classes of verbs that order other words. "Move X to Y" has no such verb.
_CHANGING = ("reworking", "replacing", "renaming")
#: The first character of the scripts without spaces, in which each character is a token.
SPACELESS = "\u2e80"


def is_ordinary(words: Sequence[Token], named: NamedSection) -> bool:
    """Return True if words that look like a section's name (`named`) are ordinary words: "Beers" in "change Berrs to
    Beers", if there is a section "Beers of the north".
    """
    if words[named.first].quote:
        return False
    inexact = named.how in ("part", "typo")
    return (
        (inexact and _is_sign(words, named))
        or _is_cut_from_compound(words, named)
        or _is_called_word(words, named)
        or (inexact and _is_new_or_old_word(words, named))
        or (named.how == "part" and _is_piece_of_name(words, named))
    )


def _is_sign(words: Sequence[Token], named: NamedSection) -> bool:
    """Return True if the name `named` is a single character, in a script without spaces, of a longer title: 加 in
    增加.
    """
    return named.words == 1 and len(words[named.first].text) == 1 and words[named.first].text >= SPACELESS


def _is_cut_from_compound(words: Sequence[Token], named: NamedSection) -> bool:
    """Return True if a name is only the first part of a hyphenated word, as in "Lambert-Berrs" and "results-driven".
    Returns False for a German compound such as "Results-Abschnitt".
    """
    at = named.stop
    if at + 1 >= len(words) or words[at].text != "-" or not words[at + 1].word:
        return False
    joined = words[at - 1].end == words[at].start and words[at].end == words[at + 1].start
    return joined and not noun(words, at + 1)[0] and not words[at + 1].text[:1].isdigit()


def _is_called_word(words: Sequence[Token], named: NamedSection) -> bool:
    """Return True if a message calls the name a word or speaks of its spelling: "the term X", "the spelling of X"."""
    if "section" in noun(words, named.stop)[0]:
        return False
    before = named.first - 1
    while before > 0 and not words[before].word:
        before -= 1
    if before >= 0 and words[before].norm in _WORD:
        return True
    while before > 0 and words[before].norm in _OF:
        before -= 1
    return before >= 0 and words[before].norm in _SPELLING


def _is_piece_of_name(words: Sequence[Token], named: NamedSection) -> bool:
    """Return True if words of a title (`named`) are, in the message, only the beginning of the name of another section:
    "data" of the title "In-situ data" in "the data availability section".
    """
    at = named.stop
    while at < min(len(words), named.stop + _LONGER) and words[at].word and words[at].norm not in EVERY_WORD:
        if noun(words, at)[0]:
            break
        at += 1
    return at > named.stop and "section" in noun(words, at)[0]


_OF = frozenset("of von vom der des de du d d' di del della do da van".split())


def _is_new_or_old_word(words: Sequence[Token], named: NamedSection) -> bool:
    """Return True if a single word of a title is the old or the new word of an order: X and Y in "change X to Y"."""
    first, stop = named.first, named.stop
    if named.words > 1 or noun(words, stop)[0]:
        return False
    verb = next((at for at in range(first - 1, -1, -1) if is_a(words[at].norm, *_CHANGING)), -1)
    if verb < 0:
        return False
    is_old = verb == first - 1 and stop < len(words) and words[stop].norm in TOWARDS
    between = words[verb + 1 : first - 1]
    is_new = words[first - 1].norm in TOWARDS and 0 < len(between) <= _OLD_WORDS
    return is_old or (is_new and not any(noun(between, at)[0] for at in range(len(between))))


#: Maximum number of words by which a name is longer than the words of a title.
_LONGER = 3
#: Maximum number of tokens of the old words in an order.
_OLD_WORDS = 4


def counts_items(words: Sequence[Token], named: NamedSection, titles: Sequence[Sequence[Token]]) -> bool:
    """Return True if a word that looks like a section's name (`named`) means items of the section's list: "the first
    risk", "goal 4", "the last two objectives".

    The title must have the word in the plural; the message must have it in the singular, or in the plural after a
    number. `titles` are the words of all titles.
    """
    word = words[named.first]
    if named.words > 1 or named.how == "typo" or not named.sections or noun(words, named.stop)[0]:
        return False
    title = {each.norm for index in named.sections for each in titles[index] if each.stem == word.stem}
    plural = bool(title) and all(len(each) > len(word.norm) for each in title)
    if word.norm in title and (cardinal(words[named.first - 1]) > 1 if named.first else False):
        return _is_counted(words, named.first - 1)
    return plural and (_is_counted(words, named.first) or is_numbered(words, named.stop))


def _is_counted(words: Sequence[Token], at: int) -> bool:
    """Return True if an ordinal, such as "first" or "last", ends directly before token `at`."""
    return any(ordinal(words, start)[1] == at and ordinal(words, start)[0] for start in range(max(0, at - 5), at))


def is_numbered(words: Sequence[Token], at: int) -> bool:
    """Return True if a whole number from 1 to 99 is at token `at`: "goal 4", but not "goal 4.2"."""
    if at < len(words) and (words[at].text == "#" or closed_words.is_a(words[at], "number")):
        at += 1
    number, stop = closed_words.label(words, at)
    return number.isdecimal() and 0 < int(number) < _MOST and not noun(words, stop)[0]


#: Numbers from this one on do not count items of a list.
_MOST = 100
