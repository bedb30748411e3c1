"""Format the short citation in brackets after a quotation: "(Berg 2021)"."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from backend.kernel.exchange import Excerpt
from backend.kernel.works import RETRACTED
from backend.sources.identifiers import canonical_doi

_URL = re.compile(r"https?://[^\s<>\"')\]]+")
_IDENTIFIER = re.compile(
    r"\b(?:doi:\s*)?10\.\d{4,9}/\S+|\barxiv:?\s*\d{4}\.\d{4,5}(?:v\d+)?|\bpmid:?\s*\d+", re.IGNORECASE
)
_YEAR = r"(?:1[89]|20)\d\d[a-z]?"
#: "Smith et al. (2020)", "van den Berg & Jones, 2019".
_AUTHORS_YEAR = re.compile(
    rf"((?:(?:van|von|de|den|der|di|la|le)\s+)*[A-ZÀ-ÞĀ-ſΑ-ΩА-Я][\w'’-]+(?:(?:,|\s(?:and|und|et|y|e|en)|\s&)?\s[A-ZÀ-ÞĀ-ſΑ-ΩА-Я][\w'’-]+)*"
    rf"(?:\s+et\s+al\.?)?),?\s+\(?({_YEAR})\)?"
)
#: Number of title words in a citation of a work with unknown authors.
_TITLE_WORDS = 8


def citation_of(excerpt: Excerpt) -> str:
    """Return the citation of the work that an excerpt comes from; "" for the user's own text, and for notes that name
    no work.

    An attached text comes from a work if its source contains a web address, an identifier such as a DOI, or authors
    with a year. The citation of a retracted work says so.
    """
    if excerpt.cite or excerpt.kind not in ("highlight", "section"):
        return excerpt.cite
    origin = " ".join(excerpt.origin.split())
    cited = _cited(origin.replace(RETRACTED, "", 1))
    return f"{cited}, retracted" if cited and RETRACTED in origin else cited


def _cited(origin: str) -> str:
    if found := _AUTHORS_YEAR.search(origin):
        return f"{found[1].rstrip(',')} {found[2]}"
    address = _URL.search(origin)
    if not address and not _IDENTIFIER.search(origin):
        return ""
    title = _IDENTIFIER.sub("", _URL.sub("", origin)).strip(" .,;:–—-()[]")
    words = title.split()
    if words:
        return " ".join(words[:_TITLE_WORDS]) + ("…" if len(words) > _TITLE_WORDS else "")
    if doi := canonical_doi(origin):
        return f"doi:{doi}"
    return urlsplit(address[0]).hostname or "" if address else origin
