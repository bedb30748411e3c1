"""Convert RIS to CSL-JSON and back, with the library rispy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from backend.errors import Refused
from backend.formats.csl_items import OTHERS, Item, date_of, named, shown_name, year_of

_TO_CSL = {
    "JOUR": "article-journal", "EJOUR": "article-journal", "MGZN": "article-magazine", "NEWS": "article-newspaper",
    "BOOK": "book", "EBOOK": "book", "CHAP": "chapter", "ECHAP": "chapter", "CONF": "paper-conference",
    "CPAPER": "paper-conference", "THES": "thesis", "RPRT": "report", "ELEC": "webpage", "BLOG": "post-weblog",
    "DATA": "dataset", "COMP": "software", "PAT": "patent", "UNPB": "manuscript", "STAND": "standard",
    "ENCYC": "entry-encyclopedia", "INPR": "article",
}  # fmt: skip
_TO_RIS = {csl: ris for ris, csl in reversed(_TO_CSL.items())}
#: Pairs of a field (rispy's name, or a tag that rispy does not know) and the CSL variable that contains its value. If
#: several fields have the same variable, the first is read and written. `JF` (alternate_title3) is the journal's full
#: name, `JA` and `J2` are its abbreviations, and `JO` may be either.
_FIELDS = (
    ("title", "title"), ("primary_title", "title"), ("short_title", "title-short"),
    ("secondary_title", "container-title"), ("alternate_title3", "container-title"),
    ("journal_name", "container-title"), ("BT", "container-title"), ("alternate_title2", "container-title-short"),
    ("alternate_title1", "container-title-short"), ("tertiary_title", "collection-title"), ("volume", "volume"),
    ("number", "issue"), ("publisher", "publisher"), ("place_published", "publisher-place"), ("edition", "edition"),
    ("issn", "ISSN"), ("doi", "DOI"), ("abstract", "abstract"), ("notes_abstract", "abstract"), ("language",
    "language"), ("accession_number", "PMID"),
)  # fmt: skip
_ET_AL = re.compile(r"[\s,;]*\b(?:et al\b\.?|and others)\s*$", re.IGNORECASE)
_PEOPLE = (("authors", "author"), ("first_authors", "author"), ("secondary_authors", "editor"))


def read_ris(text: str) -> tuple[list[tuple[str, Item]], list[str]]:
    """Return (id, CSL item) for every entry, and an empty list of warnings. The id is "" if the entry has none. Raises
    Refused if the text is not RIS.
    """
    import rispy
    from rispy.parser import ParseError

    try:
        entries = rispy.loads(text.removeprefix("\ufeff"))
    except (ParseError, OSError, ValueError, KeyError, IndexError) as error:
        reason = " ".join(str(error).split())[:200]
        raise Refused(
            "The RIS list could not be read, so no reference was added.", errors={"body": [f"RIS: {reason}"]}
        ) from error
    if not entries:
        raise Refused(
            "The list is not in RIS, so no reference was added.",
            errors={"body": ["No entry of the list begins with `TY  - `, as every entry of a RIS list does."]},
        )
    return [(str(each.get("id") or "").strip(), _item(each)) for each in entries], []


def write_ris(references: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """Return a RIS file with these references, each given as (key, CSL item). The key is written as the entry's id."""
    from rispy.writer import RisWriter

    class Unnumbered(RisWriter):  # type: ignore[misc]  # the library is not installed everywhere
        def set_header(self, count: int) -> str:
            return ""

    return str(Unnumbered().formats([_entry(key, item) for key, item in references])).strip() + "\n"


def _item(entry: Mapping[str, Any]) -> Item:
    item: Item = {"type": _TO_CSL.get(str(entry.get("type_of_reference")), "document")}
    unmapped = {name: " ".join(values) for name, values in (entry.get("unknown_tag") or {}).items()}
    for name, variable in _FIELDS:
        value = entry.get(name) or unmapped.get(name)
        if value and variable not in item:
            item[variable] = " ".join(str(value).split())
    for name, variable in _PEOPLE:
        if entry.get(name) and variable not in item:
            item[variable] = [person for each in entry[name] for person in _names(str(each))]
    pages = [str(entry[name]) for name in ("start_page", "end_page") if entry.get(name)]
    if pages:
        item["page"] = "-".join(pages)
    if urls := entry.get("urls"):
        item["URL"] = str(urls[0])
    if words := entry.get("keywords"):
        item["keyword"] = ", ".join(map(str, words))
    date = date_of(str(entry.get("date") or "").strip("/ ").replace("/", "-"))
    year = date_of(str(entry.get("year") or entry.get("publication_year") or "").strip("/ ")[:4])
    if issued := date if date and "date-parts" in date else year or date:
        item["issued"] = issued
    return item


def _entry(key: str, item: Mapping[str, Any]) -> dict[str, Any]:
    entry: dict[str, Any] = {"type_of_reference": _TO_RIS.get(str(item.get("type")), "GEN"), "id": key}
    for name, variable in _FIELDS:
        if item.get(variable) and not any(entry.get(other) for other, same in _FIELDS if same == variable):
            entry[name] = str(item[variable])
    for name, variable in _PEOPLE:
        if item.get(variable) and name != "first_authors":
            entry[name] = [_written_name(each) for each in named(item[variable])]
    if page := str(item.get("page") or ""):
        start, dash, end = page.partition("-")
        entry["start_page"], entry["end_page"] = (start, end) if dash and "-" not in end else (page, "")
    if item.get("URL"):
        entry["urls"] = [str(item["URL"])]
    if item.get("keyword"):
        entry["keywords"] = [each.strip() for each in str(item["keyword"]).split(",")]
    if (year := year_of(item)) is not None:
        entry["year"] = str(year)
    parts = (item.get("issued") or {}).get("date-parts") or [[]]
    if len(parts[0]) > 1:
        entry["date"] = "/".join(f"{number:02d}" for number in parts[0])
    return {name: value for name, value in entry.items() if value}


def _written_name(name: Mapping[str, str]) -> str:
    """Return a name as "Family, Given, Suffix". A family name alone is followed by a comma, which shows that it is the
    name of a person.
    """
    if name.get("literal"):
        return name["literal"]
    without_suffix = shown_name({part: text for part, text in name.items() if part != "suffix"})
    if name.get("suffix"):
        return f"{without_suffix}, {name['suffix']}"
    return without_suffix if "," in without_suffix else f"{without_suffix},"


def _names(text: str) -> list[dict[str, str]]:
    """Return a list with the CSL name of one author, given as text. "et al." at the end, or alone, becomes the name
    OTHERS, which stands for further authors.
    """
    name, et_al, _ = _ET_AL.sub("\0", text).partition("\0")
    return [*([_name(name)] if name.strip() else []), *([OTHERS] if et_al else [])]


def _name(text: str) -> dict[str, str]:
    """Return a CSL name for a text such as "Family, Given". A name without a comma belongs to an organization."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) == 1:
        return {"literal": parts[0]}
    named = dict(zip(("family", "given", "suffix"), parts, strict=False))
    return {part: value for part, value in named.items() if value}
