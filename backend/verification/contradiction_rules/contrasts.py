"""Find whether a sentence says what its source denies in a contrast: the sentence says “by rain”, and the source says
“by salt, not by rain”.
"""

from __future__ import annotations

import re

from backend.ranking.terms import stop_terms, terms

#: Words before what a contrast denies.
_CONTRAST = re.compile(r"\b(?:rather than|instead of)\b|(?:,|\bbut|\band)\s+not\b", re.IGNORECASE)
#: The end of what it denies: a clause's end, or a preposition that does not begin it.
_END = re.compile(r"[,;:.]|(?<=\w)\s+(?:of|in|at|for|with|made|was|were|is|are|when|which|that)\b")
_DENIAL = re.compile(r"\b(?:not|no|never|neither|nor|without|than|instead)\b|n['’]t\b", re.IGNORECASE)


def denied_in_contrast(sentence: str, passage: str) -> tuple[str, str] | None:
    """Return two groups of words from a contrast in the passage: what the passage denies and the sentence says, and
    what the passage says instead. Returns None if there are none.

    For “The decline was caused by rain” and the passage “The decline was caused by salt, not by rain”, the first group
    is “by rain”, and the second one the words before “not”.
    """
    if (parts := _split(passage)) is None or _DENIAL.search(sentence):
        return None
    before, denied, rest = parts
    said = _content(sentence)
    instead = _content(before)[-1:]
    denies = [each for each in _content(denied) if each not in _content(f"{before} {rest}")]
    if not denies or not instead or instead[0] in said or not all(each in said for each in denies):
        return None
    return denied.strip(" ,."), before.split(",")[-1].strip() or before.strip()


def without_contrast(sentence: str) -> str:
    """Return a sentence without the words that it denies in a contrast."""
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


def _content(text: str) -> list[str]:
    return [each for each in terms(text) if each not in stop_terms("english") and len(each) > 1]
