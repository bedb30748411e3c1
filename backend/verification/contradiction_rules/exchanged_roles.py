"""Detect whether two sentences give the same words different roles. Roles are who acts on whom, and which words belong
together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from backend.ranking.terms import stop_terms, terms
from backend.verification.contradiction_rules.content_words import content_stems, without_numbers

#: The end of a clause inside a sentence.
CLAUSE = re.compile(
    r"[,;:](?!\d)|\b(?:and|but|while|whereas|although|though|which|who|whose|und|aber|während|obwohl|y|pero|mientras|aunque|et|"
    r"mais|tandis|alors que)\b",
    re.IGNORECASE,
)
#: The end of a phrase with subject, verb and object: the end of a clause, or a preposition.
_PREPOSITIONS = (
    r"\b(?:about|after|against|among|as|at|before|between|by|during|for|from|in|into|of|on|over|since|than|that|"
    r"through|to|under|until|when|where|with|within|without|als|auf|aus|bei|für|in|mit|nach|um|von|vor|zu|à|avec|dans|de|"
    r"des|du|en|par|pour|sur|con|del|entre|por|para|sobre)\b"
)
_PREPOSITION = re.compile(_PREPOSITIONS, re.IGNORECASE)
_PHRASE = re.compile(f"{CLAUSE.pattern}|{_PREPOSITIONS}", re.IGNORECASE)
#: The passive voice with “by”: the subject is acted on, and the words after “by” name who acts.
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being)\b(?: [^\W\d_]+){0,3} by\b", re.IGNORECASE)
_BE = re.compile(r"\b(?:is|are|was|were|be|been|being)\b", re.IGNORECASE)
#: The subject, the verb and the agent of a passive sentence. The subject begins after a comma, and the agent ends
#: before the next phrase.
_PASSIVE_PARTS = re.compile(
    r"(?P<subject>[^,;:]{1,150}?) (?:is|are|was|were|(?:has|have|had|can|could|may|will|must) been|be|been|being) "
    r"(?P<verb>(?:[^\W\d_]+ ){0,2}?[^\W\d_]+)(?: [^\W\d_,;]+){0,3}? by "
    rf"(?P<agent>(?:(?!{_PREPOSITIONS})[^\W_-]+[ -]?){{1,5}})",
    re.IGNORECASE,
)
#: The words from the verb to “by” in such a sentence. They are found much faster than the whole sentence.
_MAYBE_PASSIVE = re.compile(r" (?:is|are|was|were|be|been|being) (?:[^\W\d_]+ ){1,6}by ", re.IGNORECASE)
#: A verb in the past tense, with an object behind it.
_PAST = re.compile(rf"(?<=\w )\w{{3,}}ed\b(?= \w)(?! (?:\w+ly )?(?:{_PREPOSITIONS}))", re.IGNORECASE)
#: Languages in which the order of the words shows who acts on whom.
_ORDERED = frozenset({"english", "french"})
#: Number of words to the left and to the right of a word that are taken as belonging to it.
_NEAR = 2
#: Two words are exchanged only if more than this many times as many of their neighbors are exchanged as stay. One
#: neighbor may move together with its word, as an adjective does.
_OUTWEIGHS = 2
#: Minimum number of stems that two sentences must share to be compared.
_SHARED = 3


def roles_exchanged(one: str, other: str, language: str) -> tuple[str, str] | None:
    """Return two words whose roles are exchanged between the sentences: “cats” and “dogs” for “cats chase dogs” and
    “dogs chase cats”. Returns None if there are none. Moving a whole clause does not exchange roles.
    """
    mine, theirs = _clauses(one, language), _clauses(other, language)
    once = _once(mine) & _once(theirs)
    if len(once) < _SHARED:
        return None
    ordered = language in _ORDERED and all(_is_written_in(language, each) for each in (one, other))
    turned = _turned(one, other, language, once) if ordered else None
    found = _crossed(mine, theirs, once) or turned
    return found or ((voice_exchanged(one, other) or _acts_otherwise(one, other)) if ordered else None)


def voice_exchanged(one: str, other: str, *, same_verb: bool = True) -> tuple[str, str] | None:
    """Return two names whose roles are exchanged between two sentences, in the order of both sentences: “A” and “B” for
    “A was beaten by B” and “A beat B”. One sentence, no matter which, must be passive and the other active. Otherwise,
    return None.

    With `same_verb=False`, the verbs may differ. That is a weaker sign, because some verbs exchange the roles: “teach”
    and “learn”.
    """
    for passive, active in ((one, other), (other, one)):
        if _BE.search(active) is None and (found := _exchanged_voice(passive, active, same_verb)):
            return found
    return None


def _exchanged_voice(passive: str, active: str, same_verb: bool) -> tuple[str, str] | None:
    found = _PASSIVE_PARTS.search(passive) if _MAYBE_PASSIVE.search(passive) else None
    if found is None:
        return None
    # “nickel in the lattice was …”: the phrase behind a preposition does not tell who it is, unless the subject stands
    # behind one itself: “at the end of each term teachers were …”
    said = found["subject"].strip()
    phrases = [each for each in _PREPOSITION.split(said) if each.strip()]
    subject = phrases[0] if phrases else ""
    if len(phrases) > 1 and _PREPOSITION.match(said):
        subject = phrases[-1].split()[-1]
    acted_on, verb, acting = _content(subject), _content(found["verb"]), _content(found["agent"])
    told = terms(active)
    verbs = [at for at, each in enumerate(told) if each in verb]
    if same_verb and len(verbs) != 1:
        return None
    first = [at for at, each in enumerate(told) if each in acted_on - acting]
    second = [at for at, each in enumerate(told) if each in acting - acted_on]
    if not first or not second or max(first) >= min(second):
        return None
    if same_verb and not max(first) < verbs[0] < min(second):
        return None
    return told[first[-1]], told[second[0]]


def _acts_otherwise(one: str, other: str) -> tuple[str, str] | None:
    """Return who acts and who is acted on in the first sentence, each as a word, if the second sentence exchanges the
    two: “cats” and “dogs” for “cats chased dogs” and “dogs chased cats”; else None. Only active clauses that have the
    same verb in the past tense are compared.
    """
    told = list(_active_clauses(other))
    pairs = ((mine, theirs) for mine in _active_clauses(one) for theirs in told)
    for (mine, own), (theirs, verbs) in pairs:
        for verb in own:
            if verb not in verbs:
                continue
            (acts, acted_on), (first, second) = (
                [_content(each) for each in text.split(verb, 1)] for text in (mine, theirs)
            )
            crossed, kept = (acts & second, acted_on & first), len(acted_on & second)
            if all(crossed) and not acts & first and sum(map(len, crossed)) > _OUTWEIGHS * kept:
                return min(crossed[0]), min(crossed[1])
    return None


def _active_clauses(sentence: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the clauses of a sentence that have a verb in the past tense and no form of “be”, with these verbs."""
    found = ((each, _PAST.findall(each)) for each in CLAUSE.split(sentence) if not _BE.search(each))
    return (each for each in found if each[1])


