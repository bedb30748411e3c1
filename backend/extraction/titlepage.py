"""Who wrote a PDF, when, and what it is called: from what the file says of itself, else from its first page.

What a file says of itself is often its maker's noise ("Microsoft Word - draft3.doc"); that counts as nothing said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from backend.extraction.lines import Line, Page
from backend.extraction.people import names
from backend.extraction.words import MARK, spaced
from backend.sources import canonical_doi

#: Where publishers put the DOI among a PDF's own fields.
DOI_FIELDS = ("doi", "DOI", "WPS-ARTICLEDOI")

_MOST_TITLE, _MOST_AUTHORS = 300, 100
_JUNK = re.compile(
    r"microsoft (?:word|powerpoint|excel)\b.*|powerpoint presentation|(?:untitled|document|slide|layout)[\s_-]*\d*"
    r"|(?:no )?title|article|(?:full )?paper|manuscript|doi:.*|10\.\d{4,9}/\S+|arxiv:\S+|[\W\d_]*"
    r"|.*\.(?:docx?|tex|dvi|indd|pdf|ps|qxd|rtf|md|typ|pptx?|fm|eps|cdr)",
    re.IGNORECASE,
)
_ABSTRACT = re.compile(r"\s*(?:abstract|summary|introduction|1\.?\s+introduction|keywords?)\b", re.IGNORECASE)
_REFERENCES = re.compile(r"\s*(?:\d+\.?\s+)?(?:references|bibliography|literature cited|works cited)\s*", re.IGNORECASE)
_REFERENCE = re.compile(r"\s*(?:\[\d+\]|\d{1,3}\.\s+[A-Z])")
_LABELLED = re.compile(r"\bdoi\b", re.IGNORECASE)
_DATED = re.compile(
    r"(?:published|accepted|received|copyright|©|\(c\)|date[d:]|submitted|vol(?:ume)?\.?\s*\d|arxiv:\S+).{0,60}?"
    r"\b((?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
_NAME = re.compile(r"(?:[^\W\d_a-z][\w'’.-]*|de|van|von|der|den|del|di|da|la|le|bin|ibn|al|el|y|dos|ter|zu)(?=\s|$)")
_PLACE = re.compile(
    r"universit|institut|department|laborator|college|school|centre|center|hospital|faculty|academy|street|road|inc\b"
    r"|ltd|gmbh|journal|volume|\bvol\b|proceedings|conference|research article|open access|preprint|\bthe\b|\bof\b",
    re.IGNORECASE,
)


def read(page: Page | None, info: Mapping[str, str], filename: str) -> dict[str, Any]:
    """`title, authors, year, doi` of a PDF with this first page."""
    lines = page.lines if page else ()
    heading = _largest(lines)
    written = _whole(heading)
    title = _said(info.get("Title", "")) or written or PurePath(filename).stem
    authors = names(info.get("Author", "")) or _byline(lines, heading)
    return {
        "title": title[:_MOST_TITLE],
        "authors": authors[:_MOST_AUTHORS],
        "year": _year(lines, info),
        "doi": _doi(lines, info),
    }


def _said(text: str) -> str:
    """What the file says of itself, "" where that is only noise."""
    text = " ".join(text.replace("\x00", "").split())
    return "" if _JUNK.fullmatch(text) else text


def _largest(lines: Sequence[Line]) -> list[Line]:
    """The lines in the largest letters that have words, as far as they follow each other."""
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
    return found if size > 1.1 * usual or len(able) < 4 else []


def _whole(lines: Sequence[Line]) -> str:
    text = ""
    for line in lines:
        text = text.removesuffix(MARK) + line.text if text.endswith(MARK) else spaced(text, line.text)
        if len(text) > _MOST_TITLE:
            return ""
    return text


def _byline(lines: Sequence[Line], heading: Sequence[Line]) -> list[str]:
    """The names between title and abstract; nothing where a line there may be anything else."""
    if not heading:
        return []
    found: list[str] = []
    for line in lines[lines.index(heading[-1]) + 1 :][:6]:
        if _ABSTRACT.match(line.text) or _PLACE.search(line.text):
            break
        bare = re.sub(r"[\d*†‡§¶#∗]+(?:\s*,\s*[\d*†‡§¶#∗]+)*|[\u00b9\u00b2\u00b3\u2070-\u2079]", " ", line.text)
        people = names(bare)
        if not people or not all(map(_is_name, people)):
            break
        found += people
    return found


def _is_name(text: str) -> bool:
    words = text.split()
    return 2 <= len(words) <= 5 and all(_NAME.fullmatch(word) for word in words) and words[-1][:1].isupper()


def _doi(lines: Sequence[Line], info: Mapping[str, str]) -> str | None:
    """The work's own DOI: the file's fields say it, or a line of the first page that belongs to no reference list."""
    for field in (*DOI_FIELDS, "Subject", "Title", "Keywords"):
        if found := canonical_doi(info.get(field) or ""):
            return found
    named: dict[str, bool] = {}
    for line in lines:
        if _REFERENCES.fullmatch(line.text):
            break
        found = None if _REFERENCE.match(line.text) else canonical_doi(line.text)
        if found:
            alone = len(line.text) < len(found) + 40
            named[found] = named.get(found, False) or (alone and bool(_LABELLED.search(line.text)))
    sure = [doi for doi, labelled in named.items() if labelled] or list(named)
    return sure[0] if len(sure) == 1 else None


def _year(lines: Sequence[Line], info: Mapping[str, str]) -> int | None:
    """The year that the first page names as its own, else the one in which the file was made."""
    for line in lines:
        if _REFERENCES.fullmatch(line.text):
            break
        if dated := _DATED.search(line.text):
            return int(dated[1])
    made = _YEAR.search(info.get("CreationDate", "")[:6].replace("D:", ""))
    return int(made[1]) if made else None
