"""Parse where a reference says that a work was printed: the journal, volume, issue and pages."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.verification import reference_formats
from backend.verification.claims import Claim

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
