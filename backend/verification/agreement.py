"""Compare a reference with a work: title, authors and year."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from backend.verification import people
from backend.verification.claims import Claim
from backend.verification.people import NOISE, People
from backend.verification.title_alignment import Alignment, align, align_beginnings, is_likely
from backend.verification.wording import LIGHT, Token, fold, is_slip, plain, tokens, words
from backend.verification.works import Work

#: `same` is the whole title; `cut` its beginning, with dots behind it; `head` the title without its subtitle; `longer`
#: the title within one that says more; `other` a title that is not the work's; `unsaid` none.
TitleFit = Literal["same", "cut", "head", "longer", "other", "unsaid"]
YearFit = Literal["same", "other", "unsaid"]

#: Words of a title that tell something, from which on it says by itself which work is meant.
TELLING_WORDS = 4
#: Letters of a beginning and of a head from which on it is no chance; beside an identifier a head's are enough.
_CUT_LETTERS, _HEAD_LETTERS = 25, 12
#: One misspelled word in so many of a title is a slip, and one more always; and one word may be lost of so many.
_SLIPS, _LOST = 3, 7
#: Words left in a reference that must be a title, since nothing else explains them.
_LEFT_OVER = 3
#: Comparisons that are kept: those of some checks of 20 references, whose searches bring up to 15 works each.
_KEPT = 2_000
#: Years between those of two editions of one work: online, in print, as a preprint.
_YEARS = 2
_HEAD = re.compile(r"[:?!—]| [–-] |\. ")
_JOINT = re.compile(r"^[\s\"”’')*]*(?::|–|—|-|‐)\s*$")
_DOTS = re.compile(r"[,;:]?\s*(?:\.\.\.|…|\[…\]|\[\.\.\.\])")
_YEAR = re.compile(r"(?<![\d.:/–-])(1[5-9]\d\d|20\d\d)[a-z]?(?![\d/])(?!\.\d)")
_IN_BRACKETS = re.compile(r"(?<!\w)\((?:[^()]{0,120}[\s,])?(1[5-9]\d\d|20\d\d)[a-z]?(?:[,\s][^()]{0,30})?\)")
#: A year that has its brackets to itself is the reference's; “(ECOS 2023)” may be part of a venue's name.
_ALONE = re.compile(r"(?<!\w)\((1[5-9]\d\d|20\d\d)[a-z]?\)")
#: The year between the people and the title: “Frisch, A., 2002. 'Semantic Subtyping', 17th Symposium (LICS 2003)”.
_LEADING = re.compile(r"[.,;]\s*(1[5-9]\d\d|20\d\d)[a-z]?\s*[.,:;]\s*[\"“”„«'‘*_]*\s*$")
_KINDS = frozenset(
    "thesis dissertation report dataset data repository software code package version talk poster slides manuscript "
    "preprint review comment reply letter editorial interview".split()
)
#: Numbers that are no years though they look like some: pages, volumes, issues, article numbers.
_NO_YEARS = re.compile(
    r"\b(?:vol(?:ume)?|no|nr|issue|art(?:icle)?|pp?|pages?|chapter|id)\b\.?\s*:?\s*\d+(?:\s*[–-]\s*\d+)?"
    r"|\d+\s*\(\d+\)|[:;]\s*\w*\d+(?:\s*[–—-]+\s*\w*\d+)?(?=[.,;:)|\s]|$)(?<!;\s\d{4})|\d+\s*(?:–|—|--?)\s*\d+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well a reference matches a work; `letters` of the title were found, `slips` are its misspelled words."""

    title: TitleFit
    people: People
    year: YearFit
    letters: int = 0
    slips: int = 0
    telling: bool = False

    @property
    def holds(self) -> bool:
        """Return True if nothing contradicts that the reference means the work."""
        return self.title not in ("other", "longer") and self.people != "other" and self.year != "other"


@dataclass(frozen=True, slots=True)
class _Place:
    """The position of a title in a reference, and how well it matches."""

    fit: TitleFit
    at: Alignment
    letters: int


