"""Find a PDF's own DOI: the one that its first pages give for the work itself.

Most DOIs on a page belong to cited works. A DOI is taken as the work's own only in three places: on a separate line
outside of any paragraph, which may be the stamp of a preprint server; in the sentence that says how to cite the work;
and in a header or footer of several pages. In case of doubt, no DOI is returned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from backend.extraction.pdf.lines import Line, Page, margin
from backend.sources.identifiers import canonical_doi

#: The share of the page's height above which a line belongs to the head, and the most lines below the title that may
#: contain a DOI. Chosen, not tuned: a missing DOI can be looked up, but nobody notices the DOI of another work.
_HEAD, _BELOW_TITLE = 0.88, 8
#: The most words of a running head or foot besides its DOI.
_MOST_WORDS = 14

REFERENCES = re.compile(r"\s*(?:\d+\.?\s+)?(?:references|bibliography|literature cited|works cited)\s*", re.IGNORECASE)
_DOI = re.compile(
    r"(?:<?(?:https?://)?(?:dx\.)?(?:www\.)?doi\.org/)?\b10\.\d{4,9}(?:\.\d+)*/[^\s\"<>|\\^`{}]+>?", re.IGNORECASE
)
#: Texts that may be beside a DOI on its line: a label, a date, a license, the kind of the work.
_BESIDE = re.compile(
    r"(?:(?:article|paper|manuscript|publication)\s+)?(?:\bdigital object identifier\b|\bdoi\b)(?:\s*link)?"
    r"|\b(?:published|accepted|received|revised|online|available|first|open access|on|at)\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)?\b|\b(?:19|20)\d\d\b"
    r"|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\b|\bcc[- ]by[-a-z0-9. ]*"
    r"|[\s:;,.|·•()\[\]/–—-]+",
    re.IGNORECASE,
)
_CITE_AS = re.compile(
    r"\s*(?:(?:how\s+to|to|please)\s+cite\b|cite\s+(?:this|as)\b|citation\s*:|(?:recommended|suggested)\s+citation\b"
    r"|zitier(?:weise|vorschlag)\b|pour\s+citer\b|cómo\s+citar\b|como\s+citar\b)",
    re.IGNORECASE,
)
_STAMP = re.compile(
    r"\s*arxiv:\S+(?:\s+\[[\w.-]+\])?(?:\s+\d{1,2} \w{3,9} \d{4})?\s*|\s*(?:bio|med)rxiv preprint\b.*", re.IGNORECASE
)
_FOOTNOTE = re.compile(r"\s*(?:[\d*†‡§¶#]+[.)]?\s|\[\d+\]|see\b|cf\b)", re.IGNORECASE)
_PROSE = re.compile(
    r"\b(?:we|our|is|are|was|were|has|have|see|that|this|these|which|in the|et al|by|on|to|as|with|from|for|into)\b"
    r"|\.\s*$"
)


def own_doi(pages: Sequence[Page], heading: Sequence[Line]) -> str | None:
    """Return the only DOI that these first pages certainly give as their own; None if there is none or several.
    `heading` are the lines of the title.
    """
    if not pages:
        return None
    lines = list(_before_references(pages[0].lines))
    sure = {*_alone(lines, pages[0].height, heading), *_cited(lines), *_running(pages)}
    return sure.pop() if len(sure) == 1 else None


def _before_references(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        if REFERENCES.fullmatch(line.text):
            return
        yield line


def _alone(lines: Sequence[Line], height: float, heading: Sequence[Line]) -> Iterator[str]:
    """Yield the DOIs of lines that have no other text and belong to no paragraph. `heading` are the lines of the title,
    and `height` is that of the page.
    """
    for number, line in enumerate(lines):
        doi = canonical_doi(line.text)
        if doi is None or not (_STAMP.fullmatch(line.text) or _says_nothing_else(line.text)):
            continue
        above, below = lines[number - 1] if number else None, lines[number + 1 : number + 2]
        if any(each.text[:1].islower() and _touch(line, each) for each in below):
            continue
        at_top = line.bottom > _HEAD * height and not any(_PROSE.search(each.text) for each in lines[:number])
        if above is None or not _touch(above, line) or at_top or _titled(lines, number, heading):
            yield doi


def _says_nothing_else(text: str) -> bool:
    return len(_DOI.findall(text)) == 1 and not _BESIDE.sub("", _DOI.sub("", text)) and not _FOOTNOTE.match(text)


def _touch(above: Line, below: Line) -> bool:
    """Return True if the line `below` is so close to the line `above` that both may belong to the same paragraph."""
    size = max(above.height, below.height)
    near = above.bottom - below.top < 0.6 * size and below.top < above.top + size
    return near and abs(above.height - below.height) < 0.1 * size and below.left < above.right


def _titled(lines: Sequence[Line], number: int, heading: Sequence[Line]) -> bool:
    """Return True if only a few lines are between the title (`heading`) and line `number`, and none of them contains a
    sentence. They may then be names and places.
    """
    if not heading or heading[-1] not in lines[:number]:
        return False
    between = lines[lines.index(heading[-1]) + 1 : number]
    return len(between) <= _BELOW_TITLE and not any(_PROSE.search(line.text) for line in between)


def _cited(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the DOI in the paragraph that says how to cite the work."""
    for number, line in enumerate(lines):
        if _CITE_AS.match(line.text):
            text = line.text
            for above, below in pairwise(lines[number : number + 8]):
                if not _touch(above, below):
                    break
                text += (" " if not text.endswith("/") else "") + below.text
            if len(found := {each for each in map(canonical_doi, _DOI.findall(text)) if each}) == 1:
                yield found.pop()


def _running(pages: Sequence[Page]) -> Iterator[str]:
    """Yield the DOIs that are in the header or footer of both the first page and another page."""
    first, *others = [{doi for line in margin(page) if (doi := _in_margin(line.text))} for page in pages]
    yield from first.intersection(*[set().union(*others)])


def _in_margin(text: str) -> str | None:
    bare = _DOI.sub("", text)
    if len(bare.split()) > _MOST_WORDS or _FOOTNOTE.match(text) or _PROSE.search(bare):
        return None
    return canonical_doi(text)
