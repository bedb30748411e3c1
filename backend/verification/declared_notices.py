"""Find out whether an entry of a reference list itself says that its work was retracted: in the title, or in another
field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from backend.kernel.records import Notice
from backend.sources.withdrawn_titles import is_marked_withdrawn
from backend.verification.works import told_once

#: The source of a notice that only the entry itself has.
ENTRY = "entry"
#: Crossref's names for notices that withdraw a work. Such a notice is in the field `updated-by` of the work's metadata,
#: which doi.org returns as CSL-JSON. The field `update-to` means that the record is itself a notice about another work.
_WITHDRAWALS = frozenset({"retraction", "withdrawal", "removal"})
#: A field that says that the work was retracted: PubMed's type of publication, a status, or a note such as "Retracted
#: in 2012". "Withdrawn" alone is not enough, because standards and laws are also withdrawn.
_KIND = re.compile(r"\W*retracted(?: (?:article|paper|publication))?\W*", re.IGNORECASE)
_NOTE = re.compile(
    r"\W*retracted(?: (?:article|paper|publication))?(?:\W*$|\s*[.,:;(]|\s+(?:in|on|by|due|because|since|\d))",
    re.IGNORECASE,
)

#: The places at which a printed reference is divided into its parts.
_PARTS = re.compile(r"(?<=[.)\]])[.,]*\s+")


def declared_retractions(item: Mapping[str, Any]) -> tuple[Notice, ...]:
    """Return the notices of retraction that a CSL item itself contains. The item must have all fields of the file from
    which it comes.
    """
    return told_once([*_listed(item), *([Notice("retraction", ENTRY)] if _says_so(item) else [])])


def is_printed_as_retracted(text: str) -> bool:
    """Return True if the title in a printed reference is marked as withdrawn, as in “Berg (2020). RETRACTED: On
    trees.”
    """
    return any(map(is_marked_withdrawn, (text, *_PARTS.split(text))))


def _listed(item: Mapping[str, Any]) -> Iterator[Notice]:
    """Yield the notices of retraction in an item of CSL-JSON: in Crossref's field, and in Coscribe's own."""
    for name, kind in (("updated-by", "type"), ("notices", "kind")):
        for each in _objects(item.get(name)):
            if str(each.get(kind)).casefold() in _WITHDRAWALS:
                doi = each.get("doi") or each.get("DOI")
                yield Notice("retraction", str(each.get("source") or ENTRY)[:100], str(doi)[:300] if doi else None)


def _says_so(item: Mapping[str, Any]) -> bool:
    if item.get("retracted") is True or item.get("is_retracted") is True:
        return True
    if any(map(is_marked_withdrawn, _texts(item.get("title")))):
        return True
    kinds = [*_texts(item.get("status")), *_texts(item.get("genre")), *_texts(item.get("keyword"))]
    words = [word for each in kinds for word in re.split(r"[,;\n]", each)]
    return any(map(_KIND.fullmatch, words)) or any(map(_NOTE.match, _texts(item.get("note"))))


def _texts(value: Any) -> Sequence[str]:
    """Return the texts in a field. It may be a single text or a list; Crossref puts a title into a list."""
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)]


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    for each in value if isinstance(value, list) else ():
        if isinstance(each, Mapping):
            yield each
