"""Find whether a sentence says what its source denies without a verb of its own: in a contrast (“by salt, not by
rain”), or in a short clause (“in cats, but not in dogs”, “… whereas the number of species did not”).
"""

from __future__ import annotations

import re

from backend.verification.contradiction_rules.content_words import content_words
from backend.verification.contradiction_rules.opposites import is_negated

#: Words before what a contrast denies.
_CONTRAST = re.compile(r"\b(?:rather than|instead of)\b|(?:,|\bbut|\band)\s+not\b", re.IGNORECASE)
#: The end of the words that a contrast denies: the end of the clause, or a preposition after their first word.
_END = re.compile(r"[,;:.]|(?<=\w)\s+(?:of|in|at|for|with|made|was|were|is|are|when|which|that)\b")
_DENIAL = re.compile(r"\b(?:not|no|never|neither|nor|without|than|instead)\b|n['’]t\b", re.IGNORECASE)

#: The denied thing behind “but not”, up to the end of the clause.
_BUT_NOT = re.compile(r"(?:\bbut|\band|\bthough|,)\s+not\b(?P<denied>[^,;:.()]{1,80})(?!\w)", re.IGNORECASE)
#: A clause that ends with its auxiliary verb: “whereas the number of species did not”. Its subject is the denied thing.
_DID_NOT = re.compile(
    r"(?:\b(?:but|and|whereas|while|although|though)\b|[,;])(?P<denied>(?:(?!\bwhereas\b|\bthat\b)[^,;:.()]){1,80}?)\s"
    r"(?:do|does|did|is|are|was|were|has|have|had|could|can|will|would)(?:\snot|n['’]t)(?=\s*(?:[,;.]|$))",
    re.IGNORECASE,
)
#: A word that each of these clauses has. Looking for it first is fast.
_NOT = re.compile(r"not\b|n['’]t\b", re.IGNORECASE)
_ADVERB = re.compile(r"\s\w+ly\b(?:\sso)?$", re.IGNORECASE)


def denied_in_contrast(sentence: str, passage: str) -> tuple[str, str] | None:
    """Return two groups of words from a contrast in the passage: what the passage denies but the sentence says, and
    what the passage says instead; None if there are none.

    For “The decline was caused by rain” and the passage “The decline was caused by salt, not by rain”, the first group
    is “by rain”, and the second one the words before “not”.
    """
    if (parts := _split(passage)) is None or _DENIAL.search(sentence):
        return None
    before, denied, rest = parts
    said = content_words(sentence)
    instead = content_words(before)[-1:]
    denies = [each for each in content_words(denied) if each not in content_words(f"{before} {rest}")]
    if not denies or not instead or instead[0] in said or not all(each in said for each in denies):
        return None
    return denied.strip(" ,."), before.split(",")[-1].strip() or before.strip()


def without_contrast(sentence: str) -> str:
    """Return a sentence without the words that it denies in a contrast: “caused by salt” for “caused by salt, not by
    rain”.
    """
    parts = _split(sentence)
    return sentence if parts is None else f"{parts[0].rstrip(' ,')} {parts[2].lstrip()}"


def _split(sentence: str) -> tuple[str, str, str] | None:
    """Return the three parts of a sentence with one contrast: before the contrast, the denied words, and what follows.
    Returns None if it does not have exactly one contrast.
    """
    found = list(_CONTRAST.finditer(sentence))
    if len(found) != 1:
        return None
    behind = sentence[found[0].end() :]
    end = _END.search(behind)
    at = end.start() if end else len(behind)
    return sentence[: found[0].start()], behind[:at], behind[at:]


def elliptical_denial(sentence: str, passage: str) -> tuple[str, bool] | None:
    """Return the words that the passage denies in a clause without a verb of its own (“in dogs” for “but not in dogs”),
    and True if the English `sentence` is negated.

    Returns None if the passage has no such clause, or if the sentence is not only about the denied thing.
    """
    if not _NOT.search(passage) or _BUT_NOT.search(sentence) or _DID_NOT.search(sentence):
        return None
    said = frozenset(content_words(sentence))
    for pattern in (_BUT_NOT, _DID_NOT):
        for found in pattern.finditer(passage):
            before = content_words(passage[: found.start()])
            rest = {*before, *content_words(passage[found.end() :])}
            denied = {each for each in content_words(found["denied"]) if each not in rest}
            instead = {*before[-1:]} if pattern is _BUT_NOT else {*before[:1]}
            if _ADVERB.match(found["denied"]):  # “fewer, though not significantly so”: nothing is said instead
                instead = set()
            if denied and denied <= said and not instead & said and said & rest:
                return " ".join(found["denied"].split()), is_negated(sentence)
    return None
