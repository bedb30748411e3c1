"""Lists of references (BibTeX, RIS, CSL-JSON) to works whose text is what the list says of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from backend.exports.bibtex import decode_tex
from backend.extraction.formats.people import turned
from backend.extraction.refusal import Unfit
from backend.sources.identifiers import canonical_doi, urls

#: Works in one list, and characters of it.
MOST_WORKS, MOST_TEXT = 10_000, 10_000_000

#: Warnings that are told in full.
MOST_WARNINGS = 20

_YEAR = re.compile(r"\b(1[0-9]\d\d|20\d\d)\b")
_TAGS = re.compile(r"</?(?:jats:)?[a-zA-Z][^<>]{0,200}>")
#: What of an entry is kept beside its own columns, by the names that BibTeX has for it.
_KEPT = ("journal", "booktitle", "volume", "number", "pages", "publisher", "keywords", "language", "isbn", "issn")


def works_of(kind: str, text: str) -> list[dict[str, Any]]:
    """Every work in the list, as plain values. Raises Unfit for a list without any, or with too many."""
    if len(text) > MOST_TEXT:
        raise Unfit(f"is longer than the {MOST_TEXT:,} characters that we read of a list: divide it")
    entries, warnings = _READERS[kind](text)
    if not entries:
        raise Unfit("has no reference that can be read" + (f": {warnings[0]}" if warnings else ""))
    if len(entries) > MOST_WORKS:
        raise Unfit(f"has {len(entries):,} references, and we read {MOST_WORKS:,}: divide it")
    works = [_work(kind, entry) for entry in entries]
    if warnings:
        more = [f"{len(warnings) - MOST_WARNINGS} warnings more"] if len(warnings) > MOST_WARNINGS else []
        works[0]["metadata"]["warnings"] = [*warnings[:MOST_WARNINGS], *more]
    return works


def _work(kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry with BibTeX's names for its fields; `authors` are whole names."""
    said = {name: plain(str(entry.get(name) or "")) for name in (*_KEPT, "title", "abstract", "key", "type", "url")}
    year = _YEAR.search(str(entry.get("year") or entry.get("date") or ""))
    link = next(iter(urls(said["url"])), None)
    title = said["title"] or said["booktitle"] or said["key"] or "Untitled"
    metadata = {name: said[name] for name in (*_KEPT, "key", "type") if said[name]}
    return {
        "kind": kind,
        "title": title[:1000],
        "authors": [name for name in map(plain, entry.get("authors", ())) if name][:500],
        "year": int(year[1]) if year else None,
        "doi": canonical_doi(str(entry.get("doi") or "")) or (canonical_doi(link) if link else None),
        "url": link,
        "pages": [(None, said["abstract"])] if said["abstract"] else [],
        "metadata": metadata,
    }


def plain(text: str) -> str:
    """Text without TeX's accents and braces, and without the tags that abstracts bring."""
    if "\\" in text:
        text = decode_tex(text)
    if "$" not in text:
        text = text.replace("{", "").replace("}", "").replace("~", " ")
    return " ".join(_TAGS.sub(" ", text).split())


def _bibtex(text: str) -> tuple[list[dict[str, Any]], list[str]]:
    from pybtex import errors
    from pybtex.database import BibliographyData
    from pybtex.database.input.bibtex import Parser

    with errors.capture() as problems:
        data: BibliographyData = Parser(encoding="utf-8").parse_string(text)
    found = []
    for key, entry in data.entries.items():
        fields = {name.lower(): value for name, value in entry.fields.items()}
        people = entry.persons.get("author") or entry.persons.get("editor") or []
        names = [
            " ".join([*each.first_names, *each.middle_names, *each.prelast_names, *each.last_names]) for each in people
        ]
        found.append(fields | {"key": key, "type": entry.type, "authors": names})
    return found, [f"an entry was not read: {' '.join(str(each).split())[:200]}" for each in problems]


def _ris(text: str) -> tuple[list[dict[str, Any]], list[str]]:
    import rispy
    from rispy.parser import ParseError

    try:
        entries = rispy.loads(text, skip_unknown_tags=True)
    except (ParseError, OSError, ValueError, KeyError, IndexError) as error:
        raise Unfit(f"is no whole RIS list: {' '.join(str(error).split())[:200]}") from error
    found = []
    for entry in entries:
        people = entry.get("authors") or entry.get("first_authors") or entry.get("secondary_authors") or []
        found.append(
            {
                "title": entry.get("title") or entry.get("primary_title"),
                "authors": [turned(name) for name in people],
                "year": entry.get("year") or entry.get("publication_year") or entry.get("date"),
                "journal": entry.get("journal_name") or entry.get("secondary_title") or entry.get("alternate_title3"),
                "abstract": entry.get("abstract") or entry.get("notes_abstract"),
                "pages": "-".join(filter(None, (entry.get("start_page"), entry.get("end_page")))),
                "url": " ".join(entry.get("urls", ())),
                "key": entry.get("id"),
                "type": entry.get("type_of_reference"),
                "keywords": ", ".join(entry.get("keywords", ())),
            }
            | {name: entry.get(name) for name in ("doi", "volume", "number", "publisher", "issn", "language")}
        )
    return found, []


def _csl(text: str) -> tuple[list[dict[str, Any]], list[str]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unfit("is no whole JSON") from error
    items = value if isinstance(value, list) else value.get("items", [value])
    entries = [each for each in items if isinstance(each, dict)]
    strays = len(items) - len(entries)
    return [_csl_entry(each) for each in entries], [f"{strays} entries are no works"] if strays else []


def _csl_entry(item: Mapping[str, Any]) -> dict[str, Any]:
    issued = item.get("issued")
    date = (
        str(issued.get("date-parts") or issued.get("raw") or issued.get("literal"))[:50]
        if isinstance(issued, dict)
        else issued
    )
    people = item.get("author") or item.get("editor")
    return {
        "authors": [_csl_name(each) for each in _dicts(people)],
        "date": date,
        **{name: item.get(name) for name in ("title", "abstract", "type", "volume", "publisher", "language")},
        "doi": item.get("DOI"),
        "url": item.get("URL"),
        "key": item.get("id") or item.get("citation-key"),
        "journal": item.get("container-title"),
        "number": item.get("issue"),
        "pages": item.get("page"),
        "issn": item.get("ISSN"),
        "isbn": item.get("ISBN"),
    }


def _csl_name(name: Mapping[str, Any]) -> str:
    if name.get("literal"):
        return str(name["literal"])
    parts = (name.get("given"), name.get("non-dropping-particle") or name.get("dropping-particle"), name.get("family"))
    return " ".join(str(part) for part in parts if part)


def _dicts(value: Any) -> Iterable[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else ()


_READERS: dict[str, Callable[[str], tuple[list[dict[str, Any]], list[str]]]] = {
    "bibtex": _bibtex,
    "ris": _ris,
    "csl-json": _csl,
}
