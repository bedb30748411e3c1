"""Convert references in BibTeX, RIS, PubMed's format and CSL-JSON to sentences. The verification package compares
references in this form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from backend.sources.identifiers import without_tex

_BIBTEX = re.compile(r"^\s*@(\w+)\s*[{(]\s*([^,\s{}]*)\s*,", re.MULTILINE)
#: The beginning of an entry, even if the comma after its key is missing.
_ENTRY = re.compile(r"^\s*@(?!comment|string|preamble)\w+\s*[{(]", re.MULTILINE | re.IGNORECASE)
#: A field of RIS, or of PubMed's format, in which six spaces continue the line before.
_RIS = re.compile(r"^\s*([A-Z][A-Z0-9]{1,3}) {0,2}- ?(.*(?:\n {6}.*)*)$", re.MULTILINE)
#: The beginning of an entry in RIS or in PubMed's format, and the end of one.
_TAGGED, _ENTRY_END = re.compile(r"(?:TY|PMID) {0,2}-"), re.compile(r"^\s*ER  ?-.*$|^(?=PMID ?-)", re.MULTILINE)
_FIELD = re.compile(r"\s*,?\s*([A-Za-z][\w-]*)\s*=\s*")
_AND = re.compile(r"\s+and\s+")
#: Maps the names of a format's fields to the names in `Fields`; there is one such mapping for each format.
_BIBTEX_NAMES = {
    "container": ("journal", "journaltitle", "booktitle", "publisher", "school", "institution"),
    "year": ("year", "date"),
    "ids": ("doi", "url", "pmid", "pmcid", "eprint", "note", "howpublished"),
    "issue": ("number", "issue"),
}
_RIS_NAMES = {
    "title": ("TI", "T1", "CT"),
    "people": ("AU", "A1", "A2"),
    "container": ("JF", "JO", "T2", "BT", "JA", "J2", "PB", "JT", "TA"),
    "year": ("PY", "Y1", "DA", "DP"),
    "ids": ("DO", "UR", "L2", "AN", "AID", "LID", "PMID"),
    "volume": ("VL", "VI"),
    "issue": ("IS", "IP"),
    "first": ("SP", "PG"),
    "last": ("EP",),
}


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a reference (title, people, year, volume, issue, pages) in one of the formats of this file.
    `container` is the journal or book, and `ids` are its DOI and other identifiers. The names in `people` are "Family,
    Given". The method `prose` uses only the fields from `title` to `ids`.
    """

    title: str = ""
    people: tuple[str, ...] = ()
    year: str = ""
    container: str = ""
    ids: tuple[str, ...] = field(default=())
    key: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""

    def prose(self) -> str:
        """Return the reference as a sentence: authors, year, title, container and identifiers."""
        authors = "; ".join(self.people)
        parts = [f"{authors} ({self.year})." if self.year else f"{authors}." if authors else ""]
        parts += [f"“{self.title}”." if self.title else "", f"{self.container}." if self.container else ""]
        return " ".join(each for each in (*parts, *self.ids) if each)


def read(text: str) -> Fields | None:
    """Parse a reference in BibTeX, RIS, PubMed's format or CSL-JSON; None if the text is in none of these formats."""
    entries = read_all(text)
    return entries[0] if entries else None


def read_all(text: str) -> list[Fields]:
    """Parse all references in a text in one of these formats; [] if the text is in none of these formats."""
    stripped = text.lstrip("\ufeff \n\r\t")
    if stripped[:1] in "[{" and (found := _from_json(stripped)):
        return found
    if _BIBTEX.search(text):
        return [_from_bibtex(key, entry) for key, entry in _entries(text)]
    if _TAGGED.match(stripped):
        return [_from_ris(each) for each in _ENTRY_END.split(stripped) if each.strip()]
    return []


def split(text: str) -> list[tuple[str, str]]:
    """Return (text, key) for each reference in a file in BibTeX, RIS or CSL-JSON; [] if it is in none of these formats.

    References that cannot be parsed are included, because a check of a file must report every entry.
    """
    stripped = text.lstrip("\ufeff \n\r\t")
    if stripped[:1] in ("[", "{"):
        return written(_items(stripped))
    if _TAGGED.match(stripped):
        entries = _ENTRY_END.split(stripped)
    else:
        starts = [found.start() for found in _ENTRY.finditer(text)]
        entries = [text[start:end] for start, end in pairwise([*starts, len(text)])]
    return [(fields.key if (fields := read(each)) else "", each.strip()) for each in entries if each.strip()]


