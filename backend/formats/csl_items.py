"""Check and convert CSL-JSON items. References are stored in this form.

The types and variables are listed at https://docs.citationstyles.org/en/stable/specification.html
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from backend.errors import Refused
from backend.kernel.works import Source
from backend.sources.identifiers import canonical_doi

Item = dict[str, Any]

TYPES = frozenset(
    "article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection dataset "
    "document entry entry-dictionary entry-encyclopedia event figure graphic hearing interview legal_case legislation "
    "manuscript map motion_picture musical_score pamphlet paper-conference patent performance periodical "
    "personal_communication post post-weblog regulation report review review-book software song speech standard thesis "
    "treaty webpage".split()
)
PEOPLE = (
    "author", "editor", "translator", "container-author", "collection-editor", "director", "interviewer", "recipient",
    "reviewed-author", "chair", "contributor",
)  # fmt: skip
DATES = ("issued", "accessed", "original-date", "event-date", "submitted")
TEXTS = (
    "title", "title-short", "container-title", "container-title-short", "collection-title", "publisher",
    "publisher-place", "volume", "number-of-volumes", "issue", "number", "number-of-pages", "page", "page-first",
    "edition", "version", "chapter-number", "collection-number", "DOI", "URL", "ISBN", "ISSN", "PMID", "PMCID",
    "abstract", "note", "language", "genre", "medium", "archive", "archive_location", "archive-place", "call-number",
    "event-title", "event-place", "status", "source", "annote", "keyword", "jurisdiction", "authority", "section",
    "original-title", "original-publisher", "dimensions", "scale", "references", "arxiv",
)  # fmt: skip
_NAME_PARTS = ("family", "given", "non-dropping-particle", "dropping-particle", "suffix", "literal")
#: Stands for further authors whom a reference does not name: "and others" in BibTeX. Pandoc prints it as "et al.".
OTHERS = {"literal": "others"}
#: Maximum number of characters of a value, and maximum number of people in a list; the longest known list has 5,154.
MOST_TEXT, MOST_PEOPLE = 20_000, 10_000
_YEAR = re.compile(r"(?<!\d)(1[0-9]\d\d|20\d\d)(?!\d)")
_DATE = re.compile(r"(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?")
_DOI_PREFIX = re.compile(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
_KEY = re.compile(r"[\w][\w:.#$%&+?<>~/-]*")


def checked(value: Any) -> Item:
    """Return the item with only those variables that CSL defines. An unknown `type` becomes "document".

    Raises Refused, which names every bad variable, if a value has the wrong form. Also raises Refused if the item has
    none of title, DOI, URL, container-title and note.
    """
    if not isinstance(value, Mapping):
        raise Refused("Send a reference as a CSL-JSON object.", errors={"csl": ["Must be an object."]})
    wrong: dict[str, list[str]] = {}
    item: Item = {"type": value.get("type") if value.get("type") in TYPES else "document"}
    for name in TEXTS:
        if (text := _text(value.get(name))) is None:
            wrong[f"csl.{name}"] = [f"Must be a text of at most {MOST_TEXT:,} characters."]
        elif text:
            item[name] = text
    for name in PEOPLE:
        people = _people(value.get(name))
        if people is None:
            wrong[f"csl.{name}"] = [
                f"Must be a list of at most {MOST_PEOPLE:,} names, each with `family` or `literal`."
            ]
        elif people:
            item[name] = people
    for name in DATES:
        if value.get(name) not in (None, "", {}) and not (date := date_of(value[name])):
            wrong[f"csl.{name}"] = ['Must be a date such as `{"date-parts": [[2021, 3]]}` or `{"literal": text}`.']
        elif value.get(name):
            item[name] = date
    if wrong:
        raise Refused("The reference was refused, so nothing was stored.", errors=wrong)
    if not any(item.get(name) for name in ("title", "DOI", "URL", "container-title", "note")):
        raise Refused(
            "The reference was refused, so nothing was stored.",
            errors={"csl.title": ["Missing: a reference needs a title, DOI, URL, container-title or note."]},
        )
    if item.get("DOI"):
        item["DOI"] = _DOI_PREFIX.sub("", item["DOI"])
    return item


def is_key(text: str) -> bool:
    """Return True if `text` can be a citation key: Pandoc reads `@text` as a citation, and it has at most 200
    characters.
    """
    return len(text) <= 200 and _KEY.fullmatch(text) is not None and text[-1] not in ":.#$%&+?<>~/-"


def date_of(value: Any) -> Mapping[str, Any] | None:
    """Return a value as a CSL date; None if it is empty or no date. The value may be a CSL date, a year, or a text such
    as "2021-03-04". Any other text becomes a "literal" date.
    """
    if isinstance(value, int | str):
        return _date_of_text(str(value))
    if not isinstance(value, Mapping):
        return None
    parts = value.get("date-parts")
    if isinstance(parts, list) and parts:
        numbers = [[int(each) for each in part if str(each).lstrip("-").isdigit()][:3] for part in parts[:2] if part]
        return {"date-parts": numbers} if numbers and all(numbers) else None
    said = next((value[name] for name in ("raw", "literal") if isinstance(value.get(name), str)), "")
    return _date_of_text(said[:100]) if said else None


def _date_of_text(text: str) -> Mapping[str, Any] | None:
    if found := _DATE.fullmatch(text.strip()):
        return {"date-parts": [[int(part) for part in found.groups() if part]]}
    return {"literal": text.strip()} if text.strip() else None


def year_of(item: Mapping[str, Any]) -> int | None:
    """Return the item's year of publication; None if it is unknown."""
    issued = item.get("issued") or {}
    if parts := issued.get("date-parts"):
        return int(parts[0][0])
    found = _YEAR.search(str(issued.get("literal") or ""))
    return int(found[1]) if found else None