@lru_cache(_KEPT)
def agreement(claim: Claim, work: Work) -> Agreement:
    """Compare a reference with a work. Results are cached, because the rounds of a check repeat the comparison."""
    text, named = _without_containers(claim, work)
    places = [place for title in work.titles for place in _places(claim, title)]
    best = max(places, key=lambda each: (each.fit == "same", each.letters, -each.at.slips), default=None)
    first, last = (best.at.first, best.at.last) if best else (0, 0)
    leading = _LEADING.findall(text[: claim.words[first].start]) if best else []
    beside = [each for n, each in enumerate(claim.words) if n not in named and not first <= n < last]
    before = sum(n not in named for n in range(first)) if best else len(beside)
    if best:
        start, end = claim.words[first].start, claim.words[last - 1].end
        text = text[:start] + "|" * (end - start) + text[end:]
    who = people.agreement(work.people, beside, before, people.Around(text, bool(named)))
    if best is None:
        said = _says_title(claim, work, beside, who)
        return Agreement("other" if said else "unsaid", who, _year(text, work))
    fit = best.fit
    if fit == "same" and _is_name(claim, work, best.at) and _says_title(claim, work, beside, who):
        fit = "other"  # a work that is called like its authors, who stand beside another title
    elif fit == "same" and _goes_on(claim, work, best.at, who):
        fit = "longer"
    elif fit == "head" and (_ends_a_title(claim, work, best.at) or _has_other_subtitle(claim, work, best.at, named)):
        fit = "other"
    title = tuple(each for each in claim.words[first:last] if each.text not in LIGHT)
    return Agreement(
        fit, who, _year(" ".join(leading) or text, work), best.letters, best.at.slips, len(title) >= TELLING_WORDS
    )


def may_name(claim: Claim, titles: Sequence[str]) -> bool:
    """Return False if a reference has too few of the words of these titles to name any of them, even cut off."""
    if _DOTS.search(claim.prose):
        return True
    said = {each.text for each in claim.words}
    for title in map(plain, titles):
        for part in (title, _HEAD.split(title, maxsplit=1)[0]):
            if is_likely([each.text for each in tokens(part)], said):
                return True
    return False


def _places(claim: Claim, title: str) -> Iterator[_Place]:
    said = plain(title)
    wanted = [each.text for each in tokens(said)]
    whole = align(wanted, claim.words)
    if whole and _is_whole(whole, wanted, claim.words):
        yield _Place("same", whole, sum(map(len, wanted)) - whole.slips)
        return
    head = [each.text for each in tokens(_HEAD.split(said, maxsplit=1)[0])]
    if head != wanted and sum(map(len, head)) >= _HEAD_LETTERS and len(head) > 1:
        brief = align(head, claim.words)
        if brief and _is_whole(brief, head, claim.words) and _is_bounded(claim, brief):
            yield _Place("head", brief, sum(map(len, head)) - brief.slips)
            return
    ends = [
        n + 1
        for n, each in enumerate(claim.words)
        if (found := _DOTS.match(claim.prose, each.end)) and "et al" not in claim.prose[each.end - 5 : found.end()]
    ]
    cut = align_beginnings(wanted, claim.words, ends) if ends else None
    least = _HEAD_LETTERS if claim.ids else _CUT_LETTERS
    if cut and sum(map(len, wanted[: cut.length])) >= least:
        yield _Place("cut", cut, sum(map(len, wanted[: cut.length])))


def _is_whole(found: Alignment, title: Sequence[str], said: Sequence[Token]) -> bool:
    """Return True if the whole title was found, possibly misspelled; a long title may lack a word."""
    if not found.errors:
        return found.slips <= 1 + len(title) // _SLIPS
    told = sum(each not in LIGHT for each in title)
    ends = said[found.first].text == title[0] and said[found.last - 1].text == title[-1]
    return ends and found.missing == 1 and not found.extra and not found.slips and told >= _LOST


