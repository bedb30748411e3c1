"""Find a PDF's title, authors, year and DOI: in the properties of the file or, if they are missing there, on its first
pages.

A property is often only the name of a program or file ("Microsoft Word - draft3.doc"). Such a property is treated as
missing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from pathlib import PurePath
from typing import Any

from backend.extraction.formats.people import names
from backend.extraction.formats.sections import is_part
from backend.extraction.pdf.characters import Vocabulary
from backend.extraction.pdf.lines import Line, Page, joined, margin
from backend.extraction.pdf.own_doi import REFERENCES, own_doi
from backend.sources.identifiers import canonical_doi

#: The properties in which publishers store the DOI.
DOI_FIELDS = ("doi", "DOI", "WPS-ARTICLEDOI")

#: The longest title in characters and the most authors; longer text is not a title page. Chosen.
_MOST_TITLE, _MOST_AUTHORS = 300, 100
_JUNK = re.compile(
    r"microsoft (?:word|powerpoint|excel)\b.*|powerpoint presentation|(?:untitled|document|slide|layout)[\s_-]*\d*"
    r"|(?:no )?title|article|(?:full )?paper|manuscript|doi:.*|10\.\d{4,9}/\S+|arxiv:\S+|[\W\d_]*"
    r"|.*\.(?:docx?|tex|dvi|indd|pdf|ps|qxd|rtf|md|typ|pptx?|fm|eps|cdr)",
    re.IGNORECASE,
)
_ABSTRACT = re.compile(r"\s*(?:abstract|summary|introduction|1\.?\s+introduction|keywords?)\b", re.IGNORECASE)
_DATE = (
    r"[\s:,]*(?:(?:on|in|online|first|at)[\s:,]+){0,3}(?:\d{1,2}(?:st|nd|rd|th)?[\s./-]+)?(?:\d{1,2}[./-]+)?"
    r"(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s.,-]+)?(?:\d{1,2}(?:st|nd|rd|th)?[\s.,]+)?"
    r"((?:19|20)\d\d)(?!\d)"
)
#: Lines of the first page that date the work, the most certain first. The dates of receipt and acceptance do not count.
_DATED = (
    re.compile(
        rf"(?:(?:received|revised|accepted|submitted|available)\b.{{0,120}}\W)?published{_DATE}\s*(?:[;,.|·•)]|$)",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:copyright\s*)?(?:©|\(c\)|copyright)(?:\s+the\s+authors?(?:\(s\))?,?)?{_DATE}", re.IGNORECASE),
    re.compile(rf"(?:date|dated){_DATE}(?:-\d\d-\d\d)?\s*$", re.IGNORECASE),
    re.compile(rf"posted{_DATE}\s*(?:[;,.|·•)]|$)", re.IGNORECASE),
    re.compile(rf"arxiv:\S+(?:\s+\[[\w.-]+\])?{_DATE}", re.IGNORECASE),
)
#: A journal's running head: the name, the volume, and the year.
_ISSUE = re.compile(
    r"[^\W\d_][^\d]{3,60}?,?\s+(?:vol(?:ume)?\.?\s*)?\d{1,4}(?:\s*\(\d{1,3}\)|,\s*no\.?\s*\d{1,3})?,?\s*\(?((?:19|20)\d\d)\)?"
    r"(?:[\s,:]*[\d–—-]{1,13})?",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?:[^\W\d_a-z][\w'’.-]*|de|van|von|der|den|del|di|da|la|le|bin|ibn|al|el|y|dos|ter|zu)(?=\s|$)")
_PLACE = re.compile(
    r"universit|institut|department|laborator|college|school|centre|center|hospital|faculty|academy|street|road|inc\b"
    r"|ltd|gmbh|journal|volume|\bvol\b|proceedings|conference|research article|open access|preprint|\bthe\b|\bof\b",
    re.IGNORECASE,
)


def read(pages: Sequence[Page], info: Mapping[str, str], filename: str) -> dict[str, Any]:
    """Return a dict with title, authors, year and doi of a PDF. `pages` are its first pages, and `info` are the
    properties of the file. Without a title, it is called `filename`.
    """
    page = pages[0] if pages else None
    lines = page.lines if page else ()
    heading = _largest(lines)
    written = joined(heading, Vocabulary(line.text for line in lines))
    written = "" if len(written) > _MOST_TITLE or is_part(written) else written
    title = usable_property(info.get("Title", "")) or written or PurePath(filename).stem
    authors = names(info.get("Author", "")) or _byline(lines, heading)
    return {
        "title": title[:_MOST_TITLE],
        "authors": authors[:_MOST_AUTHORS],
        "year": _year(page),
        "doi": _doi(pages, heading, info),
    }


def usable_property(text: str) -> str:
    """Return a property of the file on one line. If it is only the name of a program or file, return ""."""
    text = " ".join(text.replace("\x00", "").split())
    return "" if _JUNK.fullmatch(text) else text


def _largest(lines: Sequence[Line]) -> list[Line]:
    """Return the first group of consecutive lines that are set in the largest letters; [] if no letters are clearly
    larger than the rest.
    """
    able = [line for line in lines if sum(map(str.isalpha, line.text)) >= 4 and line.right > line.left + line.height]
    if not able:
        return []
    size = max(line.height for line in able)
    found: list[Line] = []
    for line in lines:
        if line in able and line.height > 0.92 * size:
            found.append(line)
        elif found:
            break
    usual = sorted(line.height for line in able)[len(able) // 2]
    if size > 1.1 * usual:
        return found
    return found if len(able) < 4 and not any(line.text.endswith((".", ",", ";", ":")) for line in found) else []


def _byline(lines: Sequence[Line], heading: Sequence[Line]) -> list[str]:
    """Return the names of people in the lines between the title (`heading`) and the abstract, up to the first line that
    may contain something other than names; [] if there are none.
    """
    if not heading:
        return []
    found: list[str] = []
    ordinary = set(re.findall(r"[^\W\d_]{4,}", " ".join(line.text for line in lines)))
    ordinary |= {word.casefold() for line in heading for word in re.findall(r"[^\W\d_]{4,}", line.text)}
    for line in lines[lines.index(heading[-1]) + 1 :][:6]:
        if _ABSTRACT.match(line.text) or _PLACE.search(line.text):
            break
        bare = re.sub(r"[\d*†‡§¶#∗]+(?:\s*,\s*[\d*†‡§¶#∗]+)*|[\u00b9\u00b2\u00b3\u2070-\u2079]", " ", line.text)
        people = names(bare)
        if not people or is_part(bare) or not all(_is_name(each, ordinary) for each in people):
            break
        found += people
    return found


def _is_name(text: str, ordinary: Set[str]) -> bool:
    """Return True if the text looks like a person's name and has no word in `ordinary`, the words of the title and the
    text.
    """
    words = text.split()
    if any(word.casefold() in ordinary for word in words):
        return False
    return 2 <= len(words) <= 5 and all(_NAME.fullmatch(word) for word in words) and words[-1][:1].isupper()


def _doi(pages: Sequence[Page], heading: Sequence[Line], info: Mapping[str, str]) -> str | None:
    """Return the work's own DOI, from the properties of the file or from its first pages; None if there is none."""
    fields = [info.get(field) or "" for field in (*DOI_FIELDS, "Subject")]
    fields += [text for field in ("Title", "Keywords") if (text := info.get(field) or "") and len(text.split()) == 1]
    return next(filter(None, map(canonical_doi, fields)), None) or own_doi(pages, heading)


def _year(page: Page | None) -> int | None:
    """Return the year of publication that the first page gives; None if it gives none. The date at which the file was
    created is not used.
    """
    if page is None:
        return None
    found: dict[int, int] = {}
    for line in page.lines:
        if REFERENCES.fullmatch(line.text):
            break
        for rank, pattern in enumerate(_DATED):
            if dated := pattern.match(line.text):
                found.setdefault(rank, int(dated[1]))
    for line in margin(page):
        if line.bottom > page.height / 2 and (issue := _ISSUE.fullmatch(line.text)):
            found.setdefault(1, int(issue[1]))
    return found[min(found)] if found else None