def item_of(work: Source) -> Item:
    """Return a Source as a CSL item. If the work has neither a journal nor a DOI, the item has the type "webpage", or
    "document" if it has no address.
    """
    about = work.metadata
    if csl := about.get("csl"):
        return checked({"DOI": work.doi, "URL": None if work.doi else work.url, **csl})
    journal = about.get("journal") or about.get("container") or about.get("venue") or about.get("booktitle")
    item: Item = {
        "type": "article-journal" if journal else "article" if work.doi else "webpage" if work.url else "document",
        "title": work.title,
        "author": [person(name) for name in work.authors],
        "issued": date_of(work.published_at[:10]) if work.published_at else None,
        "container-title": journal,
        "DOI": work.doi,
        "URL": work.url,
        **{csl: about.get(name) for name, csl in (("volume", "volume"), ("number", "issue"), ("pages", "page"))},
        **{name: about.get(name) for name in ("issue", "publisher", "language")},
    }
    if work.year and year_of(item) is None:
        item["issued"] = {"date-parts": [[work.year]]}
    kept = {name: str(value) if name in TEXTS else value for name, value in item.items() if value}
    return checked(kept | {"title": work.title or work.url or work.doi or "Untitled"})


def work_of(item: Mapping[str, Any]) -> Source:
    """Return a CSL item as a Source, so that it can be compared with other works and get a citation key."""
    about = {name: item[name] for name in ("container-title", "volume", "issue", "page") if item.get(name)}
    return Source(
        title=item.get("title", ""),
        url=item.get("URL"),
        doi=doi_of(item),
        authors=tuple(map(shown_name, named(item.get("author") or item.get("editor") or ()))),
        year=year_of(item),
        metadata=about,
    )


def doi_of(item: Mapping[str, Any]) -> str | None:
    """Return the canonical DOI of a CSL item; None if it has none. If the field DOI is empty, it is the DOI of the
    arXiv preprint, or the one in an address of doi.org.
    """
    arxiv, url = str(item.get("arxiv") or ""), str(item.get("URL") or "")
    said = str(item.get("DOI") or "") or (f"arXiv:{arxiv.removeprefix('arXiv:')}" if arxiv else "")
    return canonical_doi(said or (url if "doi.org/" in url else ""))


def person(name: str) -> dict[str, str]:
    """Return a name such as "Family, Given" or "Given von Family" as a CSL name. A single word is taken as a family
    name.
    """
    before, comma, after = (part.strip() for part in name.partition(","))
    if comma:
        given, _, suffix = after.partition(",")
        parts = {"family": before, "given": given.strip(), "suffix": suffix.strip()}
        return {part: text for part, text in parts.items() if text}
    words = before.split()
    first = next((at for at, word in enumerate(words[:-1]) if at and word[:1].islower()), max(len(words) - 1, 0))
    parts = {"family": " ".join(words[first:]), "given": " ".join(words[:first])}
    return {part: text for part, text in parts.items() if text}


def named(people: Iterable[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """Return the people without the entry OTHERS, which stands for further authors."""
    return [each for each in people if each != OTHERS]


def shown_name(name: Mapping[str, str]) -> str:
    """Return a CSL name as "Particle Family, Suffix, Given". A name that is not divided into parts is returned
    unchanged.
    """
    if literal := name.get("literal"):
        return literal
    family = " ".join(filter(None, (name.get("non-dropping-particle"), name.get("family"))))
    given = " ".join(filter(None, (name.get("given"), name.get("dropping-particle"))))
    return ", ".join(filter(None, (family, name.get("suffix"), given)))


def spoken_name(name: Mapping[str, str]) -> str:
    """Return a CSL name as it is spoken: "Given Particle Family Suffix"."""
    parts = ("given", "dropping-particle", "non-dropping-particle", "family", "suffix")
    return name.get("literal") or " ".join(filter(None, map(name.get, parts)))


def _text(value: Any) -> str | None:
    """Return a value as text with single spaces and no zero characters; "" if the value is missing. Returns None if it
    is not text or is too long.
    """
    if value is None or isinstance(value, bool) or value == [] or value == {}:
        return ""
    if isinstance(value, list) and len(value) == 1:  # Crossref puts a title into a list
        value = value[0]
    if not isinstance(value, str | int | float):
        return None
    text = " ".join(str(value).replace("\0", "").split())
    return text if len(text) <= MOST_TEXT else None


def _people(value: Any) -> list[dict[str, str]] | None:
    if value in (None, "", {}):
        return []
    if not isinstance(value, list) or len(value) > MOST_PEOPLE:
        return None
    names = list(_names(value))
    return names if len(names) == len(value) else None


def _names(value: list[Any]) -> Iterator[dict[str, str]]:
    for each in value:
        if isinstance(each, str) and each.strip():
            yield person(each)
        elif isinstance(each, Mapping):
            name = {part: text for part in _NAME_PARTS if (text := _text(each.get(part)))}
            if name.get("family") or name.get("literal") or name.get("given"):
                yield name
