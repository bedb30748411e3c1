"""Read the works in a reference list (BibTeX, RIS or CSL-JSON). The text of such a work is its abstract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backend.errors import CoscribeError, Refused
from backend.extraction.refusal import UnsuitableFile
from backend.formats.csl_items import Item, checked, named, spoken_name, year_of
from backend.formats.reference_lists import BIBTEX, CSL, MOST_TEXT, RIS, read_list
from backend.sources.identifiers import canonical_doi, urls

_MEDIA_TYPES = {"bibtex": BIBTEX, "ris": RIS, "csl-json": CSL}
#: Further facts of an entry that are kept as metadata: BibTeX's name and CSL's variable.
_KEPT = (
    ("volume", "volume"), ("number", "issue"), ("pages", "page"), ("publisher", "publisher"), ("keywords", "keyword"),
    ("language", "language"), ("isbn", "ISBN"), ("issn", "ISSN"), ("type", "type"),
)  # fmt: skip


def works_of(kind: str, text: str) -> list[dict[str, Any]]:
    """Return every work in a reference list in the format `kind` ("bibtex", "ris" or "csl-json") as a dict with the
    fields of `kernel.works.Work`. Raises UnsuitableFile if the list is empty or too long.
    """
    if len(text) > MOST_TEXT:
        raise UnsuitableFile(f"is longer than {MOST_TEXT:,} characters, the limit for a list: divide it")
    try:
        entries, warnings = read_list(_MEDIA_TYPES[kind], text)
    except CoscribeError as error:
        reasons = [reason for each in (error.errors or {}).values() for reason in each]
        raise UnsuitableFile(f"has no reference that can be read: {' '.join(reasons) or error.detail}") from error
    works = [_work(kind, key, _readable(item)) for key, item in entries if isinstance(item, Mapping)]
    if not works:
        raise UnsuitableFile("has no reference that can be read: export the list again as BibTeX, RIS or CSL-JSON")
    if strays := len(entries) - len(works):
        warnings.append(f"entries left out, because they do not describe a work: {strays}")
    if warnings:
        works[0]["metadata"]["warnings"] = warnings
    return works


def _readable(item: Mapping[str, Any]) -> Item:
    """Return the item without those variables whose values are not valid in CSL."""
    try:
        return checked(item)
    except Refused as error:
        wrong = {path.removeprefix("csl.") for path in error.errors or ()}
        title = str(item.get("title") or item.get("id") or "Untitled")[:1_000]
        return checked({name: value for name, value in item.items() if name not in wrong} | {"title": title})


def _work(kind: str, key: str, item: Item) -> dict[str, Any]:
    """Return an entry of the list as a dict with the fields of `kernel.works.Work`. `authors` are full names, and the
    field `csl` of the metadata is the item.
    """
    abstract = str(item.pop("abstract", ""))
    link = next(iter(urls(str(item.get("URL") or ""))), None)
    container = str(item.get("container-title") or "")
    doi = canonical_doi(str(item.get("DOI") or ""))
    inside = item["type"] in ("paper-conference", "chapter")
    metadata: dict[str, Any] = {ours: item[csl] for ours, csl in _KEPT if item.get(csl)}
    if container:
        metadata["booktitle" if inside else "journal"] = container
    if key:
        metadata["citation_key"] = key
    return {
        "kind": kind,
        "title": str(item.get("title") or container or key or "Untitled")[:1000],
        "authors": [spoken_name(each) for each in named((item.get("author") or item.get("editor") or [])[:500])],
        "year": year_of(item),
        "doi": doi or (canonical_doi(link) if link else None),
        "url": link,
        "pages": [(None, abstract)] if abstract else [],
        "metadata": {**metadata, "csl": item},
    }
