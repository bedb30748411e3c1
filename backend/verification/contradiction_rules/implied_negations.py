"""Find words that an English sentence denies, with a negation such as “not” or with words such as “refused to” and
“ruled out”.
"""

from __future__ import annotations

import re
from functools import lru_cache

from backend.ranking.terms import stop_terms, term_of
from backend.verification.contradiction_rules.opposites import NEGATIONS, negations_alone, opposite_rest

#: Verbs and phrases that say that something does not happen, does not exist or is not so.
_IMPLIED = re.compile(
    r"\b(?:declin\w+ to|rul\w+ out|(?:free|far|apart|aside) (?:of|from)|left out|leav\w+ out|instead of|rather than|"
    r"but one|other than|turn\w* down|short of|"
    r"(?:refus|refrain|ceas|prevent|exclud|omit|avoid|reject|abstain|stopp|neglect|"
    r"den(?=y|ied|ies)|forbid|forbad|prohibit|"
    r"bann|forget|forgot|dismiss|resist|withst|escap|miss(?=ed|es|ing)|negligib|independent(?!ly)|except|"
    r"stay(?=\w* the same)|remain(?=\w* the same))\w*)\b"
    r"|-(?:free|deprived)\b|\bun(?!der|til|less|ion|iform|iver|it|ique|ilat)\w{3,}(?:ed|able|ible)(?:ly)?\b",
    re.IGNORECASE,
)
#: Words that deny the whole statement.
PLAIN_NEGATION = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|nobody|nothing|fail(?:s|ed)?(?= to\b)|"
    r"unable|absent)\b|n['’]t\b",
    re.IGNORECASE,
)
#: Negations that stand after the words that they deny, or that deny no word after them.
_BEHIND = frozenset("absent absence nobody none nothing unable devoid".split())
#: Nouns for any relation of two things. A sentence that denies such a noun denies everything that it says: “no effect”.
_RELATIONS = frozenset(
    "effect effects influence impact bearing role relation relationship association correlation".split()
)
#: Endings of nouns.
_NOUN_ENDS = ("ty", "tion", "ness", "nce", "ment")
#: Maximum number of words between a negation and the word that it denies.
_NEAR = 5
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
#: “It has not been shown that …” denies all that follows.
_CLAUSE_DENIED = re.compile(r"\b(?:not|no|never)\b(?: \w+){1,4} that\b", re.IGNORECASE)


@lru_cache(maxsize=512)
def implies_negation(sentence: str) -> bool:
    """Return True if a sentence has a word that denies something and is not a negation itself: “The council refused the
    plan.”
    """
    return _IMPLIED.search(sentence) is not None or bool(bases_denied(sentence))


def bases_denied(sentence: str) -> tuple[str, ...]:
    """Return the words that a sentence denies with a prefix: “likely” for “unlikely”. A noun such as “uncertainty” does
    not make the sentence a denial, so it is left out.
    """
    found = _WORD.findall(sentence.casefold())
    return tuple(filter(None, (opposite_rest(each) for each in found if not each.endswith(_NOUN_ENDS))))


@lru_cache(maxsize=512)
def denied_words(sentence: str) -> tuple[str, ...] | None:
    """Return the denied word after each negation in an English sentence: “significant” for “was not significant”; ""
    for a negation after which no word is denied.

    Returns None if a negation denies more than one word, as in “it was not shown that” and “no effect”, or if the
    denied word may precede it, as in “was absent”.
    """
    clause = _CLAUSE_DENIED.search(sentence)
    if clause is not None and len(sentence[: clause.start()].split()) < _NEAR:
        return None
    words = [each.lower() for each in _WORD.findall(negations_alone(sentence))]
    found = []
    for at, word in enumerate(words):
        if word in _BEHIND:
            return None
        if word in NEGATIONS or word.endswith("n't"):
            behind = [each for each in words[at + 1 : at + 1 + _NEAR] if _is_denied(each)]
            if not _RELATIONS.isdisjoint(behind[:2]):
                return None
            found.append(next(iter(behind), ""))
    return tuple(found)


def _is_denied(word: str) -> bool:
    """Return True if a negation before this word can deny the word itself. Before a word such as “significantly”, it
    may deny something else.
    """
    return word[0].isalpha() and not word.endswith("ly") and term_of(word) not in stop_terms("english")