def _is_bounded(claim: Claim, found: Alignment) -> bool:
    """Return True if the title ends where the match ends, so that it is not part of a longer title."""
    gap = _gap(claim, found.last)
    if gap in ("-", "–", "‐", "‑"):  # within a compound
        return False
    return gap.strip(" \"'”’*") != "" or found.last == len(claim.words) or bool(re.search(r"[\"”’*]", gap))


def _gap(claim: Claim, at: int) -> str:
    """Return the text between word `at` of a reference and the previous word."""
    start = claim.words[at - 1].end if at else 0
    return claim.prose[start : claim.words[at].start if at < len(claim.words) else len(claim.prose)]


def _goes_on(claim: Claim, work: Work, found: Alignment, who: People) -> bool:
    """Return True if the reference's title has further words before or after the work's title."""
    known = _known(work)
    in_front = claim.words[found.first - 1] if found.first else None
    gap = _gap(claim, found.first)
    if in_front and not re.search(r"[^\s\w\"“„«'‘*]", gap) and not _is_known(in_front, known):
        quoted = re.search(r"[\"“„«'‘*]", gap) is not None
        if not quoted or in_front.text in LIGHT:
            return who != "same" or in_front.text in LIGHT
    behind = claim.words[found.last] if found.last < len(claim.words) else None
    if behind is None or _is_known(behind, known):
        return False
    gap = _gap(claim, found.last)
    if not re.search(r"[^\s\w]", gap) or (gap == "-"):
        return who != "same" or not behind.capital
    if who == "same" or not _JOINT.match(gap):
        return False
    subtitle = list(_until_stop(claim, found.last))
    site = not gap.strip().startswith(":") and len(subtitle) <= 3 and behind.capital
    return not site and sum(not _is_known(each, known) for each in subtitle) > 0


def _is_name(claim: Claim, work: Work, found: Alignment) -> bool:
    """Return True if a title is also the name of an author, as some groups' names are."""
    said = tuple(each.text for each in claim.words[found.first : found.last])
    return any(words(each.family) == said for each in work.people)


def _ends_a_title(claim: Claim, work: Work, found: Alignment) -> bool:
    """Return True if the words that match the beginning of a work's title are the end of another title."""
    in_front = claim.words[found.first - 1] if found.first else None
    if in_front is None or in_front.text in LIGHT or _is_known(in_front, _known(work)):
        return False
    return not _gap(claim, found.first).strip()


def _has_other_subtitle(claim: Claim, work: Work, found: Alignment, named: Collection[int]) -> bool:
    """Return True if the claim gives the work's main title, followed by a subtitle that the work does not have."""
    if not _JOINT.match(_gap(claim, found.last)):
        return False
    own = frozenset(word for title in work.titles for word in words(title)) | _known(work)
    behind = [each for each in _until_stop(claim, found.last) if claim.words.index(each) not in named]
    telling = [each for each in behind if each.text not in LIGHT and not _is_known(each, _known(work))]
    strange = [each for each in telling if each.text not in own and not any(is_slip(each.text, word) for word in own)]
    return len(strange) >= _LEFT_OVER


def _until_stop(claim: Claim, at: int) -> Iterator[Token]:
    for n in range(at, len(claim.words)):
        if n > at and re.search(r"[.|,;()\[\]\"”]", _gap(claim, n)):
            return
        yield claim.words[n]


def _known(work: Work) -> frozenset[str]:
    """Return the words that may be beside a work's title in a reference, because they belong to the work's data."""
    told = [*work.containers, *(f"{each.given} {each.family}" for each in work.people[:50])]
    return frozenset(word for part in told for word in words(part))


def _is_known(token: Token, known: frozenset[str]) -> bool:
    number = any(each.isdigit() for each in token.text)
    initial = len(token.text) == 1 and token.capital
    return number or initial or token.text in known or token.text in NOISE or token.text in ("al", "et")


