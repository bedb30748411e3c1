"""Compare the title, authors and year of a reference with those of a work."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from backend.verification.claims import Claim
from backend.verification.record_comparison import people
from backend.verification.record_comparison.people import NOISE, People
from backend.verification.record_comparison.title_places import (
    LEFT_OVER,
    Neighbors,
    TitleFit,
    fit_of,
    is_among,
    is_known,
    is_name,
    known_words,
    places,
    until_stop,
)
from backend.verification.word_normalization import LIGHT, Token, fold, plain, words
from backend.verification.works import Work

YearFit = Literal["same", "other", "unsaid"]

#: Minimum number of words of a title that identifies a work alone. Words such as “of” are not counted.
TELLING_WORDS = 4
#: Maximum number of cached comparisons. A check of 20 references, each with up to 15 works from searches, needs 300.
_KEPT = 2_000
#: Maximum number of years between two editions of one work: online, in print, as a preprint.
_YEARS = 2
_YEAR = re.compile(r"(?<![\d.:/–-])(1[5-9]\d\d|20\d\d)[a-z]?(?![\d/])(?!\.\d)")
#: The year and month in an arXiv id: 1610.02391, math/0211159. The first ids are of 1991.
_ARXIV_YEAR, _FIRST_ARXIV = re.compile(r"(?:[a-z.-]+/)?(\d\d)(?:0\d|1[0-2])(?:\.|\d{3}$)", re.IGNORECASE), 91
_IN_BRACKETS = re.compile(r"(?<!\w)\((?:[^()]{0,120}[\s,])?(1[5-9]\d\d|20\d\d)[a-z]?(?:[,\s][^()]{0,30})?\)")
#: A year alone in parentheses is the year of the reference. In “(ECOS 2023)” it may be part of a conference's name.
_ALONE = re.compile(r"(?<!\w)\((1[5-9]\d\d|20\d\d)[a-z]?\)")
#: The year between the authors and the title: “Frisch, A., 2002. 'Semantic Subtyping', 17th Symposium (LICS 2003)”.
_LEADING = re.compile(r"[.,;]\s*(1[5-9]\d\d|20\d\d)[a-z]?\s*[.,:;]\s*[\"“”„«'‘*_]*\s*$")
#: The beginning of a reference, followed by people and their year in parentheses.
_PEOPLE = re.compile(r"\W*([^().,;|]{5,}) \([^\W\d_][^()]*[,\s](?:1[5-9]|20)\d\d[a-z]?\)")
_KINDS = frozenset(
    "thesis dissertation report dataset data repository software code package version talk poster slides manuscript "
    "preprint review comment reply letter editorial interview".split()
)
#: Words in the names of journals, conferences and publishers.
_VENUES = _KINDS | frozenset(
    "journal annals archives proceedings bulletin transactions reviews letters advances acta revue zeitschrift "
    "conference symposium workshop society academy institute university press".split()
)
#: Numbers that look like years but are not: pages, volumes, issues, article numbers.
_NO_YEARS = re.compile(
    r"\b(?:vol(?:ume)?|no|nr|issue|art(?:icle)?|pp?|pages?|chapter|id)\b\.?\s*:?\s*\d+(?:\s*[–-]\s*\d+)?"
    r"|\d+\s*\(\d+\)|[:;]\s*\w*\d+(?:\s*[–—-]+\s*\w*\d+)?(?=[.,;:)|\s]|$)(?<!;\s\d{4})|\d+\s*(?:–|—|--?)\s*\d+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well the title, the people and the year of a reference agree with those of a work.

    - `letters`, `slips`: the number of the title's letters that were found, and of misspelled words in it
    - `telling`: True if the title alone is long enough to identify a work
    - `at`: start and end of the title, in characters, in the reference's text without markup (`Claim.prose`)
    """

    title: TitleFit
    people: People
    year: YearFit
    letters: int = 0
    slips: int = 0
    telling: bool = False
    at: tuple[int, int] = (0, 0)

    @property
    def agrees(self) -> bool:
        """Return True if the title, authors and year of the reference may all be those of the work."""
        return self.title not in ("other", "longer") and self.people != "other" and self.year != "other"


