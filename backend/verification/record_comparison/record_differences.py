"""Find the details in which a reference differs from the record of the work that it names.

Such a difference does not prove that the reference names another work: people copy wrong page numbers, and records
contain errors. But the user should know about it, because models often invent these details.
A `Locator` is where a reference says that a work was printed: journal, volume, issue and pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from backend.kernel.records import Person
from backend.verification import reference_formats
from backend.verification.claims import Claim
from backend.verification.record_comparison.author_lists import Author, authors, initials_of
from backend.verification.record_comparison.people import NOISE
from backend.verification.record_comparison.title_places import until_stop
from backend.verification.word_normalization import LIGHT, is_slip, skeleton, tokens, words
from backend.verification.works import Work

#: Words that many names of journals contain. Two journals that share only such words are different journals.
_COMMON = frozenset(
    "journal journals annals archives proceedings bulletin transactions reviews review letters advances acta revue "
    "revista zeitschrift rivista conference symposium workshop society academy institute university press science "
    "sciences studies research international american european british national association j ann proc rev lett trans "
    "int am eur nat soc sci res univ conf".split()
)
#: Minimum number of words of a subtitle: words after a title and a colon that are not part of a known name.
_SUBTITLE = 2
_JOINT = re.compile(r"\A[\"”’'*]*(?::|\s[–—])\s")


DifferenceKind = Literal["title", "author", "journal", "volume", "issue", "pages"]

_PAGE = r"[A-Za-z]{0,2}\d{1,9}(?!\d)[A-Za-z]?"
#: A year, alone or with the date that follows or precedes it in medical styles: “1995 Mar 4;”.
_YEAR = re.compile(
    r"(?<![\d–-])\(?\b(?:1[5-9]|20)\d\d[a-z]?"
    r"(?:\s(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?:\s\d{1,2})?)?\)?"
    r"(?=[\s.,;:)|]|$)(?!\s*[–-]+\s*\d)"
)
_VOLUME = re.compile(r"\b(?:vol(?:ume|umen)?|bd|band|tome|t)\b\.?\s*(\d{1,4})\b", re.IGNORECASE)
_ISSUE = re.compile(r"\b(?:no|nr|núm|num|n°|issue|heft|h)\b\.?\s*(\d{1,5})\b", re.IGNORECASE)
_PAGES = re.compile(rf"\b(?:pp?|pages?|págs?|seiten?|s)\b\.?\s*({_PAGE})(?:\s*(?:–|—|--?)\s*({_PAGE}))?", re.IGNORECASE)
#: A volume, its issue in brackets and pages, without words: “34(2), 12–34”, “34:12-34”, “34, 12–34”.
_BARE = re.compile(
    rf"(?<![\w.–-])(\d{{1,4}})(?:\s*\((\w[\w/–-]{{0,8}})\))?(?:\s*[,:;.]\s*|\s+)(?:pp?\.\s*)?"
    rf"({_PAGE})(?:\s*(?:–|—|--?)\s*({_PAGE}))?(?=[\s.,;)|]|$)"
)
_NUMBERED = re.compile(r"(?<![\w.–-])(\d{1,4})\s*\((\d{1,5})\)")
#: The text between the title and the first number, bracket or identifier after it. It contains the journal's name.
_JOURNAL = re.compile(
    r"\A[\s.,;:\"”’'*)]*(?:[Ii]n:?\s+)?([^\d|()\[\]]{2,120}?)(?=\s*[,;:.]?\s*(?:[\d|(\[]|\Z|\bvol\b))"
)

#: A dash after a title. Authors or the name of a website may follow it.
_DASH = re.compile(r"[\s\"”’'*)]*[–—-]")


@dataclass(frozen=True, slots=True)
class Locator:
    """The journal, volume, issue, first and last page that a reference gives; "" for each that it does not give."""

    journal: str = ""
    volume: str = ""
    issue: str = ""
    first: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A detail in which a reference differs from the record, in words such as “volume 31, not 34”."""

    kind: DifferenceKind
    words: str


