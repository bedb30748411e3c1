"""Parse a reference as a model or a person wrote it: find its identifiers, and the words around them."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import unquote, urlsplit

from backend.sources.identifiers import canonical_doi, canonical_url, mentions, urls
from backend.verification import reference_formats
from backend.verification.word_normalization import MOST, Token, plain, tokens

#: The kinds of identifiers. "malformed" is a text that stands in the place of a DOI but is not a DOI. ISBNs in
#: references are ignored, because the registries know few books.
IdentifierKind = Literal["doi", "arxiv", "pmid", "isbn", "url", "malformed"]

_ARXIV_DOI = "10.48550/arxiv."
#: A DOI prefix that is reserved for examples. Addresses of one publisher's library contain the same digits, but not as
#: the prefix of a DOI.
_UNREGISTERED = "10.5555/"
_PUBMED = re.compile(
    r"(?:pubmed\.ncbi\.nlm\.nih\.gov/|ncbi\.nlm\.nih\.gov/pubmed/|europepmc\.org/(?:article|abstract)/med/)(\d{4,9})"
    r"|(?:pmc\.ncbi\.nlm\.nih\.gov/articles/|/pmc/articles/)(pmc\d{4,9})",
    re.IGNORECASE,
)
_PUBMED_ID = re.compile(r"\bPMID:?\s*(\d{4,9})\b|\b(PMC\d{4,9})\b", re.IGNORECASE)
_SCHEMELESS = re.compile(
    r"\b(?:https?:)?(?:www\.)?(?:dx\.)?(?:doi\.org|arxiv\.org)/\S*|\b10\.\d{4,9}/\S+", re.IGNORECASE
)
#: A placeholder that was written instead of a DOI: `10.xxxx/xxxxx`, `[DOI]`.
_PLACEHOLDER = re.compile(r"\b10\.x+/\S*|\[doi\]", re.IGNORECASE)
#: Words around an identifier that name its kind.
_LABEL = re.compile(
    r"\b(?:doi|digital object identifier|arxiv preprint|arxiv|pmid|pmcid|url)\b\s*[:=]?\s*(?=\|)", re.IGNORECASE
)
#: The subject class that arXiv prints after an id: `[cs.CL]`.
_SUBJECT = re.compile(r"(?<=\|)\s*\[[a-z]+(?:-[a-z]+)*(?:\.[A-Za-z-]{2,})?\]")
_EMPHASIS = re.compile(r"(?<!\w)[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?!\w)")
#: The number of a list item before a reference.
_NUMBER = re.compile(r"^\s*(?:[-*•]\s+)?(?:\[\d{1,3}\]|\(\d{1,3}\)|\d{1,3}[.)])\s+")
#: A title in bold type, separated from the authors by a dash. Bold text with initials or a year is not a title.
_BOLD = re.compile(r"\s*(?:[-*•]\s+)?\*\*((?:(?!\*\*|\b[A-Z]\.|\bet al\b|\(\d{4})[^\n]){3,500})\*\*\s*[–—]\s")
#: The date on which an address was visited: words such as “accessed” with a date after them. Titles may contain such
#: words, but without a date.
_LOOKED_AT = re.compile(
    r"\b(?:(?:last )?(?:accessed|checked|visited|viewed)|retrieved|consulted|abgerufen|consulté|consultado)\b"
    r"(?=[^.;)\]|]{0,24}\d)[^.;)\]|]{0,60}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Identifier:
    """A DOI, an arXiv or PubMed id, an ISBN, or the address of a page. `key` is its canonical form. For a page,
    `address` is its address as written.
    """

    kind: IdentifierKind
    key: str
    address: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Claim:
    """A parsed reference. `prose` is its text without markup, with `|` in place of each identifier. `words` are the
    words of `prose`.
    """

    text: str
    ids: tuple[Identifier, ...]
    prose: str
    words: tuple[Token, ...] = field(repr=False, compare=False)
    #: the text of a Markdown link or a formatted title; all of it is one title
    title: str = ""

    @property
    def query(self) -> str:
        """Return the words with which to search for the work; "" if the reference has too few words."""
        said = [each for each in self.words if not each.text.isdigit() and len(each.text) > 1]
        return " ".join(self.prose.replace("|", " ").split())[:300] if len(said) >= 2 else ""


def read(text: str) -> Claim:
    """Parse a reference: find its identifiers and its title, and the words around them."""
    formatted = reference_formats.read(text)
    prose = html.unescape(formatted.prose() if formatted else text)[: 2 * MOST].replace("](", "] (")
    title = formatted.title if formatted else ""
    linked = re.match(r"\s*\[([^\]]{3,500})\] \(\s*https?://", prose) or _BOLD.match(prose)
    if not formatted and linked:
        title = linked[1]
    ids, prose = _taken_out(prose)
    prose = plain(_EMPHASIS.sub("", _NUMBER.sub("", prose)))
    prose = _SUBJECT.sub("", _LOOKED_AT.sub("|", _LABEL.sub("", prose)))
    return Claim(text, tuple(dict.fromkeys(ids)), prose, tuple(tokens(prose)), plain(title))


def _taken_out(text: str) -> tuple[list[Identifier], str]:
    """Return the identifiers in a text, and the text with `|` in place of them."""
    ids: list[Identifier] = []
    for written, _ in sorted(mentions(text), key=lambda each: -len(each[0])):
        if written in text:
            found = _identified(written)
            ids += [found] if found else []
            text = re.sub(rf"<?{re.escape(written)}/?>?", " | ", text)
    for pattern in (_SCHEMELESS, _PLACEHOLDER):
        for each in pattern.finditer(text):
            said = unquote(each[0])
            if found := _identified(said):
                ids.append(found)
            elif len(re.sub(r"^\W*(?:https?:)?[/\w.]*\.org|\W", "", said)) > 1:
                ids.append(Identifier("malformed", said))
        text = pattern.sub(" | ", text)
    for each in _PUBMED_ID.finditer(text):
        ids.append(Identifier("pmid", (each[1] or each[2]).upper()))
    return ids, _PUBMED_ID.sub(" | ", text)


def _identified(written: str) -> Identifier | None:
    pubmed = _PUBMED.search(written)
    if pubmed:
        return Identifier("pmid", (pubmed[1] or pubmed[2]).upper())
    doi = canonical_doi(written)
    if doi and not (doi.startswith(_UNREGISTERED) and _is_library(written)):
        return Identifier("arxiv", doi[len(_ARXIV_DOI) :]) if doi.startswith(_ARXIV_DOI) else Identifier("doi", doi)
    url = canonical_url(written)
    if url is None:
        return None
    host = urlsplit(url).hostname or ""
    return Identifier("malformed" if host in ("doi.org", "arxiv.org") else "url", url, urls(written)[0])


def _is_library(written: str) -> bool:
    """Return True if an address that contains a DOI or another identifier is not on doi.org but on another host, such
    as a library's proxy.
    """
    found = urls(written)
    return bool(found) and (urlsplit(canonical_url(found[0]) or "").hostname or "") != "doi.org"
