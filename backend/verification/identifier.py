"""Parse an identifier that a user enters to look up a work: a DOI, arXiv id, PubMed id, ISBN or address."""

from __future__ import annotations

import re

from backend.verification import claims
from backend.verification.claims import Claim, Identifier

_PUBMED = re.compile(r"(?:pmid\s*:?\s*)?(\d{1,8})", re.IGNORECASE)
_ARXIV = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?", re.IGNORECASE)
_ISBN = re.compile(r"(?:isbn(?:-1[03])?\s*:?\s*)?((?:97[89][\s-]?)?(?:\d[\s-]?){9}[\dxX])", re.IGNORECASE)


def identifier_of(text: str) -> Identifier | None:
    """Return the identifier in a text. Returns None if the text has no identifier, more than one, or an invalid one.

    A bare number is taken as an ISBN if its check digit is valid, else as a PubMed id.
    """
    bare = text.strip().strip("<>").rstrip(".,;")
    if (found := _ISBN.fullmatch(bare)) and (isbn := canonical_isbn(found[1])):
        return Identifier("isbn", isbn)
    if found := _PUBMED.fullmatch(bare):
        return Identifier("pmid", found[1])
    if _ARXIV.fullmatch(bare):
        bare = f"arXiv:{bare}"
    ids = claims.read(bare).ids
    scholarly = [each for each in ids if each.kind != "url"] or ids
    return scholarly[0] if len(scholarly) == 1 and scholarly[0].kind != "malformed" else None


def claim_of(identifier: Identifier) -> Claim:
    """Convert an identifier to a reference that consists of it alone, so that no record can contradict the
    reference.
    """
    return Claim(identifier.key, (identifier,), "|", ())


def canonical_isbn(text: str) -> str | None:
    """Return an ISBN as 13 digits without separators. Returns None if its check digit is wrong."""
    digits = re.sub(r"[\s-]", "", text).upper()
    if len(digits) == 10:
        values = [10 if each == "X" else int(each) for each in digits]
        if sum(value * weight for value, weight in zip(values, range(10, 0, -1), strict=True)) % 11:
            return None
        digits = f"978{digits[:9]}"
        return digits + str(-_weighted(digits) % 10)
    if len(digits) != 13 or not digits.isdigit() or digits[:3] not in ("978", "979"):
        return None
    return digits if _weighted(digits) % 10 == 0 else None


def _weighted(digits: str) -> int:
    return sum(int(each) * (3 if at % 2 else 1) for at, each in enumerate(digits))
