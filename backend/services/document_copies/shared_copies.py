"""Write copies of documents and references to the file store that several machines share, for programs that read it.

The copies are only written, never read back. If somebody has put another text in place of a copy, that text is kept in
a file beside it and logged, but not used. If the store fails, the copy is written with the next revision or by the
regular upkeep.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from backend.document.revision import Revision
from backend.errors import CoscribeError, NotFound
from backend.formats.reference_lists import BIBTEX, CSL, write_list
from backend.kernel.files import session_file, session_folder
from backend.ports import Ports
from backend.services.removal import file_removal
from backend.storage import published_documents, references, revisions, sessions
from backend.storage.db import reading

log = logging.getLogger(__name__)

NAME = published_documents.NAME
_Copy = Callable[[Ports, str], None]
#: Maximum number of attempts if the document changes while it is copied; whoever changed it copies it, too.
MOST_ROUNDS = 5


def share(ports: Ports, session_id: str) -> None:
    """Copy the newest revision of the document to the store."""
    _copied(ports, session_id, _share)


def share_references(ports: Ports, session_id: str) -> None:
    """Copy references.json and references.bib to the store."""
    _copied(ports, session_id, _share_references)


def share_lagging(ports: Ports, most: int) -> Iterator[None]:
    """Copy recently used documents whose copy is missing or outdated; at most `most` documents are looked at. Yields
    None after each.
    """
    with reading():
        used = sessions.used_last(most)
    for session_id, number in used:
        if number > 0:
            _copied(ports, session_id, _share_late)
        yield


def _copied(ports: Ports, session_id: str, copy: _Copy) -> None:
    try:
        copy(ports, session_id)
        with reading():
            revisions.head(session_id, content=False)
    except NotFound:  # the session was removed in this moment
        file_removal.forget_session(ports, session_id)
    except (CoscribeError, OSError) as error:
        reason = error.detail if isinstance(error, CoscribeError) else type(error).__name__
        log.warning(
            "a shared copy of a document could not be updated; the upkeep tries again",
            extra={"session_id": session_id, "reason": reason},
        )


def _share(ports: Ports, session_id: str) -> None:
    """Copy the newest revision to the store. If the document has changed by the end of the copying, copy again, so that
    an older revision is never the last one copied.
    """
    for _ in range(MOST_ROUNDS):
        with reading():
            head = revisions.head(session_id)
        _keep_foreign(ports, session_id, head)
        ports.files.put(session_file(session_id, NAME), head.text.encode())
        with reading():
            if revisions.head(session_id, content=False).number == head.number:
                return


def _share_late(ports: Ports, session_id: str) -> None:
    there = {each.name: each for each in ports.files.listed(session_folder(session_id))}
    with reading():
        head = revisions.head(session_id, content=False)
    if NAME not in there or there[NAME].changed_at < head.created_at:
        _share(ports, session_id)


def _share_references(ports: Ports, session_id: str) -> None:
    with reading():
        found = [(each.key, each.csl) for each in references.list_of(session_id)]
    for name, kind in (("references.json", CSL), ("references.bib", BIBTEX)):
        ports.files.put(session_file(session_id, name), write_list(kind, found).encode())


def _keep_foreign(ports: Ports, session_id: str, head: Revision) -> None:
    """If the store's copy has a text that belongs to no revision, write this text to a file beside the copy."""
    try:
        there = ports.files.read(session_file(session_id, NAME))
    except NotFound:
        return
    sha256 = published_documents.digest(there)
    if sha256 == head.sha256:
        return
    with reading():
        known = revisions.knows(session_id, sha256)
    if not known:
        beside = f"doc.{sha256[:12]}.md"
        ports.files.put(session_file(session_id, beside), there)
        log.warning(
            "a shared copy was changed by somebody else; its text is kept in a file beside it",
            extra={"session_id": session_id, "kept_as": beside},
        )