def _content(text: str) -> frozenset[str]:
    return without_numbers(content_stems(text))


def _is_written_in(language: str, sentence: str) -> bool:
    """Return True if the sentence has a function word of this language. This confirms `language`, which may be wrong
    for a short text because it was guessed.
    """
    return not stop_terms(language).isdisjoint(terms(sentence, language))


def _crossed(
    mine: Sequence[Sequence[str]], theirs: Sequence[Sequence[str]], once: frozenset[str]
) -> tuple[str, str] | None:
    """Return two words of different clauses that have exchanged their neighbors: “bikes” and “cars” for “red cars and
    blue bikes” and “blue cars and red bikes”; None if there are none. `mine` and `theirs` are the clauses of the two
    sentences, and `once` are the words that each sentence has once.
    """
    if len(mine) < 2 or len(theirs) < 2:
        return None
    here, there = _company(mine), _company(theirs)
    both = sorted(once)
    for place, a in enumerate(both):
        for b in both[place + 1 :]:
            if b in here[a] or b in there[a]:
                continue
            own, others = here[a] - here[b], here[b] - here[a]
            was, were = there[a] - there[b], there[b] - there[a]
            crossed = own & were, others & was
            kept = len(own & was) + len(others & were) if all(crossed) else 0
            if all(crossed) and sum(map(len, crossed)) > _OUTWEIGHS * kept:
                return a, b
    return None


def _turned(one: str, other: str, language: str, once: frozenset[str]) -> tuple[str, str] | None:
    """Return two words that have exchanged their sides of a third word: “cats” and “dogs” for “cats chase dogs” and
    “dogs chase cats”. Returns None if there are none, or if only one of the sentences is in the passive. `once` are the
    words that each sentence has once.
    """
    if bool(_PASSIVE.search(one)) != bool(_PASSIVE.search(other)):
        return None
    here, told = (_clauses(each, language, _PHRASE) for each in (one, other))
    there = {pivot: sides for phrase in told for pivot, sides in _sides(phrase, once)}
    for clause in here:
        for pivot, (left, right) in _sides(clause, once):
            before, behind = there.get(pivot, ((), ()))
            first, second = set(left) & set(behind), set(right) & set(before)
            if first and second and not set(left) & set(before) and not set(right) & set(behind):
                return min(first), min(second)
    return None


def _sides(clause: Sequence[str], once: frozenset[str]) -> list[tuple[str, tuple[Sequence[str], Sequence[str]]]]:
    """Return each word in `once` that the clause contains, with the nearest words on its left and on its right."""
    return [
        (word, (clause[max(0, at - _NEAR) : at], clause[at + 1 : at + 1 + _NEAR]))
        for at, word in enumerate(clause)
        if word in once
    ]


def _company(clauses: Sequence[Sequence[str]]) -> Mapping[str, frozenset[str]]:
    """Return a dict that maps each word to the other words of its clause."""
    return {word: frozenset(clause) - {word} for clause in clauses for word in clause}


def _once(clauses: Sequence[Sequence[str]]) -> frozenset[str]:
    found = [word for clause in clauses for word in clause]
    return frozenset(each for each in found if found.count(each) == 1 and not each[0].isdigit())


@lru_cache(maxsize=512)
def _clauses(sentence: str, language: str, between: re.Pattern[str] = CLAUSE) -> list[list[str]]:
    """Return the stems of the content words in each clause. Negations such as “not” are kept, because they belong to a
    word, too. `between` is the pattern that separates the clauses.
    """
    stop = stop_terms(language) - _DENIALS
    parts = [[each for each in terms(part, language) if each not in stop] for part in between.split(sentence)]
    return [each for each in parts if each]


_DENIALS = frozenset({"not", "no", "nor", "nicht", "kein", "pas", "sin"})
