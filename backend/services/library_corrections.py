"""Store the user's corrections of library works, and convert library works to references.

A file of the library has one work or, if it is a reference list, many, which are numbered from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from backend.errors import Conflict, Refused
from backend.formats.csl_items import Item, checked, date_of, item_of, named, person, spoken_name, year_of
from backend.kernel.wanted import Selection
from backend.kernel.works import Source
from backend.ports import Ports
from backend.ranking import lexicon
from backend.services.library import corrected_passage, described, searched
from backend.services.source_checks.library_check import is_retracted
from backend.sources.identifiers import canonical_doi
from backend.storage import library_passages, library_works
from backend.storage.db import reading, transaction
from backend.storage.library_works import Entry, StoredWork, citation_key

#: Fields of a correction, each with the CSL variable in which its value is stored.
_VARIABLES = {"title": "title", "doi": "DOI", "url": "URL", "container": "container-title"}


@dataclass(frozen=True, slots=True)
class Correction:
    """New values for a work. `entry` is the work's number in its file; it may be None if the file has one work.

    `fields` may have title, authors, year, doi, url and container; `csl` may have any CSL variable. None removes a
    value.
    """

    entry: int | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    csl: Mapping[str, Any] = field(default_factory=dict)


def correct(ports: Ports, user_id: str, work_id: str, correction: Correction) -> StoredWork:
    """Correct the data of a work. Drafts, searches and new references then use the new data.

    Raises NotFound for an unknown work, Conflict if its file is not read yet, and Refused for invalid values.
    """
    with transaction():
        work = library_works.get(user_id, work_id)
        if work.status != "ready":
            raise Conflict(
                "Nothing was changed, because this work has not been read yet. Correct it when its status is ready."
            )
        number = _number(work, correction.entry)
        entry = corrected(work.entries[number], correction)
        entries = (*work.entries[:number], entry, *work.entries[number + 1 :])
        _index(user_id, work, number, entry)
        library_works.change_entries(work.number, entries)
    return replace(work, entries=entries)


def corrected(entry: Entry, correction: Correction) -> Entry:
    """Return the work with its corrections. Raises Refused with a reason for each invalid value."""
    doi = correction.fields.get("doi")
    if doi and canonical_doi(doi) is None:
        raise Refused(errors={"doi": [f"{doi[:100]} is not a DOI."]})
    item = dict(csl_of(entry))
    for name, value in correction.fields.items():
        if name == "authors":
            item["author"] = [person(each) for each in value or ()]
        elif name == "year":
            item["issued"] = None if value is None else {"date-parts": [[value]]}
        else:
            item[_VARIABLES[name]] = value
    item = {name: value for name, value in {**item, **correction.csl}.items() if value}
    made = checked(item | {"issued": date_of(item["issued"])} if item.get("issued") else item)
    made.pop("abstract", None)
    container = str(made.get("container-title") or "")
    about = {name: value for name, value in (entry.metadata or {}).items() if name not in ("journal", "booktitle")}
    return Entry(
        title=str(made.get("title") or entry.title),
        authors=tuple(map(spoken_name, named(made.get("author") or made.get("editor") or ()))),
        year=year_of(made),
        doi=canonical_doi(str(made.get("DOI") or "")),
        url=made.get("URL"),
        metadata={**about, **({"journal": container} if container else {}), "csl": made},
    )


def csl_of(entry: Entry) -> Item:
    """Return a library work as a CSL item."""
    return item_of(Source(entry.title, entry.url, entry.doi, entry.authors, entry.year, metadata=entry.metadata or {}))


def entries_as_json(work: StoredWork) -> list[dict[str, Any]]:
    """Return the works in a file as the API shows them, each with its number and its citation key in the file."""
    return [
        {
            **{name: value for name, value in asdict(each).items() if name != "metadata"},
            "number": number,
            "citation_key": citation_key(each),
            "container": (each.metadata or {}).get("journal") or (each.metadata or {}).get("booktitle"),
            "csl": csl_of(each),
            "retracted": is_retracted(each),
            "notices": list((each.metadata or {}).get("notices") or ()),
        }
        for number, each in enumerate(work.entries)
    ]


def entries_of(user_id: str, selection: Selection) -> list[Entry]:
    """Return all works in these files. Raises NotFound if a file is not the user's, and Conflict if one has not been
    read yet.
    """
    with reading():
        works = list(_selected(user_id, selection))
    unread = [each.filename for each in works if each.status != "ready"]
    if unread and selection != "all":
        raise Conflict(
            f"Coscribe has not read these files, so they cannot be cited: {', '.join(unread[:5])}. "
            "Wait until they are ready. If reading failed, upload them again."
        )
    return [entry for work in works for entry in work.entries]


def _selected(user_id: str, selection: Selection) -> Iterator[StoredWork]:
    for work_id in sorted(library_works.ids(user_id)) if selection == "all" else selection:
        yield library_works.get(user_id, work_id)


def _number(work: StoredWork, wanted: int | None) -> int:
    if wanted is None and len(work.entries) == 1:
        return 0
    if wanted is None or not 0 <= wanted < len(work.entries):
        words = f"The file has {len(work.entries):,} works: send the number of one as `entry`, from 0."
        raise Refused(errors={"entry": [words]})
    return wanted


def _index(user_id: str, work: StoredWork, number: int, entry: Entry) -> None:
    """Update the search index for the work `number` of a file, whose new data are in `entry`. Nothing is done if no
    passage contains the old data, or if the data are equal.
    """
    if described(work.entries[number]) == described(entry):
        return
    old, known = work.entries[number], library_passages.of_work(user_id, work.number)
    passages = [corrected_passage(each, old, entry) if each.entry == number else each for each in known]
    if passages != known:
        language = library_works.language_of(work.number)
        words = lexicon.lexicon(map(searched, passages), language)
        library_passages.keep(user_id, passages, words, None)
