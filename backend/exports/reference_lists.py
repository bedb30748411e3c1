"""Read and write reference lists: the format of a media type, and the list itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from backend.errors import Malformed, Refused
from backend.exports import bibtex, ris

JSON = "application/json"
CSL = "application/vnd.citationstyles.csl+json"
BIBTEX = "application/x-bibtex"
RIS = "application/x-research-info-systems"
#: Entries and characters of one list.
MOST_ENTRIES, MOST_TEXT = 10_000, 12_000_000

Entries = list[tuple[str, Mapping[str, Any]]]


def read_list(media_type: str, text: str) -> tuple[Entries, list[str]]:
    """Return the entries with their keys ("" for none), and warnings. `media_type` is CSL, BIBTEX or RIS.

    Raises Malformed for broken JSON, and Refused for a list that is empty, too long, or of another format.
    """
    if len(text) > MOST_TEXT:
        raise Refused("The list is too long.", errors={"body": [f"Longer than {MOST_TEXT:,} characters."]})
    found, warnings = _READERS[media_type](text)
    if not found:
        raise Refused("The list has no entry.", errors={"body": warnings or ["No entry was found."]})
    if len(found) > MOST_ENTRIES:
        raise Refused("The list is too long.", errors={"body": [f"More than {MOST_ENTRIES:,} entries."]})
    return [*found], warnings


def write_list(media_type: str, references: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """Return the references as a file of this media type, with a final line end."""
    if media_type == BIBTEX:
        return bibtex.write_bibtex(references)
    if media_type == RIS:
        return ris.write_ris(references)
    # an entry a line: a change shows as one line, and 10,000 entries stay below the limit of a body
    items = (json.dumps({"id": key, **item}, ensure_ascii=False) for key, item in references)
    lines = ",\n".join(items)
    return f"[\n{lines}\n]\n" if lines else "[]\n"


def entries_of(value: Any) -> Entries:
    """Return the entries of CSL-JSON: one item, a list of items, or an object with `items`."""
    items: Any = value.get("items") if isinstance(value, dict) and isinstance(value.get("items"), list) else value
    return [(_key(each), each) for each in (items if isinstance(items, list) else [items])]


def _read_csl(text: str) -> tuple[Entries, list[str]]:
    try:
        return entries_of(json.loads(text)), []
    except (ValueError, RecursionError) as error:
        raise Malformed("The body is not valid JSON.") from error


def _key(item: Any) -> str:
    """Return the citation key of Better BibTeX or Zotero, else the item's id."""
    if not isinstance(item, dict):
        return ""
    return str(item.get("citation-key") or item.get("id") or "")


_READERS: Mapping[str, Callable[[str], tuple[Sequence[tuple[str, Mapping[str, Any]]], list[str]]]] = {
    CSL: _read_csl,
    BIBTEX: bibtex.read_bibtex,
    RIS: ris.read_ris,
}
