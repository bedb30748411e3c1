"""Add the entries of a reference list, or works of the library, to a session's references. Works that are known to be
retracted are marked.
"""

from __future__ import annotations

from typing import Any

from backend.formats.csl_items import checked, work_of
from backend.formats.reference_lists import Entries
from backend.kernel.wanted import Selection
from backend.kernel.works import Citation
from backend.ports import Ports
from backend.services import references
from backend.services.library_corrections import csl_of, entries_of
from backend.services.source_checks.known_retractions import known_retractions
from backend.services.source_checks.library_check import is_retracted
from backend.sources.identifiers import source_id
from backend.sources.withdrawn_titles import bare
from backend.storage import references as stored_references
from backend.storage.db import transaction
from backend.storage.library_works import Entry, citation_key
from backend.storage.sessions import OwnedSession


def add_list(ports: Ports, owned: OwnedSession, entries: Entries) -> dict[str, Any]:
    """Add the entries to the session's references, without asking a registry. Raises Refused if an entry is invalid or
    there would be too many references.

    Returns a dict: "items" are all references of the session; "missing" are the citation keys in the document that no
    reference has; "keys" has the key of each entry, in order; "warnings" has a sentence about each work that is known
    to be retracted.
    """
    added = references.add(ports, owned, entries, "import")
    gone = known_retractions(ports, owned, [item for _, item in entries])
    if not gone:
        return {**added, "warnings": []}
    titles = {}
    with transaction():
        works = {each.key: each for each in stored_references.list_of(owned.id)}
        citations = []
        for place, notices in gone.items():
            reference = works[added["keys"][place]]
            titles[reference.key] = bare(str(reference.csl.get("title") or reference.key))
            about = {"key": reference.key, "notices": list(notices), "open": True}
            citations.append(Citation(reference.work, titles[reference.key], None, None, "retracted", about))
        references.keep_statuses(owned.id, citations)
    warnings = [f"“{title}” was retracted." for title in titles.values()]
    return {"keys": added["keys"], **references.listed(ports, owned), "warnings": warnings}


def add_from_library(ports: Ports, owned: OwnedSession, selection: Selection) -> dict[str, Any]:
    """Add all works in the selected files to the session's references. Returns a dict with `items`, `missing` and
    `warnings`, as `add_list` returns them, and with `keys`: the key of each work.

    Raises NotFound if a file is not the user's, Conflict if a file has not been read yet, and Refused if there would be
    too many references.
    """
    works = entries_of(owned.user_id, selection)
    added = references.add(ports, owned, [(citation_key(each), csl_of(each)) for each in works], "library")
    withdrawn = [_citation(key, each) for key, each in zip(added["keys"], works, strict=True) if is_retracted(each)]
    if not withdrawn:
        return {**added, "warnings": []}
    with transaction():
        references.keep_statuses(owned.id, withdrawn)
    warnings = [f"“{each.title}” was retracted." for each in withdrawn]
    return {"keys": added["keys"], **references.listed(ports, owned), "warnings": warnings}


def _citation(key: str, entry: Entry) -> Citation:
    """Return a retracted library work as a citation with the status "retracted", in the form in which a check of
    sources returns it.
    """
    work = work_of(checked(csl_of(entry)))
    about = {"key": key, "notices": list((entry.metadata or {}).get("notices") or ()), "open": True}
    return Citation(source_id(work), entry.title, entry.url, entry.doi, "retracted", about)
