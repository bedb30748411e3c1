"""Whether a source says what a sentence cites it for: by shared words, and by what turns a sentence round.

Most true citations of a work are for something that its abstract does not say, so “not found” accuses nobody.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from backend.document.sentences import sentences
from backend.ranking.terms import stop_terms, terms
from backend.verification.opposites import amounts, is_negated, opposed_words, other_amounts

SupportVerdict = Literal["supported", "partly", "not found", "contradicted"]
#: How alike a sentence and each of several texts are in meaning, from 0 to 1, where a model of words can tell.
Similarity = Callable[[str, Sequence[str]], Sequence[float]]

#: Shares of a sentence's words that must stand in one sentence of the source: from which on both speak of the same, so
#: that a difference is a contradiction; in a passage: from which on it says the sentence, and a part of it. Set on
#: sentences of abstracts restated and turned round; the marks of true citing sentences lie below the last.
_SAME, _SUPPORTED, _PARTLY = 0.72, 0.7, 0.45
#: Characters of a source and of a sentence that are read.
_MOST_SOURCE, _MOST_SENTENCE = 60_000, 2_000
#: How much the meaning counts beside the words in the score.
_MEANING = 0.5


@dataclass(frozen=True, slots=True)
class Support:
    """How well a source backs a sentence: a score to rank by, a verdict in words, and the passage it rests on."""

    score: float
    verdict: SupportVerdict
    passage: str = ""
    reason: str = ""


def support(sentence: str, source: str, similarity: Similarity | None = None) -> Support:
    """Hold a sentence against what its source says."""
    said = _content(sentence[:_MOST_SENTENCE])
    text = source[:_MOST_SOURCE]
    spans = sentences(text)
    if not said or not spans:
        return Support(0.0, "not found")
    parts = [text[start:end].strip() for start, end in spans]
    shares = [_share(said, _content(each)) for each in parts]
    best = max(range(len(parts)), key=lambda at: shares[at])
    passages = [" ".join(parts[at : at + 2]) for at in range(len(parts))]
    wide = max(range(len(parts)), key=lambda at: _share(said, _content(passages[at])))
    passage = parts[best] if shares[best] >= _SUPPORTED else passages[wide]
    share = max(shares[best], _share(said, _content(passages[wide])))
    whole = _share(said, _content(text))
    score = (share + whole) / 2
    if similarity is not None:
        score = (1 - _MEANING) * score + _MEANING * max(similarity(sentence, passages), default=0.0)
    if shares[best] >= _SAME and (reason := _contradiction(sentence, parts[best])):
        return Support(score * 0.1, "contradicted", parts[best], reason)
    if share >= _SUPPORTED:
        if reason := _unconfirmed(sentence, text):
            return Support(score * 0.8, "partly", passage, reason)
        return Support(score, "supported", passage)
    return Support(score, "partly" if share >= _PARTLY else "not found", passage if share >= _PARTLY else "")


def is_quoted(quotation: str, source: str) -> bool:
    """Say whether a quotation stands word for word in a source; gaps are marked by dots."""
    parts = [" ".join(_plain(each)) for each in re.split(r"\[?(?:\.\.\.|…)\]?", quotation)]
    text, at = f" {' '.join(_plain(source))} ", 0
    for part in filter(None, parts):
        found = text.find(f" {part} ", at)
        if found < 0:
            return False
        at = found + len(part)
    return any(parts)


def _plain(text: str) -> list[str]:
    return [each.casefold() for each in re.findall(r"[^\W_]+", text)]


def _contradiction(sentence: str, passage: str) -> str:
    """What in the sentence is the opposite of the passage, in words; "" where nothing is."""
    if is_negated(sentence) != is_negated(passage):
        return "One of the two is negated."
    words = opposed_words(sentence, passage)
    if words is not None:
        return f"It says “{words[0]}”, the source “{words[1]}”."
    numbers = other_amounts(sentence, passage)
    if numbers is not None:
        return f"It says {numbers[0].value:g} {numbers[0].unit}, the source {numbers[1].value:g}.".replace("  ", " ")
    return ""


def _unconfirmed(sentence: str, source: str) -> str:
    """A number of the sentence that stands nowhere in the source, in words; "" where there is none."""
    known = {each.value for each in amounts(source)}
    strange = next((each for each in amounts(sentence) if each.value not in known), None)
    return "" if strange is None else f"The source does not say {strange.value:g}."


def _content(text: str) -> Counter[str]:
    """The words of a text that say something, by their stems."""
    return Counter(each for each in terms(text) if each not in stop_terms("english") and len(each) > 1)


def _share(said: Counter[str], found: Counter[str]) -> float:
    """The share of a sentence's words that a text has; long words, which are rarer, count more."""
    total = sum(map(_weight, said))
    return sum(_weight(each) for each in said if each in found) / total if total else 0.0


def _weight(word: str) -> float:
    return math.sqrt(min(len(word), 12))