@lru_cache(_KEPT)
def agreement(claim: Claim, work: Work) -> Agreement:
    """Return how well a reference agrees with a work. Results are cached, because a check compares the same pair
    several times.
    """
    text, named = _without_containers(claim, work)
    found = [place for title in work.titles for place in places(claim, title)]
    best = max(found, key=lambda each: (each.fit == "same", each.letters, -each.at.slips), default=None)
    first, last = (best.at.first, best.at.last) if best else (0, 0)
    span = (claim.words[first].start, claim.words[last - 1].end) if best else (0, 0)
    leading = _LEADING.findall(text[: claim.words[first].start]) if best else []
    beside = [each for n, each in enumerate(claim.words) if n not in named and not first <= n < last]
    before = sum(n not in named for n in range(first)) if best else len(beside)
    if best:
        start, end = span
        text = text[:start] + "|" * (end - start) + text[end:]
    who = people.agreement(work.people, beside, before, people.Around(text, bool(named)))
    if best is None:
        said = _says_title(claim, work, beside)
        return Agreement("other" if said else "unsaid", who, _year(text, _years_of(claim, work)))
    fit = fit_of(claim, work, best, Neighbors(who, named))
    if best.fit == "same" and is_name(claim, work, best.at) and _says_title(claim, work, beside):
        fit = "other"  # a work that is called like its authors, who stand beside another title
    title = tuple(each for each in claim.words[first:last] if each.text not in LIGHT)
    year = _year(" ".join(leading) or text, _years_of(claim, work))
    return Agreement(fit, who, year, best.letters, best.at.slips, len(title) >= TELLING_WORDS, span)


def _without_containers(claim: Claim, work: Work) -> tuple[str, set[int]]:
    """Return the reference's prose with `|` in place of the names of journal and publisher, and the positions of the
    words in these names.
    """
    text, named = claim.prose, set[int]()
    for container in work.containers:
        wanted = [each for each in map(fold, re.findall(r"[^\W_]+", plain(container))) if each not in LIGHT]
        for first, last in _named(wanted, claim.words):
            named |= set(range(first, last))
            start, end = claim.words[first].start, claim.words[last - 1].end
            text = text[:start] + "|" * (end - start) + text[end:]
    return text, named


