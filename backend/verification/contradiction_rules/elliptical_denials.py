"""Find what a sentence denies of one thing in a clause without a verb of its own: “in cats, but not in dogs”, or “…
whereas the number of species did not”.
"""

from __future__ import annotations

import re

from backend.ranking.terms import stop_terms, terms
from backend.verification.contradiction_rules.opposites import is_negated

#: The denied thing behind “but not”, up to the end of the clause.
_BUT_NOT = re.compile(r"(?:\bbut|\band|\bthough|,)\s+not\b(?P<denied>[^,;:.()]{1,80})(?!\w)", re.IGNORECASE)
#: The denied thing as the subject of a clause that ends with its auxiliary verb.
_DID_NOT = re.compile(
    r"(?:\b(?:but|and|whereas|while|although|though)\b|[,;])(?P<denied>(?:(?!\bwhereas\b|\bthat\b)[^,;:.()]){1,80}?)\s"
    r"(?:do|does|did|is|are|was|were|has|have|had|could|can|will|would)(?:\snot|n['’]t)(?=\s*(?:[,;.]|$))",
    re.IGNORECASE,
)
_ADVERB = re.compile(r"\s\w+ly\b(?:\sso)?$", re.IGNORECASE)


def elliptical_denial(sentence: str, passage: str) -> tuple[str, bool] | None:
    """Return the thing that the passage denies in a clause without a verb of its own ("but not in dogs"), and True if
    the English sentence has a negation.

    Returns None if the passage has no such clause, or if the sentence is not about this thing alone.
    """
    if _BUT_NOT.search(sentence) or _DID_NOT.search(sentence):
        return None
    said = frozenset(_content(sentence))
    for pattern in (_BUT_NOT, _DID_NOT):
        for found in pattern.finditer(passage):
            before = _content(passage[: found.start()])
            rest = {*before, *_content(passage[found.end() :])}
            denied = {each for each in _content(found["denied"]) if each not in rest}
            instead = {*before[-1:]} if pattern is _BUT_NOT else {*before[:1]}
            if _ADVERB.match(found["denied"]):  # “fewer, though not significantly so”: nothing is said instead
                instead = set()
            if denied and denied <= said and not instead & said and said & rest:
                return " ".join(found["denied"].split()), is_negated(sentence)
    return None


def _content(text: str) -> list[str]:
    return [each for each in terms(text) if each not in stop_terms("english") and len(each) > 1]
