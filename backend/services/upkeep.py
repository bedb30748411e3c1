"""Clean up and repair the stored data in the background, in small steps, so that no request has to wait."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from backend.errors import NotFound
from backend.ports import Ports
from backend.services import documents
from backend.services.document_copies import shared_copies
from backend.services.removal import account_removal, file_removal, retention
from backend.storage import published_documents, revision_texts
from backend.storage.db import transaction

log = logging.getLogger(__name__)

#: Number of documents used last that are checked after a start. A crash leaves an outdated doc.md only where something
#: was just committed; every other document is checked when it is next used.
MOST_REPAIRS = 1000
#: Number of revisions that one transaction packs: 20 of 100 kB take 0.1 s, for which other writers may have to wait.
BATCH = 20


def upkeep(ports: Ports) -> Iterator[None]:
    """Finish deletions, update published copies, pack revisions, and delete what is too old or belongs to nothing.
    Yields None after each short step.
    """
    yield from account_removal.finish_all(ports)
    if ports.policy.publish:
        yield from _repair(ports)
    if ports.policy.share_copies:
        yield from shared_copies.share_lagging(ports, MOST_REPAIRS)
    yield from _pack()
    yield from retention.forget_old(ports)
    yield from file_removal.forget_removed(ports)
    yield from file_removal.forget_orphans(ports)


def _pack() -> Iterator[None]:
    """Convert revisions that an earlier version of Coscribe stored as whole texts to differences from their neighbors.
    Yields None after each step.
    """
    settled = BATCH
    while settled == BATCH:
        with transaction():
            settled = revision_texts.pack(BATCH)
        yield


def _repair(ports: Ports) -> Iterator[None]:
    """Update the published copies of recently used documents, and delete temporary files that dead processes have
    left.
    """
    lagging = documents.lagging(ports, MOST_REPAIRS)
    yield
    for session_id in lagging:
        try:
            documents.store_hand_edit(ports, session_id)
        except NotFound:
            log.debug("a session was removed before its document was checked")
        yield
    if lagging:
        log.info("checked %d outdated published documents", len(lagging))
    published_documents.sweep(ports.data_dir)