def written(items: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Return (JSON text, key) for each CSL-JSON item."""
    return [(_from_csl(each).key, json.dumps(each, ensure_ascii=False, default=str)) for each in items]


def _entries(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield (key, fields) for each BibTeX entry. A value in braces may contain balanced braces."""
    for found in _BIBTEX.finditer(text):
        if found[1].lower() in ("comment", "string", "preamble"):
            continue
        fields: dict[str, str] = {}
        at = found.end()
        while name := _FIELD.match(text, at):
            value, at = _value(text, name.end())
            fields.setdefault(name[1].lower(), value.strip())
        yield found[2], fields


def _value(text: str, at: int) -> tuple[str, int]:
    if at < len(text) and text[at] in '{"':
        quote, depth, start = text[at] == '"', 0, at + 1
        for place in range(at, len(text)):
            each = text[place]
            if each == "\\":
                continue
            escaped = place > 0 and text[place - 1] == "\\"
            if each == "{" and not escaped:
                depth += 1
            elif each == "}" and not escaped:
                depth -= 1
                if depth == 0 and not quote:
                    return text[start:place], place + 1
                if depth < 0:
                    return text[start:place], place
            elif each == '"' and quote and depth == 0 and place > at and not escaped:
                return text[start:place], place + 1
        return text[start:], len(text)
    bare = re.compile(r"[^,}\s]*").match(text, at)
    return (bare[0], bare.end()) if bare else ("", at)


def _from_bibtex(key: str, entry: Mapping[str, str]) -> Fields:
    title = entry.get("title", "")
    if entry.get("subtitle"):
        title = f"{title}: {entry['subtitle']}"
    arxiv = entry.get("archiveprefix", entry.get("eprinttype", "")).lower() == "arxiv"
    ids = [(name, without_tex(entry[name])) for name in _BIBTEX_NAMES["ids"] if entry.get(name)]
    ids = [(name, f"arXiv:{value}" if name == "eprint" and arxiv else value) for name, value in ids]
    marked = [f"{name}:{value}" if name in ("doi", "pmid", "pmcid") else value for name, value in ids]
    people = [each for each in _AND.split(entry.get("author") or entry.get("editor", "")) if each.strip() != "others"]
    year = re.search(r"\d{4}", _first(entry, _BIBTEX_NAMES["year"]))
    return Fields(
        title=title,
        people=tuple(each.strip() for each in people if each.strip()),
        year=year[0] if year else "",
        container=_first(entry, _BIBTEX_NAMES["container"]),
        ids=tuple(marked),
        key=key,
        volume=entry.get("volume", ""),
        issue=_first(entry, _BIBTEX_NAMES["issue"]),
        pages=entry.get("pages", ""),
    )


def _from_ris(block: str) -> Fields:
    said: dict[str, list[str]] = {}
    for found in _RIS.finditer(block):
        value = " ".join(found[2].split())
        said.setdefault(found[1], []).append(f"PMID:{value}" if found[1] == "PMID" else value)
    values = {
        name: [value for tag in tags for value in said.get(tag, ()) if value] for name, tags in _RIS_NAMES.items()
    }
    year = re.search(r"\d{4}", " ".join(values["year"]))
    dois = [f"doi:{each.removesuffix(' [doi]')}" if each.startswith("10.") else each for each in values["ids"]]
    dois = [each for each in dois if not each.endswith("]")]  # PubMed's `[pii]`: the publisher's number of the article
    return Fields(
        title=next(iter(values["title"]), ""),
        people=tuple(values["people"]),
        year=year[0] if year else "",
        container=next(iter(values["container"]), ""),
        ids=tuple(dois),
        key=next(iter(said.get("ID", ())), ""),
        volume=next(iter(values["volume"]), ""),
        issue=next(iter(values["issue"]), ""),
        pages="-".join([*values["first"][:1], *values["last"][:1]]),
    )


def _from_json(text: str) -> list[Fields]:
    return [_from_csl(each) for each in _items(text) if "title" in each or "DOI" in each]


def _items(text: str) -> list[dict[str, Any]]:
    """Return the items of CSL-JSON: those of a list, those of an object with the list `items`, or a single item.
    Returns [] if the text is not JSON.
    """
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if isinstance(told, dict) and isinstance(told.get("items"), list):
        told = told["items"]
    return [each for each in (told if isinstance(told, list) else [told]) if isinstance(each, dict)]


def _from_csl(item: Mapping[str, Any]) -> Fields:
    dates = item.get("issued")
    parts = dates.get("date-parts") if isinstance(dates, dict) else None
    year = re.search(r"\d{4}", json.dumps(parts or dates or ""))
    ids = [f"{name.lower()}:{item[name]}" for name in ("DOI", "PMID", "PMCID") if item.get(name)]
    ids += [f"arXiv:{item['arxiv']}"] if item.get("arxiv") else []
    authors = item.get("author")
    people = [_csl_name(each) for each in authors if isinstance(each, dict)] if isinstance(authors, list) else []
    people = [each for each in people if each != "others"]  # stands for the authors that are left out
    return Fields(
        title=_text(item.get("title")),
        people=tuple(filter(None, people)),
        year=year[0] if year else "",
        container=_text(item.get("container-title")) or _text(item.get("publisher")),
        ids=(*ids, *filter(None, [_text(item.get("URL"))])),
        key=_text(item.get("id")) or _text(item.get("citation-key")),
        volume=_text(item.get("volume")),
        issue=_text(item.get("issue")),
        pages=_text(item.get("page")),
    )


def _csl_name(name: Mapping[str, Any]) -> str:
    family, given = _text(name.get("family")), _text(name.get("given"))
    particle = _text(name.get("non-dropping-particle"))
    whole = f"{particle} {family}".strip()
    return f"{whole}, {given}" if whole and given else whole or _text(name.get("literal"))


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return next((found for each in value if (found := _text(each))), "")
    return str(value).strip() if isinstance(value, (str, int)) else ""


def _first(entry: Mapping[str, str], names: Sequence[str]) -> str:
    return next((entry[each] for each in names if entry.get(each)), "")
