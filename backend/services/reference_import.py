"""Add the entries of a reference list to a session's references. Works that are known to be retracted are marked."""

from __future__ import annotations

from typing import Any

from backend.formats.reference_lists import Entries
from backend.kernel.works import Citation
from backend.ports import Ports
from backend.services import references
from backend.services.source_checks.known_retractions import known_retractions
from backend.sources.withdrawn_titles import bare
from backend.storage import references as stored_references
from backend.storage.db import transaction
from backend.storage.sessions import OwnedSession


def add_list(ports: Ports, owned: OwnedSession, entries: Entries) -> dict[str, Any]:
    """Add the entries to the session's references. Returns all references of the session (`items`), the citation keys
    in the document that no reference has (`missing`), the key of each entry, in order (`keys`), and a sentence about
    each work that is known to be retracted (`warnings`). No registry is asked.

    Raises Refused if an entry is invalid, or if there would be too many references.
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
