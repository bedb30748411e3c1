"""A session's document: read it, replace it by hand, look at its history, restore it.

The database holds the truth, `doc.md` is a published copy. Whoever edits the copy by hand is heard first:
`current` compares it with what was published last, and makes a hand edit a revision before anything else is
done. `publish` never writes over bytes it does not know.
"""

from __future__ import annotations

import difflib
import logging
from typing import Any

from backend.document import outline
from backend.document.blocks import read as read_blocks
from backend.document.revision import Cause, Revision
from backend.errors import Conflict, PreconditionRequired, Refused, StaleRevision
from backend.ports import Ports
from backend.storage import files, revisions, sessions
from backend.storage.db import Page, reading, transaction

log = logging.getLogger(__name__)

#: Characters: the contract's 5 MB, which bounds the UTF-8 bytes too where text is ASCII.
MAX_DOCUMENT_BYTES = 5_000_000


def read(ports: Ports, user_id: str, session_id: str) -> Revision:
    """The newest revision with its text, after a hand edit of doc.md has been heard."""
    with reading():
        session = sessions.get(user_id, session_id)
    return current(ports, session.id)


def put(ports: Ports, user_id: str, session_id: str, if_match: str | None, content: str) -> Revision:
    """Replace the whole text: `edited`, or `imported` where the document was empty."""
    with reading():
        session = sessions.get(user_id, session_id)
    head = current(ports, session.id)
    expect(if_match, head.number)
    if len(content.encode()) > MAX_DOCUMENT_BYTES:
        raise Refused(errors={"content": [f"Longer than {MAX_DOCUMENT_BYTES:,} bytes."]})
    return _advance(ports, session.id, head, content, "edited" if head.content else "imported")


def structure(ports: Ports, user_id: str, session_id: str) -> dict[str, Any]:
    document = read_blocks(read(ports, user_id, session_id).content or "")
    return {"tree": outline.tree(document), "summary": outline.summary(document)}


def history(ports: Ports, user_id: str, session_id: str, limit: int, cursor: str | None, order: str) -> Page[Revision]:
    read(ports, user_id, session_id)
    with reading():
        return revisions.page(session_id, limit=limit, cursor=cursor, order=order)


def revision(ports: Ports, user_id: str, session_id: str, number: int) -> Revision:
    with reading():
        session = sessions.get(user_id, session_id)
        return revisions.get(session.id, number)


def diff(ports: Ports, user_id: str, session_id: str, number: int, against: int | None) -> dict[str, Any]:
    """A unified diff from `against` (default: the revision before) to revision `number`."""
    base = max(number - 1, 0) if against is None else against
    with reading():
        session = sessions.get(user_id, session_id)
        new, old = revisions.get(session.id, number), revisions.get(session.id, base)
    lines = difflib.unified_diff(
        (old.content or "").splitlines(keepends=True),
        (new.content or "").splitlines(keepends=True),
        f"revision {base}",
        f"revision {number}",
    )
    return {"diff": "".join(line if line.endswith("\n") else line + "\n" for line in lines), "from": base, "to": number}


def restore(ports: Ports, user_id: str, session_id: str, number: int, if_match: str | None) -> Revision:
    """A new revision with the text of an old one; the history stays whole."""
    with reading():
        session = sessions.get(user_id, session_id)
        old = revisions.get(session.id, number)
    head = current(ports, session.id)
    expect(if_match, head.number)
    return _advance(ports, session.id, head, old.content or "", "restored")


def expect(if_match: str | None, number: int) -> None:
    """Hold `If-Match` against the newest revision: 428 without it, 412 where it is another."""
    if if_match is None:
        raise PreconditionRequired("Send If-Match with the ETag of the revision you have seen.")
    tags = {tag.strip().removeprefix("W/").strip('"') for tag in if_match.split(",")}
    if "*" not in tags and str(number) not in tags:
        raise StaleRevision(f"The document is at revision {number}.", extra={"revision": number})


def current(ports: Ports, session_id: str) -> Revision:
    """The newest revision; a hand edit of doc.md becomes one first, a copy that lags is renewed."""
    found = files.read(ports.data_dir, session_id)
    mark = files.published(ports.data_dir, session_id)
    with reading():
        head = revisions.head(session_id)
        if found is not None and files.digest(found) not in (head.sha256, mark and mark.sha256):
            own = revisions.knows(session_id, files.digest(found), after=mark.number if mark else -1)
        else:
            own = True
    if not own and found is not None:
        return _hear(ports, session_id, head, found)
    if found is None or files.digest(found) != head.sha256 or mark is None or mark.number != head.number:
        files.publish(ports.data_dir, session_id, head.content or "", head.number)
    return head


def publish(ports: Ports, session_id: str, revision: Revision) -> None:
    """Bring doc.md up to `revision`, unless somebody has edited it since it was last looked at.

    Such an edit is left where it is; the next use of the document hears it.
    """
    found = files.read(ports.data_dir, session_id)
    mark = files.published(ports.data_dir, session_id)
    if found is not None and mark is not None and files.digest(found) not in (mark.sha256, revision.sha256):
        log.warning("doc.md was edited by hand while a revision was committed", extra={"session_id": session_id})
        return
    files.publish(ports.data_dir, session_id, revision.content or "", revision.number)


def repair_all(ports: Ports) -> int:
    """At start: sweep temporary files and renew every doc.md that lags behind. Returns how many were looked at."""
    files.sweep(ports.data_dir)
    with reading():
        behind = [
            session_id
            for session_id, number in revisions.heads()
            if (mark := files.published(ports.data_dir, session_id)) is None
            or mark.number != number
            or not files.path(ports.data_dir, session_id).exists()
        ]
    for session_id in behind:
        current(ports, session_id)
    return len(behind)


def _advance(ports: Ports, session_id: str, base: Revision, text: str, cause: Cause) -> Revision:
    """Commit `text` on top of `base` and publish it."""
    with transaction():
        now = ports.clock()
        made = revisions.add(session_id, base.number, text, cause, now)
        if made is None:
            raise StaleRevision("The document has just been changed by somebody else.")
        sessions.touch(session_id, now)
    publish(ports, session_id, made)
    return made


def _hear(ports: Ports, session_id: str, head: Revision, found: bytes) -> Revision:
    """A hand edit of doc.md as a revision of its own, or a clear refusal that leaves the file alone."""
    try:
        text = found.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Conflict("doc.md was edited by hand and is no longer UTF-8; repair or remove the file.") from error
    if "\0" in text or len(found) > MAX_DOCUMENT_BYTES:
        raise Conflict("doc.md was edited by hand and holds NUL characters or more than 5 MB; repair or remove it.")
    with transaction():
        now = ports.clock()
        made = revisions.add(session_id, head.number, text, "external", now)
        if made is None:
            raise Conflict("The document was changed in two places at once; try again.")
        sessions.touch(session_id, now)
    files.mark(ports.data_dir, session_id, made.number, made.sha256)
    return made