def differences(claim: Claim, work: Work, title: tuple[int, int]) -> list[Difference]:
    """Return the details in which a reference differs from the record of the work. `title` is the start and end
    (excluded), in characters, of the title in the reference's prose; if it is empty, nothing is compared.
    """
    start, end = title
    if start >= end:
        return []
    said = locator(claim, end)
    return [*_of_title(claim, work, end), *_of_people(claim, work, start), *_of_locator(said, work)]


def _of_locator(said: Locator, work: Work) -> Iterator[Difference]:
    own = dict(work.csl)
    if said.journal and own.get("container-title") and _is_other_journal(said.journal, work):
        yield Difference("journal", f"the journal “{own['container-title']}”, not “{said.journal[:80]}”")
    numbers = {own.get("volume"), own.get("issue"), *map(str, work.years)}
    counted: tuple[tuple[DifferenceKind, str], ...] = (("volume", said.volume), ("issue", said.issue))
    for name, mine in counted:
        theirs = own.get(name, "")
        if mine.isdigit() and theirs.isdigit() and int(mine) != int(theirs) and mine not in numbers:
            yield Difference(name, f"{name} {theirs}, not {mine}")
    pages = own.get("page", "")
    if said.first and pages and not _are_pages_of(said, pages):
        yield Difference("pages", f"pages {pages}, not {said.first}{f'–{said.last}' if said.last else ''}")


def _is_other_journal(said: str, work: Work) -> bool:
    """Return True if a journal's name has no important word, not even abbreviated, in common with the work's journal
    and publisher.
    """
    every = tokens(said)
    if any(words(said) == words(each) for each in work.containers):
        return False
    mine = [each for each in every if each.text not in LIGHT]
    if not mine or every[-1].text in LIGHT or not all(each.capital for each in mine):
        return False
    telling = [each.text for each in mine if each.text not in _COMMON and each.text not in NOISE]
    theirs = {word for name in work.containers for word in words(name)} - LIGHT
    initials = {"".join(word[0] for word in words(name) if word not in LIGHT) for name in work.containers}
    if any(each.text in initials for each in mine):
        return False
    if not telling:
        return not any(each.text in theirs for each in mine)
    left = [each for each in theirs - _COMMON if len(each) > 2]
    return not any(
        len(one) > 2 and (one.startswith(other) or other.startswith(one)) for one in telling for other in left
    )


def _are_pages_of(said: Locator, pages: str) -> bool:
    """Return True if the reference's first page is one of the work's pages. Returns True, too, if the record has an
    article number (“e0123”) and the reference the pages of the article itself (“1–12”).
    """
    found = re.match(r"\s*([A-Za-z]*)(\d+)([A-Za-z]?)(?:\s*[–—-]+\s*[A-Za-z]*(\d+))?", pages)
    mine = re.match(r"([A-Za-z]*)(\d+)", said.first)
    if not found or not mine:
        return True
    first, last = int(found[2]), found[4] or found[2]
    end = int(last if len(last) >= len(found[2]) else found[2][: len(found[2]) - len(last)] + last)
    return first <= int(mine[2]) <= end or (found[4] is None and int(mine[2]) == 1)


def _of_people(claim: Claim, work: Work, start: int) -> Iterator[Difference]:
    """Yield the differences between the authors. A name is compared only if both the reference and the record divide it
    into family and given names.

    If the record has only one author, it may lack the others, so further authors of the reference are not reported.
    """
    known = work.people
    if not work.sure_people or any(each.whole for each in known):
        return
    said = authors(claim, start)
    places = [_places(each, known) for each in said]
    if not any(places):  # what looks like names may be something else
        return
    if places and places[0] and 0 not in places[0]:
        yield Difference("author", f"the first author {_name(known[0])}, not {said[0].family}")
    strangers = [each.family for each, own in zip(said, places, strict=True) if not own]
    if strangers and len(known) > 1:
        yield Difference("author", f"no author {' and no author '.join(strangers[:3])}")
    for each, own in zip(said, places, strict=True):
        others = [initials_of(known[n].given) for n in own]
        if others and all(_are_other(each.initials, mine) for mine in others):
            yield Difference("author", f"the author {_name(known[own[0]])}, not {each.family}, {each.given}")


