"""Judge whether a source supports a sentence, by the words that the two have in common and by signs of a contradiction.

A correct citation is often for something that the abstract does not mention. So “not found” does not mean that the
citation is wrong.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

from backend.document.sentences import sentences
from backend.ranking.terms import language_of, stop_terms, terms
from backend.verification.contradiction_rules.alternatives import other_name, substitutions
from backend.verification.contradiction_rules.amounts import amounts
from backend.verification.contradiction_rules.compared_order import compared_order, comparisons
from backend.verification.contradiction_rules.content_words import content_stems
from backend.verification.contradiction_rules.contradictions import (
    clauses,
    contradiction,
    doubt,
    is_balanced,
    overstatement,
)
from backend.verification.contradiction_rules.number_roles import number_of_other_group
from backend.verification.contradiction_rules.opposed_clauses import opposed_clause
from backend.verification.contradiction_rules.opposites import are_opposite_words, is_same_direction
from backend.verification.quotation_check import bare_words
from backend.verification.word_normalization import is_slip

SupportVerdict = Literal["supported", "partly", "not found", "contradicted"]
#: Returns how similar a sentence and each of several texts are in meaning (0 to 1), by an embedding model.
Similarity = Callable[[str, Sequence[str]], Sequence[float]]

#: Minimum shares (0 to 1) of a sentence's words. With the first share in one sentence of the source, both are about the
#: same, so that a difference between them is a contradiction. With the second share in a passage, the passage supports
#: the sentence; with the third, it supports a part of the sentence. Set on sentences of abstracts that were restated
#: and reversed; real sentences that cite a source have lower shares than the third.
_SAME, _SUPPORTED, _PARTLY = 0.72, 0.7, 0.45
#: A rank for each verdict. Of the verdicts of several texts, the most favorable counts: a source supports a sentence if
#: any of its texts does.
_WEIGHT: dict[SupportVerdict, int] = {"supported": 3, "contradicted": 2, "partly": 1, "not found": 0}
#: Minimum share of common words, from which two sentences with opposite words contradict each other.
_OPPOSABLE = 0.5
#: Minimum share from which a guess lowers the score. With a lower share, most sentences that differ are correct
#: citations.
_DOUBTABLE = 0.62
#: Minimum share from which another step of a scale, another season or another factor is doubtful. Correct citations
#: with fewer words of the source contain such words by chance.
_COMPARABLE = 0.4
#: Minimum share of the sentence's words in another sentence of the source, from which the sentence may be about that
#: one.
_ABOUT = 0.35
#: A sentence is compared with the passage that has the greatest sum of two shares: the share of the sentence's words
#: that the passage has, and the share of the passage's words that the sentence has. This is the weight of the second
#: share. It favors a short passage that the sentence repeats.
_RETURNED = 0.4
#: A passage may also be what the sentence is about if its share of the sentence's words is smaller by at most this
#: number.
_NEARLY = 0.3
#: Maximum characters of a source and of a sentence that are compared.
_MOST_SOURCE, _MOST_SENTENCE = 60_000, 2_000
#: The factor for the score of a sentence that its source contradicts.
_CONTRADICTED = 0.1
#: Minimum number of content words of a clause that is a statement of its own.
_STATEMENT = 4
#: The factor for the score of a sentence that repeats the source except for one word. Chosen so that a free
#: restatement, which shares half of the words, ranks before it: people who restate a sentence rarely change a single
#: word.
_DOUBTED = 0.3
#: The factor for the score of a sentence with a number that the source lacks. The author may have calculated this
#: number.
_UNCONFIRMED = 0.5
#: Two words with this number of equal first letters count as forms of one word: analyze, analysis.
_ROOT = 5
#: The weight of similarity in meaning in the score; shared words have 1.
_MEANING = 0.5


@dataclass(frozen=True, slots=True)
class Support:
    """How well a source supports a sentence: a verdict, and a `score` (0 to 1) by which several passages are ranked.
    `passage` is the passage of the source, and `reason` says why there is a doubt.
    """

    score: float
    verdict: SupportVerdict
    passage: str = ""
    reason: str = ""


class SourceText:
    """The text of a source. It is parsed when the first sentence is compared with it, and only once for all
    sentences.
    """

    def __init__(self, text: str, language: str | None = None) -> None:
        self.text = text[:_MOST_SOURCE]
        self._language = language

    @cached_property
    def language(self) -> str:
        """Return the language of the text: the one that was given, else the one that its words reveal."""
        return language_of(self.text) if self._language is None else self._language

    @cached_property
    def parts(self) -> list[str]:
        """Return the sentences of the text. A longer one than `_MOST_SENTENCE`, such as a table without periods, is
        divided, because comparing two sentences takes more than linear time.
        """
        found = [self.text[start:end].strip() for start, end in sentences(self.text)]
        return [each[at : at + _MOST_SENTENCE] for each in found for at in range(0, len(each), _MOST_SENTENCE)]

    @cached_property
    def words(self) -> list[frozenset[str]]:
        """Return, for each sentence of the text, the stems of its content words."""
        return [content_stems(each, self.language) for each in self.parts]

    @cached_property
    def passages(self) -> list[str]:
        """Return each sentence together with the next one."""
        return [" ".join(self.parts[at : at + 2]) for at in range(len(self.parts))]

    @cached_property
    def wide(self) -> list[frozenset[str]]:
        """Return the words of each of the `passages`."""
        following = [*self.words[1:], frozenset[str]()]
        return [mine | theirs for mine, theirs in zip(self.words, following, strict=False)]

    @cached_property
    def all_words(self) -> frozenset[str]:
        """Return the words of the whole text."""
        return frozenset[str]().union(*self.words)

    @cached_property
    def values(self) -> frozenset[float]:
        """Return the numbers in the text."""
        return frozenset(each.value for each in amounts(self.text))


def support(sentence: str, source: str | SourceText, similarity: Similarity | None = None) -> Support:
    """Compare a sentence with the passages of a source. Returns the most favorable verdict. `similarity` compares by
    meaning; without it, only words are compared.
    """
    # the language of a short source is recognized together with the sentence
    text = source if isinstance(source, SourceText) else SourceText(source, language_of(f"{source} {sentence}"))
    whole = _with_order(_whole(sentence, text, similarity), sentence, text)
    return _by_clauses(whole, sentence, text) or _with_opposed_clause(whole, sentence, text)


def _by_clauses(whole: Support, sentence: str, text: SourceText) -> Support | None:
    """Return the verdict “contradicted” if the source contradicts a clause of the sentence; else None. `whole` is the
    verdict on the whole sentence.
    """
    said = content_stems(sentence[:_MOST_SENTENCE], text.language)
    parts = clauses(sentence) if whole.verdict != "contradicted" and whole.score >= _PARTLY else []
    if len(parts) < 2 or any(_share(said, each) >= _SAME for each in text.words):
        return None  # one sentence of the source has all of it, and was compared with it
    for clause in parts:
        if len(content_stems(clause, text.language)) >= _STATEMENT and len(clause) < len(sentence):
            found = _whole(clause, text, None)
            if found.verdict == "contradicted":
                return replace(found, score=whole.score * _CONTRADICTED)
    return None


def _with_order(found: Support, sentence: str, text: SourceText) -> Support:
    """Return the verdict `found` on an English sentence, or a worse one if a passage orders two things otherwise than
    the sentence does.
    """
    if text.language != "english" or found.verdict == "contradicted" or not comparisons(sentence):
        return found
    said = content_stems(sentence, text.language)
    shares = ((part, _share(said, words)) for part, words in zip(text.parts, text.words, strict=True))
    orders = [(part, share, compared_order(sentence, part)) for part, share in shares if share >= _ABOUT]
    known = [(part, share, order) for part, share, order in orders if order is not None]
    if not known or any(order[2] > 0 for _, _, order in known):
        return found
    part, share, order = max(known, key=lambda each: each[1])
    reason = f"The sentence and the source compare “{order[0]}” and “{order[1]}” in opposite ways."
    if share >= _DOUBTABLE:
        return Support(min(found.score, share) * _CONTRADICTED, "contradicted", part, reason)
    return found if found.reason else Support(found.score * _DOUBTED, "partly", part, reason)


def _with_opposed_clause(found: Support, sentence: str, text: SourceText) -> Support:
    """Return the verdict `found` on an English sentence. If an opposite word in the source raises a doubt
    (`opposed_clause`), a weaker verdict is returned instead.
    """
    if text.language != "english" or found.reason or sentence.strip() in text.text:
        return found
    if (opposed := opposed_clause(sentence, zip(text.parts, text.words, strict=True))) is None:
        return found
    reason = f"The sentence says “{opposed[0]}”, but the source says “{opposed[1]}”."
    return Support(found.score * _DOUBTED, "partly", opposed[2], reason)


def _whole(sentence: str, text: SourceText, similarity: Similarity | None) -> Support:
    """Compare a sentence, or one of its clauses, with the passages of a source. Returns the verdict for the passage
    that supports it best.
    """
    said = content_stems(sentence[:_MOST_SENTENCE], text.language)
    if not said or not text.parts:
        return Support(0.0, "not found")
    shares = [_share(said, each) for each in text.words]
    best = max(range(len(shares)), key=lambda at: shares[at] + _RETURNED * _share(text.words[at], said))
    wider = [_share(said, each) for each in text.wide]
    wide = max(range(len(wider)), key=lambda at: wider[at])
    passage = text.parts[best] if shares[best] >= _SUPPORTED else text.passages[wide]
    share = max(shares[best], wider[wide])
    score = (share + _share(said, text.all_words)) / 2
    if similarity is not None:
        score = (1 - _MEANING) * score + _MEANING * max(similarity(sentence, text.passages), default=0.0)
    same = _sameness(said, text, best)
    if same >= _OPPOSABLE and _agrees_elsewhere(said, sentence, text, best):
        return Support(score, "supported" if share >= _SUPPORTED else "partly", passage)
    reason = contradiction(sentence, text.parts[best], text.language) if same >= _OPPOSABLE else ""
    if reason and same >= _SAME:
        return Support(score * _CONTRADICTED, "contradicted", text.parts[best], reason)
    if not reason and same >= _DOUBTABLE:
        reason = doubt(sentence, text.parts[best], text.language)
    if reason:
        return Support(score * _DOUBTED, "partly", text.parts[best], _weaker(reason))
    if same >= _COMPARABLE and (reason := overstatement(sentence, text.parts[best], text.language)):
        return Support(score * _DOUBTED, "partly", text.parts[best], reason)
    if share >= _DOUBTABLE and (names := other_name(sentence, passage, text.text)):
        reason = f"The sentence says “{names[0]}” where the source says “{names[1]}”."
        return Support(score * _DOUBTED, "partly", passage, reason)
    if share >= _SUPPORTED:
        if reason := _unconfirmed(sentence, text):
            return Support(score * _UNCONFIRMED, "partly", passage, reason)
        if exchanged := _exchanged(sentence, text, best):
            return Support(score * _DOUBTED, "partly", text.parts[best], exchanged)
        if number := number_of_other_group(sentence, text.parts, best):
            reason = f"In the source, which compares two groups, {number} belongs to the other group."
            return Support(score * _DOUBTED, "partly", passage, reason)
        if elsewhere := _opposed_elsewhere(said, sentence, text, best):
            return Support(score * _DOUBTED, "partly", *elsewhere)
        return Support(score, "supported", passage)
    return Support(score, "partly" if share >= _PARTLY else "not found", passage if share >= _PARTLY else "")


def _weaker(reason: str) -> str:
    """Return the reason for a contradiction, reworded as a doubt: “seem to contradict” instead of “contradict”."""
    return reason.replace("the source contradict each other", "the source seem to contradict each other")


def best_of(found: Iterable[Support]) -> Support:
    """Return the most favorable of several verdicts on one sentence: a source supports the sentence if one of its texts
    does.
    """
    return max(found, key=lambda each: (_WEIGHT[each.verdict], each.score), default=Support(0.0, "not found"))


def _sameness(said: frozenset[str], text: SourceText, at: int) -> float:
    """Return how likely it is that a passage is about the same subject as a sentence: the share (0 to 1) of the
    sentence's words that the passage has, too. A word of which the passage has the opposite also counts, and numbers
    that differ are ignored.

    `said` are the stems of the sentence; `at` is the index of the passage.
    """
    found = text.words[at]
    share = _share(said, found)
    if share >= _SAME or share < _OPPOSABLE:
        return share
    left = [each for each in said - found if not each[0].isdigit()]
    rivals = found - said
    opposed = [each for each in left if any(are_opposite_words(each, other) for other in rivals)]
    counted = frozenset(each for each in said if each in found or not each[0].isdigit())
    return _share(counted, found | frozenset(opposed))


def _agrees_elsewhere(said: frozenset[str], sentence: str, text: SourceText, at: int) -> bool:
    """Return True if another passage supports what the passage at index `at` seems to contradict: it has all words of
    the sentence that the passage at `at` lacks, and does not contradict the sentence. `said` are the stems of the
    sentence.
    """
    missing = said - text.words[at]
    others = [
        part
        for part, words in zip(text.parts, text.words, strict=True)
        if missing and missing <= words and _share(said, words) >= max(_PARTLY, _share(said, text.words[at]) - _NEARLY)
    ]
    return bool(others and contradiction(sentence, text.parts[at], text.language)) and any(
        not contradiction(sentence, each, text.language) and not doubt(sentence, each, text.language) for each in others
    )


def _opposed_elsewhere(said: frozenset[str], sentence: str, text: SourceText, at: int) -> tuple[str, str] | None:
    """Return (passage, reason) for a passage that differs from the sentence and has words of it that the passage at
    index `at` lacks; None if there is none. `said` are the stems of the sentence.

    For example, “rounding reduced injurious falls” fits the passage at `at`, “rounding reduced falls”. But another
    passage, “injurious falls were unaffected”, is about injurious falls, so it is returned.
    """
    missing = said - text.words[at]
    for part, words in zip(text.parts, text.words, strict=True):
        about = missing & words and _share(said, words) >= _ABOUT
        if about and (reason := overstatement(sentence, part, text.language)):
            return part, reason
    return None


def _exchanged(sentence: str, text: SourceText, at: int) -> str:
    """Explain which word of the sentence replaces a word of the source, while the words around it are the same; "" if
    there is none. `at` is the index of the source's passage.
    """
    numbers = any(each.isdigit() for each in sentence)
    for each in substitutions(sentence, text.parts[at], text.language):
        said, told = each.said.casefold(), each.told.casefold()
        if _is_phrase(said, text.language) or _is_phrase(told, text.language):
            continue  # “left out” for “omitted” is another wording
        if is_same_direction(said, told) or (
            numbers and " " not in said and f" {said} " in f" {' '.join(bare_words(text.parts[at]))} "
        ):
            continue  # a number belongs to a word of the passage: its part decides, not the order of the words
        if not (is_slip(said, told) or said.startswith(told[:_ROOT]) or any(map(str.isdigit, said + told))):
            if is_balanced(sentence, text.parts[at], text.language):
                return ""  # “forest birds sang lower than urban ones” for “urban birds sang higher than forest ones”
            return f"The sentence says “{each.said}” where the source says “{each.told}”."
    return ""


def _is_phrase(words: str, language: str) -> bool:
    """Return True if a text has several words, and at least one of them is a function word: “of the lake”."""
    return " " in words and any(each in stop_terms(language) for each in terms(words, language))


def _unconfirmed(sentence: str, text: SourceText) -> str:
    """Explain in words which number of the sentence is not in the source; "" if there is none."""
    # “one” and “two” may stand for “the one” and “both”
    strange = next(
        (
            each
            for each in amounts(sentence)
            if each.value not in text.values
            and (each.value > 2 or re.search(rf"(?<![\w.,]){each.value:g}(?![\w.,])", sentence))
        ),
        None,
    )
    return "" if strange is None else f"The source does not contain the number {strange.value:g}."


def _share(said: frozenset[str], found: frozenset[str]) -> float:
    """Return the share of a sentence's words (`said`) that a text contains, from 0 to 1. `found` are the words of the
    text. Long words have more weight, because they are rarer.
    """
    common = said & found
    return _total(common) / _total(said) if common else 0.0


@lru_cache(maxsize=4096)
def _total(words: frozenset[str]) -> float:
    return math.fsum(map(_weight, words))  # exact, so that the order of a set's words does not decide at a limit


@lru_cache(maxsize=4096)
def _weight(word: str) -> float:
    return math.sqrt(min(len(word), 12))
