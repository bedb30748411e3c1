"""Read and write lists of references in the formats CSL-JSON, BibTeX and RIS."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from backend.errors import Malformed, Refused
from backend.formats import bibtex, ris

JSON = "application/json"
CSL = "application/vnd.citationstyles.csl+json"
BIBTEX = "application/x-bibtex"
RIS = "application/x-research-info-systems"
#: The most entries and the most characters of a list.
MOST_ENTRIES, MOST_TEXT = 10_000, 12_000_000

Entries = list[tuple[str, Mapping[str, Any]]]


def read_list(media_type: str, text: str) -> tuple[Entries, list[str]]:
    """Return (key, CSL item) for each entry of the list, and warnings. The key is "" if the entry has none.
    `media_type` is CSL, BIBTEX or RIS.

    Raises Malformed for invalid JSON, and Refused for a list that is empty, too long, or of another format.
    """
    if len(text) > MOST_TEXT:
        raise Refused(
            "The list is too long, so no reference was added.",
            errors={"body": [f"Must not have more than {MOST_TEXT:,} characters."]},
        )
    found, warnings = _READERS[media_type](text)
    if not found:
        raise Refused(
            "The list has no entry, so no reference was added.", errors={"body": warnings or ["No entry was found."]}
        )
    if len(found) > MOST_ENTRIES:
        raise Refused(
            "The list is too long, so no reference was added.",
            errors={"body": [f"Must not have more than {MOST_ENTRIES:,} entries."]},
        )
    return [*found], warnings


def write_list(media_type: str, references: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """Return the references as the text of a file of this media type. Each reference is given as (key, CSL item)."""
    if media_type == BIBTEX:
        return bibtex.write_bibtex(references)
    if media_type == RIS:
        return ris.write_ris(references)
    # one entry per line: a changed entry is one changed line, and 10,000 entries stay below the limit of a request's
    # body
    items = (json.dumps({"id": key, **item}, ensure_ascii=False) for key, item in references)
    lines = ",\n".join(items)
    return f"[\n{lines}\n]\n" if lines else "[]\n"


def entries_of(value: Any) -> Entries:
    """Return (key, item) for each entry of CSL-JSON data: one item, a list of items, or an object with the list
    `items`.
    """
    items: Any = value.get("items") if isinstance(value, dict) and isinstance(value.get("items"), list) else value
    return [(_key(each), each) for each in (items if isinstance(items, list) else [items])]


def _read_csl(text: str) -> tuple[Entries, list[str]]:
    try:
        return entries_of(json.loads(text)), []
    except (ValueError, RecursionError) as error:
        raise Malformed("The list is not valid JSON, so no entry was read. Correct it, and send it again.") from error


def _key(item: Any) -> str:
    """Return an item's citation key: its field `citation-key`, which Better BibTeX and Zotero write, else its `id`,
    else "".
    """
    if not isinstance(item, dict):
        return ""
    return str(item.get("citation-key") or item.get("id") or "")


_READERS: Mapping[str, Callable[[str], tuple[Sequence[tuple[str, Mapping[str, Any]]], list[str]]]] = {
    CSL: _read_csl,
    BIBTEX: bibtex.read_bibtex,
    RIS: ris.read_ris,
}
