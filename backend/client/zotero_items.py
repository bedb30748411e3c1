"""Convert Zotero items to CSL-JSON and back, and find the Zotero item that is the same work as a reference.

The citation key of the add-on Better BibTeX is in the field `citationKey`, or in a line `Citation Key: …` of the field
Extra.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_KEY_LINE = re.compile(r"^\s*Citation Key\s*:\s*(\S+)\s*$", re.IGNORECASE | re.MULTILINE)
_DOI = re.compile(r"10\.\d{4,9}/\S+", re.IGNORECASE)
_TYPES = {
    "article-journal": "journalArticle", "article-magazine": "magazineArticle", "article-newspaper": "newspaperArticle",
    "paper-conference": "conferencePaper", "chapter": "bookSection", "book": "book", "thesis": "thesis",
    "report": "report", "webpage": "webpage", "post-weblog": "blogPost", "manuscript": "manuscript",
    "patent": "patent", "dataset": "dataset", "software": "computerProgram", "article": "preprint",
    "entry-encyclopedia": "encyclopediaArticle", "standard": "standard",
}  # fmt: skip
#: Pairs of a CSL variable and Zotero's field for it. If a type lacks the field, the value goes into Extra, as Zotero
#: expects.
_FIELDS = (
    ("title", "title"), ("abstract", "abstractNote"), ("URL", "url"), ("language", "language"),
)  # fmt: skip
_BY_TYPE = {
    "journalArticle": {"container-title": "publicationTitle", "volume": "volume", "issue": "issue", "page": "pages",
                       "DOI": "DOI", "ISSN": "ISSN"},
    "magazineArticle": {"container-title": "publicationTitle", "volume": "volume", "issue": "issue", "page": "pages",
                        "ISSN": "ISSN"},
    "newspaperArticle": {"container-title": "publicationTitle", "page": "pages", "ISSN": "ISSN"},
    "conferencePaper": {"container-title": "proceedingsTitle", "volume": "volume", "page": "pages", "DOI": "DOI",
                        "publisher": "publisher", "publisher-place": "place", "ISBN": "ISBN"},
    "bookSection": {"container-title": "bookTitle", "volume": "volume", "page": "pages", "publisher": "publisher",
                    "publisher-place": "place", "ISBN": "ISBN", "edition": "edition"},
    "book": {"publisher": "publisher", "publisher-place": "place", "ISBN": "ISBN", "volume": "volume",
             "edition": "edition", "collection-title": "series"},
    "thesis": {"publisher": "university", "publisher-place": "place", "genre": "thesisType"},
    "report": {"publisher": "institution", "publisher-place": "place", "number": "reportNumber", "page": "pages"},
    "webpage": {"container-title": "websiteTitle"},
    "blogPost": {"container-title": "blogTitle"},
    "preprint": {"publisher": "repository", "number": "archiveID", "DOI": "DOI"},
    "dataset": {"publisher": "repository", "DOI": "DOI"},
    "encyclopediaArticle": {"container-title": "encyclopediaTitle", "volume": "volume", "page": "pages",
                            "publisher": "publisher", "ISBN": "ISBN"},
}  # fmt: skip
#: CSL variables that get a line of Extra if the type has no field for them.
_EXTRA = ("DOI", "PMID", "PMCID", "container-title", "volume", "issue", "page", "publisher")


def citation_key(item: Mapping[str, Any]) -> str:
    """Return the citation key that the user gave to a Zotero item; "" if there is none."""
    data = item["data"]
    found = _KEY_LINE.search(str(data.get("extra") or ""))
    return str(data.get("citationKey") or (found[1] if found else ""))


def csl_of(item: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a Zotero item to CSL-JSON. Its `id` is the citation key; "" if there is none."""
    csl = {name: value for name, value in dict(item.get("csljson") or {}).items() if name != "id"}
    csl.setdefault("title", item["data"].get("title") or "")
    if doi := item["data"].get("DOI"):
        csl.setdefault("DOI", doi)
    if csl.get("note"):  # Zotero puts the lines of Extra into `note`
        note = _KEY_LINE.sub("", str(csl["note"])).strip()
        csl["note"] = note or None
    key = citation_key(item)
    return {name: value for name, value in {**csl, "id": key, "citation-key": key}.items() if value or name == "id"}


def item_of(key: str, csl: Mapping[str, Any], collection: str) -> dict[str, Any]:
    """Convert a CSL-JSON reference to a new Zotero item. The item has the citation key `key` and belongs to
    `collection`.
    """
    kind = _TYPES.get(str(csl.get("type")), "document")
    fields = dict(_FIELDS) | _BY_TYPE.get(kind, {})
    item: dict[str, Any] = {"itemType": kind, "collections": [collection], "creators": list(_creators(csl))}
    item |= {field: str(csl[variable]) for variable, field in fields.items() if csl.get(variable)}
    if date := _date(csl):
        item["date"] = date
    left = [f"{name}: {csl[name]}" for name in _EXTRA if csl.get(name) and name not in fields]
    item["extra"] = "\n".join([f"Citation Key: {key}", *left])
    return item


def same(key: str, csl: Mapping[str, Any], items: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Return the item in `items` that is the same work as the reference with this `key`; None if there is none.

    If both have a DOI, the DOIs must be equal. Otherwise the titles must be equal, and also the citation keys or the
    years. An unknown year counts as equal to any year.
    """
    doi, title, year = _doi(csl.get("DOI")), _title(csl.get("title")), _date(csl)[:4]
    for item in items:
        data, its = item["data"], dict(item.get("csljson") or {})
        its_doi = _doi(data.get("DOI") or its.get("DOI") or data.get("extra"))
        if doi and its_doi:
            if doi == its_doi:
                return item
            continue
        if title and title == _title(data.get("title")):
            its_year = _date(its)[:4]
            if citation_key(item) == key or not (year and its_year) or year == its_year:
                return item
    return None


def _creators(csl: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for role in ("author", "editor", "translator"):
        for name in csl.get(role) or ():
            if name == {"literal": "others"}:  # stands for the authors that are left out
                continue
            if name.get("literal"):
                yield {"creatorType": role, "name": name["literal"]}
                continue
            parts = (name.get("non-dropping-particle"), name.get("family"), name.get("suffix"))
            family = " ".join(filter(None, parts))
            yield {"creatorType": role, "lastName": family, "firstName": name.get("given") or ""}


def _date(csl: Mapping[str, Any]) -> str:
    issued = csl.get("issued") or {}
    parts = issued.get("date-parts") or [[]]
    if parts and parts[0]:
        return "-".join(f"{int(part):02d}" for part in parts[0] if part)
    return str(issued.get("literal") or issued.get("raw") or "")


def _doi(text: Any) -> str:
    found = _DOI.search(str(text or ""))
    return found[0].rstrip(".,;").lower() if found else ""


def _title(text: Any) -> str:
    folded = unicodedata.normalize("NFKD", str(text or "")).casefold()
    return " ".join(re.findall(r"\w+", "".join(each for each in folded if not unicodedata.combining(each))))