def _without_containers(claim: Claim, work: Work) -> tuple[str, set[int]]:
    """Return the reference's prose with `|` for journal and publisher, and the positions of their words."""
    text, named = claim.prose, set[int]()
    for container in work.containers:
        wanted = [each for each in map(fold, re.findall(r"[^\W_]+", plain(container))) if each not in LIGHT]
        for first, last in _named(wanted, claim.words):
            named |= set(range(first, last))
            start, end = claim.words[first].start, claim.words[last - 1].end
            text = text[:start] + "|" * (end - start) + text[end:]
    return text, named


def _named(wanted: Sequence[str], said: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield where a journal is named: in full, abbreviated word by word, or by its initials."""
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


def _says_title(claim: Claim, work: Work, beside: Sequence[Token], who: People) -> bool:
    """Return True if the reference has a title, but not the work's."""
    left = _left_over(claim, work, beside)
    if claim.title or re.search(r"[\"“”«»]", claim.prose):
        return len(left) > 0
    reads = _reads_as_title(claim, left) or _begins_otherwise(claim, work, left) or _follows_year(claim, work, left)
    return len(left) >= _LEFT_OVER or reads


def _left_over(claim: Claim, work: Work, beside: Sequence[Token]) -> list[Token]:
    """Return the words that neither the work's data nor the habits of references explain.

    “Web” and “source” belong to no title in “Web of Science” or “Source:”, but they do where other words begin the part
    between two stops: “Change in the semantic web”.
    """
    known = _known(work)
    told = [each for each in beside if each.text not in LIGHT and len(each.text) > 1]
    left = {each for each in told if not _is_known(each, known)}
    habits = {each for each in told if each.text in NOISE and each.text not in known}
    at = 0
    while at < len(claim.words):
        part = list(_until_stop(claim, at))
        at += len(part)
        if part[0] in left and not part[0].text.isdigit():
            left |= habits.intersection(part)
    return [each for each in told if each in left]


def _reads_as_title(claim: Claim, left: Sequence[Token]) -> bool:
    """Return True if words between two stops are a title in sentence case; journals and names have capitals."""
    at = 0
    while at < len(claim.words):
        part = list(_until_stop(claim, at))
        at += len(part)
        strange = [each for each in part if each in left]
        begins = part[0].capital and part[0] in left
        if begins and len(part) >= TELLING_WORDS and any(not each.capital for each in strange[1:]):
            return True
    return False


def _begins_otherwise(claim: Claim, work: Work, left: Sequence[Token]) -> bool:
    """Return True if words between two stops begin as a title of the work does, but go on with words it lacks."""
    for own in map(words, work.titles):
        at = 0
        while own and at < len(claim.words):
            part = list(_until_stop(claim, at))
            at += len(part)
            said = [each for each in part if each.text not in LIGHT]
            begins = said and part[0].text == own[0] and own[0] not in LIGHT and part[0] in left
            if begins and any(each in left and not _is_among(each, own) for each in said[1:]):
                return True
    return False


def _follows_year(claim: Claim, work: Work, left: Sequence[Token]) -> bool:
    """Return True if what follows “(2017).” can only be a title: no journal of the work, and no kind of work."""
    year = _ALONE.search(claim.prose)
    if year is None or not (work.containers or any(each.kind == "arxiv" for each in claim.ids)):
        return False
    first = next((n for n, each in enumerate(claim.words) if each.start >= year.end()), None)
    part = [] if first is None else list(_until_stop(claim, first))
    strange = [each for each in part if each in left]
    return len(strange) > 1 and not any(each.text in _KINDS for each in part)


def _is_among(token: Token, own: Sequence[str]) -> bool:
    return any(token.text == each or is_slip(token.text, each) for each in own)


def _year(text: str, work: Work) -> YearFit:
    """Compare the year of a reference, outside its title and journal, with those of the work."""
    if not work.years:
        return "unsaid"
    said = {int(each) for each in _ALONE.findall(text) or _IN_BRACKETS.findall(text)}
    said = said or {int(each) for each in _YEAR.findall(_NO_YEARS.sub(" ", text))}
    if not said:
        return "unsaid"
    near = any(abs(year - known) <= _YEARS for year in said for known in work.years)
    return "same" if near else "other"