def _named(wanted: Sequence[str], said: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield (index of the first word, index after the last word) of each place in a reference that names the journal
    whose name has the words `wanted`. The name may be written in full, abbreviated word by word, or by its initials.
    """
    if not wanted:
        return
    initials = "".join(each[0] for each in wanted)
    for first, token in enumerate(said):
        if len(wanted) > 2 and token.text == initials:
            yield first, first + 1
        number = token.text.isdigit()
        if (
            not (token.capital or number)
            or not wanted[0].startswith(token.text)
            or len(token.text) < min(3, len(wanted[0])) - 1
        ):
            continue
        at, matched = first, 0
        while at < len(said) and matched < len(wanted):
            if said[at].text in LIGHT and matched:
                at += 1
            elif wanted[matched].startswith(said[at].text) and (len(said[at].text) > 1 or len(wanted) > 1):
                at, matched = at + 1, matched + 1
            else:
                break
        if matched == len(wanted):
            yield first, at


def _says_title(claim: Claim, work: Work, beside: Sequence[Token]) -> bool:
    """Return True if the reference itself has a title, and this is not the title of the work. `beside` are the words of
    the reference that are neither in the work's title nor in the name of its journal.
    """
    left = _left_over(claim, work, beside)
    if claim.title or re.search(r"[\"“”«»]", claim.prose):
        return len(left) > 0
    if len(left) >= LEFT_OVER or _reads_as_title(claim, left) or _begins_otherwise(claim, work, left):
        return True
    return _follows_year(claim, work, left) or _precedes_people(claim, left) or _precedes_year(claim, left)


def _left_over(claim: Claim, work: Work, beside: Sequence[Token]) -> list[Token]:
    """Return those words of the reference that neither belong to the work's data nor are usual in references, as “Web”
    and “source” are (“Web of Science”, “Source:”).

    A usual word is returned after all if the text between two punctuation marks begins with an unusual word, because it
    may then belong to a title: “Changes in the semantic web”.
    """
    known = known_words(work)
    told = [each for each in beside if each.text not in LIGHT and len(each.text) > 1]
    left = {each for each in told if not is_known(each, known)}
    habits = {each for each in told if each.text in NOISE and each.text not in known}
    at = 0
    while at < len(claim.words):
        part = list(until_stop(claim, at))
        at += len(part)
        if part[0] in left and not part[0].text.isdigit():
            left |= habits.intersection(part)
    return [each for each in told if each in left]


def _reads_as_title(claim: Claim, left: Sequence[Token]) -> bool:
    """Return True if words between two punctuation marks look like a title: the first word has a capital letter, and a
    later word has none. In names of people and journals, all words have capitals. `left` are the words that do not
    belong to the work's data.

    Three words are enough, as in “Methods for metagenomics”, unless they name a venue.
    """
    at = 0
    while at < len(claim.words):
        part = list(until_stop(claim, at))
        at += len(part)
        strange = [each for each in part if each in left]
        begins = part[0].capital and (part[0] in left or part[0].text in LIGHT)
        small = any(not each.capital for each in strange if each is not part[0])
        short = len(strange) > 1 and any(each.text in LIGHT for each in part[1:-1])
        short = short and not any(each.text in _VENUES | _KINDS for each in part)
        if begins and strange and small and (len(part) >= TELLING_WORDS or short):
            return True
    return False


def _begins_otherwise(claim: Claim, work: Work, left: Sequence[Token]) -> bool:
    """Return True if words between two punctuation marks begin like a title of the work, but then have words that this
    title lacks. `left` are the words that do not belong to the work's data.
    """
    for own in map(words, work.titles):
        at = 0
        while own and at < len(claim.words):
            part = list(until_stop(claim, at))
            at += len(part)
            said = [each for each in part if each.text not in LIGHT]
            begins = said and part[0].text == own[0] and own[0] not in LIGHT and part[0] in left
            if begins and any(each in left and not is_among(each, own) for each in said[1:]):
                return True
    return False


def _follows_year(claim: Claim, work: Work, left: Sequence[Token]) -> bool:
    """Return True if the words after a year in brackets, as in “(2017) Sea ice today”, must be a title, because they
    name neither a journal of the work nor a kind of work. `left` are the words that do not belong to the work's data.
    """
    year = _ALONE.search(claim.prose)
    if year is None or not (work.containers or any(each.kind == "arxiv" for each in claim.ids)):
        return False
    first = next((n for n, each in enumerate(claim.words) if each.start >= year.end()), None)
    part = [] if first is None else list(until_stop(claim, first))
    strange = [each for each in part if each in left]
    return len(strange) > 1 and not any(each.text in _KINDS for each in part)


def _precedes_people(claim: Claim, left: Sequence[Token]) -> bool:
    """Return True if the words before “(Smith and Jones, 2017)” must be a title, because they name no kind of work.
    `left` are the words that do not belong to the work's data.
    """
    found = _PEOPLE.match(claim.prose)
    part = [each for each in left if found and each.end <= found.end(1)]
    return len(part) > 1 and not any(each.text in _KINDS for each in part)


def _precedes_year(claim: Claim, left: Sequence[Token]) -> bool:
    """Return True if the words before “(2017)” must be a title, because they include small words such as “of” and name
    no venue. `left` are the words that do not belong to the work's data.
    """
    year = _ALONE.search(claim.prose)
    at = 0
    while year and at < len(claim.words):
        part = list(until_stop(claim, at))
        at += len(part)
        strange = [each for each in part if each in left]
        inner = any(each.text in LIGHT for each in part[1:-1])
        if not claim.prose[part[-1].end : max(part[-1].end, year.start())].strip() and part[-1].end <= year.start():
            return len(strange) > 1 and inner and not any(each.text in _VENUES for each in part)
    return False


def _years_of(claim: Claim, work: Work) -> tuple[int, ...]:
    """Return the years in which a work appeared: those of its records, and the year in which arXiv gave the id that the
    reference names. The records may have only the year of the published version.
    """
    ids = [found for each in claim.ids if each.kind == "arxiv" and (found := _ARXIV_YEAR.match(each.key))]
    given = [int(found[1]) for found in ids]
    return (*work.years, *(2000 + each if each < _FIRST_ARXIV else 1900 + each for each in given if work.years))


def _year(text: str, known: Sequence[int]) -> YearFit:
    """Return how the year of a reference fits the years of a work (`known`). `text` is the reference without its title
    and journal.
    """
    if not known:
        return "unsaid"
    said = {int(each) for each in _ALONE.findall(text) or _IN_BRACKETS.findall(text)}
    said = said or {int(each) for each in _YEAR.findall(_NO_YEARS.sub(" ", text))}
    if not said:
        return "unsaid"
    return "same" if any(_is_near(each, known) for each in said) else "other"


def _is_near(year: int, known: Sequence[int]) -> bool:
    """Return True if the work may have appeared in `year`. `known` are the work's years: first the publisher's, then
    those of indexes. `year` may differ more from the publisher's year, because the years of indexes may themselves be
    wrong by one.
    """
    return abs(year - known[0]) <= _YEARS or min(known) - (_YEARS - 1) <= year <= max(known) + (_YEARS - 1)
