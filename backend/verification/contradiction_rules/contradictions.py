"""Decide, clause by clause, whether a sentence contradicts a passage on the same subject.

Each of these turns a statement into its opposite: a negation, an opposite word, a reversed comparison or a reversed
bound. Two of them cancel each other: “did not rise” agrees with “fell”. So an odd number of them in a clause is a
contradiction, and an even number is not. A different number, another name, and two words in exchanged roles are always
contradictions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from backend.ranking.terms import terms
from backend.verification.contradiction_rules.alternatives import (
    other_alternative,
    other_fractions,
    other_point_in_time,
    substitutions,
)
from backend.verification.contradiction_rules.amounts import (
    counts_exchanged,
    excepts,
    other_amounts,
    other_bounds,
    other_measures,
    percent_for_points,
)
from backend.verification.contradiction_rules.content_words import content_stems
from backend.verification.contradiction_rules.contrasts import denied_in_contrast, elliptical_denial, without_contrast
from backend.verification.contradiction_rules.crossed_parts import crossed_parts
from backend.verification.contradiction_rules.exchanged_roles import roles_exchanged, voice_exchanged
from backend.verification.contradiction_rules.exchanges import (
    compared_otherwise,
    is_order_unclear,
    moved_otherwise,
    numbers_exchanged,
)
from backend.verification.contradiction_rules.implied_negations import (
    PLAIN_NEGATION,
    bases_denied,
    denied_words,
    implies_negation,
)
from backend.verification.contradiction_rules.number_roles import number_of_other
from backend.verification.contradiction_rules.opposites import (
    are_opposite_words,
    is_negated,
    is_same_direction,
    opposed_words,
    opposite_rest,
)
from backend.verification.contradiction_rules.scales import other_step, shares_step

#: Words between two clauses that may contradict each other, such as “but”.
_CONTRAST = re.compile(
    r"\b(?:but|whereas|while|although|though|however|während|obwohl|sondern|pero|mientras|aunque|sino|mais|tandis|"
    r"alors|bien que|mas|ma|mentre)\b|;"
    # in German, “aber” is inside its clause, and in Chinese, words have no spaces between them
    r"|,(?=[^,;]*\baber\b)|但|而",
    re.IGNORECASE,
)
_PART_END = re.compile(
    _CONTRAST.pattern + r"|,(?!\d)|\b(?:because|weil|porque|parce que)\b|\band\b(?! not\b)", re.IGNORECASE
)
#: Words between two clauses. If two sentences have the same number of clauses, these are compared one by one.
_JOINED = re.compile(_CONTRAST.pattern + r"|,? and (?=\w+(?: \w+)* [^\W\d_]+)", re.IGNORECASE)
#: Says that nothing exceeds something. “No group spent more than the poor” means that the poor spent most.
_NONE_MORE = re.compile(r"\bno(?:ne| one|body|thing|where)?\b[^,;.]*\b(?:than|as \w+(?: \w+){0,3} as)\b", re.IGNORECASE)
#: Words for a share of a whole. The rest of the whole is another such share: “most” and “few”.
_SHARE_OF = re.compile(r"(?<!the )\b(?:most|half|third|quarter|few|minority|majority)\b", re.IGNORECASE)
_ANY_OTHER = re.compile(
    r"\bthan (?:any|all|every)\b|\b(?:most|least)\b|\b(?!rest|west|test|forest)\w{3,}est\b", re.IGNORECASE
)
#: Words for all things of a kind, and words for a part of them.
_WHOLE = re.compile(r"\b(?:all|every|each|both|entire)\b", re.IGNORECASE)
_PART = re.compile(r"\bonly (?:one|two|three|some|half|part|a few|few|a minority)\b", re.IGNORECASE)
#: Minimum share (0 to 1) of a clause's words that the other sentence must have, so that the clause is recognized there.
_KNOWN = 0.5
#: Minimum share (0 to 1) of the longer clause's words that two clauses must have in common to be compared with each
#: other. In restated sentences, clauses may share less because a part has moved from one clause to another.
_ALIKE = 0.6
#: Maximum number of sentences whose clauses are cached, because each is compared with many others.
_CACHED = 512


def contradiction(sentence: str, passage: str, language: str) -> str:
    """Explain in words how `sentence` contradicts `passage`, as “sales fell” contradicts “sales rose”. Returns "" if it
    does not.
    """
    if passage.strip() == sentence.strip():  # quoted word for word
        return ""
    denial = elliptical_denial(sentence, passage) if language == "english" else None
    if denial is not None:
        return "" if denial[1] else _denied(denial[0])
    reversals = _all_reversals(sentence, passage, language)
    if odd := next((found for found in reversals if len(found) % 2), None):
        return odd[0]
    told = _told(sentence, passage, language)
    if reason := next(_differences(sentence, passage, told, language), ""):
        return reason
    return "" if any(reversals) else next(_exchanges(sentence, told, language), "")


def is_balanced(sentence: str, passage: str, language: str) -> bool:
    """Return True if several differences reverse the meaning of a sentence and cancel each other, as in “A is longer
    than B” and “B is shorter than A”.
    """
    found = _all_reversals(sentence, passage, language)
    return any(found) and not any(len(each) % 2 for each in found)


def _all_reversals(sentence: str, passage: str, language: str) -> list[list[str]]:
    """Return, for each pair of clauses, explanations of the differences that turn one clause into its opposite.

    Returns [] if only one of the texts makes an exception: “all but one were negative” and “one was positive” agree.
    """
    if excepts(sentence) != excepts(passage):
        return []
    pairs = _pairs(sentence, _told(sentence, passage, language), language)
    return [list(_reversals(mine, theirs, language)) for mine, theirs in pairs]


def _told(sentence: str, passage: str, language: str) -> str:
    """Return the text with which a sentence is compared: for a single clause, the clause of the passage about the same
    thing; for a longer sentence, the whole passage.
    """
    return passage if len(clauses(sentence)) > 1 else _clause(sentence, passage, language)


def doubt(sentence: str, passage: str, language: str) -> str:
    """Explain in words how an English sentence may contradict the passage; "" if nothing indicates this.

    Unlike the result of `contradiction`, this is a guess. A sentence that only rewords the passage may have the same
    kinds of differences, but has them less often.
    """
    if language != "english" or _counts_the_rest(sentence, passage, language):
        return ""
    if (denial := elliptical_denial(sentence, passage)) is not None and denial[1]:
        return ""
    if _may_deny(sentence, passage, language):
        return "The sentence and the source seem to contradict each other: one of them denies what the other says."
    turned = voice_exchanged(sentence, passage, same_verb=False) or moved_otherwise(sentence, passage, language)
    if turned:
        return (
            f"The sentence may swap “{turned[0]}” and “{turned[1]}”: the source seems to say the opposite. Compare "
            "the sentence with its source."
        )
    if crossed := crossed_parts(sentence, passage):
        return f"The source may say “{crossed}” about something else."
    return ""


def _of_other(number: str, word: str) -> str:
    return f"In the source, {number} belongs to something else, and “{word}” has another number."


def _denied(words: str) -> str:
    return f"The source denies what the sentence says about “{words}”."


def overstatement(sentence: str, passage: str, language: str) -> str:
    """Describe how a sentence differs from its source without denying it; "" if no difference is found. For example,
    the sentence says “54 % with surgery”, and the source “54 % with drugs”. An English sentence may also claim more:
    “causes” where the source says “is associated with”.
    """
    if taken := number_of_other(sentence, passage, language):
        return _of_other(*taken)
    if language != "english" or _counts_the_rest(sentence, passage, language):
        return ""
    if (denial := elliptical_denial(sentence, passage)) is not None:
        return "" if denial[1] else _denied(denial[0])
    steps = other_step(sentence, passage, _part(sentence, passage, language))
    for found in (steps, other_alternative(sentence, passage)):
        if found is not None:
            return f"The sentence says “{found[0]}”, but the source says “{found[1]}”."
    if counts := counts_exchanged(sentence, passage):
        return (
            f"In the source, {counts[0].value:g} belongs to something else, and the number for what the sentence names"
            f" is {counts[1].value:g}."
        )
    return (
        "The sentence and its source differ: one of them says percent, and the other says percentage points."
        if percent_for_points(sentence, passage)
        else ""
    )


def _may_deny(sentence: str, passage: str, language: str) -> bool:
    """Return True if exactly one of two English sentences denies something that the other one may say: “did not apply”
    and “applied”.
    """
    if shares_step(sentence, passage) or _is_none_above(sentence, passage):
        return False
    about = _shared_clauses(sentence, passage, language)
    mine = _denies(sentence)
    if any(mine == _denies(each) for each in (passage, about, _part(sentence, about, language))):
        return False
    return not mine or _denies_known(sentence, passage, language)


def _denies_known(sentence: str, passage: str, language: str) -> bool:
    """Return True if a sentence denies a word that the passage has: “did not apply” for “applied”, “nonlinear” for
    “linear”. A denied word that the passage lacks proves nothing: the passage may deny the same in other words.
    """
    stems = terms(passage, language)
    if is_negated(sentence):
        denied = denied_words(sentence)
        return denied is None or any(
            not each or terms(each, language)[0] in stems or any(is_same_direction(each, other) for other in stems)
            for each in denied
        )
    return any(next(iter(terms(each, language)), "") in stems for each in bases_denied(sentence))


def _shared_clauses(sentence: str, passage: str, language: str) -> str:
    """Return the clauses of the passage that share a content word with the sentence. The other clauses are about
    something else.
    """
    said = content_stems(sentence, language)
    parts = _PART_END.split(passage)
    kept = [each for each in parts if not said.isdisjoint(content_stems(each, language))]
    return " , ".join(kept) or passage


def _denies(sentence: str) -> bool:
    """Return True if an English sentence denies something, either with a negation or with a word such as “refused”.
    Returns False if it has both, because they cancel each other.
    """
    kept = without_contrast(sentence)
    return is_negated(kept) != implies_negation(kept)


def _reversals(sentence: str, passage: str, language: str) -> Iterator[str]:
    """Explain each difference that reverses the meaning: a negation, an opposite word, a reversed comparison or a
    reversed bound.
    """
    if is_order_unclear(sentence, passage, language):
        return
    opposed = opposed_words(sentence, passage)
    if language == "english" and implies_negation(sentence) != implies_negation(passage):
        opposed = [each for each in opposed if opposite_rest(each[0]) == each[1] or opposite_rest(each[1]) == each[0]]
        if not opposed or is_negated(sentence) != is_negated(passage):
            return  # “the court declined to hear it” and “it was not heard” agree
    alone = len(clauses(sentence)) < 2  # else it is unclear which clause says the opposite of which
    if alone and len(opposed) == 2 and are_opposite_words(opposed[0][0], opposed[1][0]):
        opposed = opposed[:1]  # both of a pair are in both sentences, in each other's place
    if _counts_the_rest(sentence, passage, language):
        return
    for said, told in opposed:
        yield f"The sentence says “{said}”, but the source says “{told}”."
    if _only_one_is_negated(sentence, passage, language):
        yield "The sentence and the source contradict each other: one of them denies what the other says."
    if exchanged := compared_otherwise(sentence, passage, language):
        yield f"The sentence and the source compare “{exchanged[0]}” and “{exchanged[1]}” in opposite ways."
    bounds = other_bounds(sentence, passage)
    if bounds and not any(said in bounds[0] for said, _ in opposed):  # not “more than 5” and “more” again
        yield f"The sentence says “{bounds[0]}”, but the source says “{bounds[1]}”."


def _only_one_is_negated(sentence: str, passage: str, language: str) -> bool:
    """Return True if exactly one of two statements is negated. In English, the other one must have the denied word
    (“did not rise” and “rose”), or one of the same or the opposite meaning (“did not rise” and “fell”)."""
    about = _shared_clauses(sentence, passage, language)
    if is_negated(sentence, language) in (is_negated(passage, language), is_negated(about, language)):
        return False
    if _is_none_above(sentence, passage):
        return False
    if language != "english":
        return True
    negated, plain = (sentence, passage) if is_negated(sentence, language) else (passage, sentence)
    if not PLAIN_NEGATION.search(negated):
        return False  # “without” and “lack” deny one part, and other words of the source may do so, too
    denied = denied_words(negated)
    stems = terms(plain, language)
    return denied is None or any(
        next(iter(terms(each, language)), "") in stems
        or any(are_opposite_words(each, other) or is_same_direction(each, other) for other in stems)
        for each in denied
    )


def _is_none_above(one: str, other: str) -> bool:
    """Return True if one sentence says that nothing exceeds a thing (“none grew more than oak”), and the other sentence
    that the thing exceeds all others (“oak grew more than any other”).
    """
    return any(_NONE_MORE.search(mine) and _ANY_OTHER.search(theirs) for mine, theirs in ((one, other), (other, one)))


def _counts_the_rest(one: str, other: str, language: str) -> bool:
    """Return True if exactly one of two sentences is negated and they name different shares, as “most did not” and “few
    did”. Such sentences may mean the same.
    """
    mine = {each.casefold() for each in _SHARE_OF.findall(one)}
    theirs = {each.casefold() for each in _SHARE_OF.findall(other)} if mine else mine
    return bool(mine - theirs and theirs - mine) and is_negated(one, language) != is_negated(other, language)


def _differences(sentence: str, whole: str, passage: str, language: str) -> Iterator[str]:
    """Yield an explanation of each difference that is a contradiction by itself. `passage` is the part of `whole` that
    is about the same thing as the sentence. A number of the sentence that is elsewhere in `whole` is not reported.
    """
    if swapped := numbers_exchanged(sentence, passage, language):
        yield f"The sentence swaps {swapped[0]} and {swapped[1]}: in the source, each is in the place of the other."
    if (measures := other_measures(sentence, passage)) and other_measures(sentence, whole):
        said, told = measures
        yield f"The sentence says {said.value:g} {said.unit}, but the source says {told.value:g} {told.unit}."
    if (numbers := other_amounts(sentence, passage)) and other_amounts(sentence, whole):
        mine, theirs = numbers
        line = f"The sentence says {mine.value:g} {mine.unit}, but the source says {theirs.value:g}."
        yield line.replace(" ,", ",")
    if taken := number_of_other(sentence, whole, language):
        yield _of_other(*taken)
    if points := other_point_in_time(sentence, passage):
        yield f"The sentence says “{points[0]}”, but the source says “{points[1]}”."
    if contrast := denied_in_contrast(sentence, passage):
        yield _denied(contrast[0])
    if fractions := other_fractions(sentence, passage):
        yield f"The sentence says “{fractions[0]}”, but the source says “{fractions[1]}”."
    for mine_of, theirs_of in ((_PART, _WHOLE), (_WHOLE, _PART)):
        part, entire = mine_of.search(sentence), theirs_of.search(passage)
        if (
            part
            and entire
            and excepts(sentence) == excepts(whole)
            and not mine_of.search(passage)
            and not theirs_of.search(sentence)
        ):
            yield f"The sentence says “{part[0]}”, but the source says “{entire[0]}”."


def _exchanges(sentence: str, passage: str, language: str) -> Iterator[str]:
    """Yield an explanation of each name that replaces a name of the passage, and of words that have exchanged their
    places or roles.
    """
    exchanged = list(substitutions(sentence, passage, language))
    # at both ends of a sentence, they may be phrases that changed places: “In all, … for six years”
    turned = {(each.told.casefold(), each.said.casefold()) for each in exchanged if not each.edge}
    for each in exchanged:
        if each.name:
            yield f"The sentence says “{each.said}”, but the source says “{each.told}”."
        if (each.said.casefold(), each.told.casefold()) in turned:
            yield (
                f"The sentence swaps “{each.said}” and “{each.told}”: in the source, each is in the place of the other."
            )
    if roles := roles_exchanged(sentence, passage, language):
        yield f"The sentence swaps the roles that “{roles[0]}” and “{roles[1]}” have in the source."


def _pairs(sentence: str, passage: str, language: str) -> list[tuple[str, str]]:
    """Return pairs of clauses about the same thing: a clause of the sentence, and a clause of the passage. If it is
    unclear which clauses belong together, return only the pair of the whole sentence and the whole passage.
    """
    mine, theirs = clauses(sentence), clauses(passage)
    if len(mine) != len(theirs) or len(mine) < 2:
        return [(sentence, passage)]
    words = [content_stems(each, language) for each in theirs]
    pairs, left = [], set(range(len(theirs)))
    for clause in mine:
        said = content_stems(clause, language)
        best = max(left, key=lambda at: len(said & words[at]))
        if len(said & words[best]) < _ALIKE * max(len(said), len(words[best])):
            return [(sentence, passage)]
        left.remove(best)
        pairs.append((clause, theirs[best]))
    return pairs


@lru_cache(maxsize=_CACHED)
def clauses(sentence: str) -> Sequence[str]:
    """Return the clauses of a sentence, which is divided at words such as “and” and “but”. Clauses of one word are left
    out.
    """
    return tuple(each for each in _JOINED.split(sentence) if each and len(each.split()) > 1)


def _clause(sentence: str, passage: str, language: str) -> str:
    """If the passage has two contrasting clauses, return the clause that the sentence is about; else return the
    passage.
    """
    parts = _CONTRAST.split(passage)
    if len(parts) == 1 or _CONTRAST.search(sentence):
        return passage
    return _best(sentence, passage, parts, language)


def _part(sentence: str, passage: str, language: str) -> str:
    """Return the part of the passage with the most words of the sentence. Parts are separated by “and”, “but” and
    commas. If no part has enough of the words, return the passage.
    """
    parts = [each for each in _PART_END.split(passage) if each]
    return _best(sentence, passage, parts, language) if len(parts) > 1 else passage


def _best(sentence: str, passage: str, parts: Sequence[str], language: str) -> str:
    said = content_stems(sentence, language)
    shares = [len(said & content_stems(each, language)) / len(said) if said else 0.0 for each in parts]
    best = max(range(len(parts)), key=lambda at: shares[at])
    return parts[best] if shares[best] >= _KNOWN else passage