def _places(author: Author, known: Sequence[Person]) -> list[int]:
    """Return the positions of those people in `known` who may be this author: those with the same family name. If there
    are none, return those who have it as their given name, because some lists exchange the two.
    """
    mine = words(author.family)
    families = [n for n, each in enumerate(known) if _share_word(mine, words(each.family))]
    return families or [n for n, each in enumerate(known) if _share_word(mine, words(each.given))]


def _share_word(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    return any(a == b or skeleton(a) == skeleton(b) or is_slip(a, b) for a in mine for b in theirs)


def _are_other(said: frozenset[str], own: frozenset[str]) -> bool:
    """Return True if the initials of two names contradict each other, as J. R. and M. do. Fewer initials alone are no
    contradiction: J. R. and J. may be the same person.
    """
    return bool(said and own) and (
        not said & own or (min(len(said), len(own)) > 1 and not (said <= own or own <= said))
    )


def _name(person: Person) -> str:
    return " ".join(filter(None, (person.given, person.family)))


def _of_title(claim: Claim, work: Work, end: int) -> Iterator[Difference]:
    """Yield a difference if the reference has a subtitle that the record's title lacks. Many records lack subtitles, so
    this does not contradict the reference.
    """
    if not _JOINT.match(claim.prose[end:]):
        return
    first = next((n for n, each in enumerate(claim.words) if each.start >= end), len(claim.words))
    part = list(until_stop(claim, first))
    known = {word for text in (*work.titles, *work.containers) for word in words(text)} | NOISE
    strange = [each for each in part if each.text not in known and each.text not in LIGHT and not each.capital]
    if len(strange) >= _SUBTITLE:
        yield Difference("title", f"a title without “{claim.prose[part[0].start : part[-1].end][:80]}”")


def locator(claim: Claim, end: int) -> Locator:
    """Return the journal, volume, issue and pages that a reference gives. `end` is the position in `claim.prose` at
    which the title ends.
    """
    fields = reference_formats.read(claim.text)
    if fields is not None:
        first, last = _range(fields.pages)
        return Locator(fields.container, fields.volume.strip(), fields.issue.strip(), first, last)
    behind = claim.prose[end:]
    journal = _JOURNAL.match(behind) if not _DASH.match(behind) else None
    numbers = _YEAR.sub(" ", behind)
    named = [pattern.search(numbers) for pattern in (_VOLUME, _ISSUE, _PAGES)]
    bare = _bare(numbers) if not (named[0] and named[2]) else Locator()
    volume, issue, pages = named
    return Locator(
        journal=journal[1].strip(" .,;:\"”’'*") if journal else "",
        volume=volume[1] if volume else bare.volume,
        issue=issue[1] if issue else bare.issue,
        first=pages[1] if pages else bare.first,
        last=(pages[2] or "") if pages else bare.last,
    )


def _bare(text: str) -> Locator:
    """Return the volume, issue and pages that are written only as numbers: “31(2), 15–20”.

    A single number after a volume without an issue may be anything, so only a range is taken as pages there.
    """
    for found in _BARE.finditer(text):
        if found[2] or found[4]:
            return Locator(volume=found[1], issue=found[2] or "", first=found[3], last=found[4] or "")
    alone = _NUMBERED.search(text)
    return Locator(volume=alone[1], issue=alone[2]) if alone else Locator()


def _range(pages: str) -> tuple[str, str]:
    found = re.match(rf"\s*({_PAGE})(?:\s*(?:–|—|--?)\s*({_PAGE}))?", pages)
    return (found[1], found[2] or "") if found else ("", "")
