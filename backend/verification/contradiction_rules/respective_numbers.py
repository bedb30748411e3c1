"""Find a number that a sentence gives to the wrong one of two groups, if its source lists the numbers with the word
“respectively” and names the groups in an earlier sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.ranking.terms import stop_terms, terms

_NUMBER = r"\d+(?:[.,]\d+)*"
#: Two numbers, perhaps each with a unit, in a sentence that ends a clause with “respectively”.
_RESPECTIVELY = re.compile(
    rf"(?<![\w.,])({_NUMBER})[^\d,;.]{{0,15}} (?:and|versus|vs\.?) ({_NUMBER})(?=[^\w.,]|[.,]?$)[^.;]*?,? respectively"
)
#: Words between two groups: first the words of a comparison, then those of any list.
_BETWEEN = (
    re.compile(r"\b(?:compared (?:with|to)|versus|vs\.?|against|rather than)\b", re.IGNORECASE),
    re.compile(r"\b(?:and|or)\b", re.IGNORECASE),
)
#: Maximum number of words of a group, and of sentences between the groups and their numbers.
_WORDS, _BACK = 4, 2


def number_of_other_group(sentence: str, parts: Sequence[str], at: int) -> str:
    """Return a number of a sentence that belongs to the other group of its source; "" if there is none. `parts` are the
    source's sentences, and the one at index `at` is what the sentence is about.

    In “Wipes were compared with soap. Infections occurred in 1.8 and 3.9 per 1,000 days, respectively.” the number 3.9
    belongs to soap.
    """
    found = _RESPECTIVELY.search(parts[at])
    if found is None:
        return ""
    said = re.findall(rf"(?<![\w.,]){_NUMBER}(?![\w]|[.,]\d)", sentence)
    places = [place for place, number in enumerate(found.groups()) if number in said]
    if len(places) != 1:
        return ""
    group = _group_of(_content(sentence), [parts[at][: found.start()], *reversed(parts[max(0, at - _BACK) : at])])
    return "" if group is None or group == places[0] else str(found[places[0] + 1])


def _group_of(said: frozenset[str], before: Sequence[str]) -> int | None:
    """Return 0 or 1 for the first or the second group, whichever the sentence names; None if it names both or neither.
    `before` are the texts that may name the groups, the nearest first.
    """
    for text in before:
        for between in _BETWEEN:
            for joint in between.finditer(text):
                first = _content(" ".join(text[: joint.start()].split()[-2 * _WORDS :]), -_WORDS)
                second = _content(" ".join(text[joint.end() :].split()[: 2 * _WORDS]), _WORDS)
                named = [bool(said & first - second), bool(said & second - first)]
                if named[0] != named[1]:
                    return named.index(True)
    return None


def _content(text: str, most: int = 1_000) -> frozenset[str]:
    """Return the stems of the first `most` content words of a text. If `most` is negative, return those of the last
    ones.
    """
    found = [each for each in terms(text) if each not in stop_terms("english") and each.isalpha() and len(each) > 1]
    return frozenset(found[:most] if most > 0 else found[most:])
