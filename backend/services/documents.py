"""A session's document: read it, replace it by hand, look at its history, restore it.

The database holds the truth, `doc.md` is a published copy. Whoever edits the copy by hand is heard first:
`current` compares it with what was published last, and takes a hand edit in (`hand_edits`) before anything else is
done. Nothing here writes over bytes that no revision has.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from backend.document import outline
from backend.document.blocks import read as read_blocks
from backend.document.revision import MAX_DOCUMENT_BYTES, Cause, Revision
from backend.errors import Conflict, NotFound, PreconditionRequired, Refused, StaleRevision
from backend.placement import plan
from backend.placement.diff import unified
from backend.ports import Ports
from backend.services import hand_edits
from backend.services.hand_edits import HandEdit
from backend.storage import published_documents, revisions, sessions
from backend.storage.db import Page, reading, transaction
from backend.storage.paging import PageRequest
from backend.storage.sessions import OwnedSession

log = logging.getLogger(__name__)

#: How often something is done anew because file or database moved under it.
MAX_ROUNDS = 20
#: Seconds for which a hand edit must have stood still to be heard.
MOMENT = 0.05


def read(ports: Ports, owned: OwnedSession) -> Revision:
    """The newest revision with its text, after a hand edit of doc.md has been heard."""
    with reading():
        session = sessions.get(owned.user_id, owned.id)
    return current(ports, session.id)


def put(ports: Ports, owned: OwnedSession, if_match: str | None, content: str) -> Revision:
    """Replace the whole text: `edited`, or `imported` where the document was empty."""
    with reading():
        session = sessions.get(owned.user_id, owned.id)
    if len(content.encode()) > MAX_DOCUMENT_BYTES:
        expect(if_match, current(ports, session.id).number)
        raise Refused(errors={"content": [f"Longer than {MAX_DOCUMENT_BYTES:,} bytes."]})
    return _advance(ports, session.id, if_match, lambda head: ("edited" if head.content else "imported", content))


def structure(ports: Ports, owned: OwnedSession) -> dict[str, Any]:
    """Sections and elements as a tree and in words, and the blocks that a placement's anchor counts."""
    document = read_blocks(read(ports, owned).content or "")
    blocks = [
        {"kind": each.kind, "start": each.start, "end": each.end, "excerpt": plan.excerpt(document, each)}
        for each in document.blocks
    ]
    return {"tree": outline.tree(document), "summary": outline.summary(document), "blocks": blocks}


def history(ports: Ports, owned: OwnedSession, wanted: PageRequest) -> Page[Revision]:
    with reading():
        session = sessions.get(owned.user_id, owned.id)
    hear(ports, session.id)
    with reading():
        return revisions.page(session.id, wanted)


def revision(ports: Ports, owned: OwnedSession, number: int) -> Revision:
    with reading():
        session = sessions.get(owned.user_id, owned.id)
    hear(ports, session.id)
    with reading():
        return revisions.get(session.id, number)


def diff(ports: Ports, owned: OwnedSession, number: int, against: int | None) -> dict[str, Any]:
    """A unified diff from `against` (default: the revision before) to revision `number`."""
    base = max(number - 1, 0) if against is None else against
    with reading():
        session = sessions.get(owned.user_id, owned.id)
    hear(ports, session.id)
    with reading():
        new, old = revisions.get(session.id, number), revisions.get(session.id, base)
    told = unified(old.content or "", new.content or "", f"revision {base}", f"revision {number}")
    return {"diff": told, "from": base, "to": number}


def restore(ports: Ports, owned: OwnedSession, number: int, if_match: str | None) -> Revision:
    """A new revision with the text of an old one; the history stays whole."""
    with reading():
        session = sessions.get(owned.user_id, owned.id)
        old = revisions.get(session.id, number)
    return _advance(ports, session.id, if_match, lambda head: ("restored", old.content or ""))


def expect(if_match: str | None, number: int) -> None:
    """Hold `If-Match` against the newest revision: 428 without it, 412 where it is another."""
    if if_match is None:
        raise PreconditionRequired("Send If-Match with the ETag of the revision you have seen.")
    tags = {tag.strip().removeprefix("W/").strip('"') for tag in if_match.split(",")}
    if "*" not in tags and str(number) not in tags:
        raise StaleRevision(f"The document is at revision {number}.", extra={"revision": number})


def current(ports: Ports, session_id: str) -> Revision:
    """The newest revision; a hand edit of doc.md becomes one first, a copy that lags is renewed."""
    if not ports.policy.publish:
        with reading():
            return revisions.head(session_id)
    seen = _look(ports, session_id)
    if seen.in_step:
        return seen.head
    with published_documents.alone(ports.data_dir, session_id):
        for _ in range(MAX_ROUNDS):
            settled = _settle(ports, session_id)
            if settled is not None:
                return settled
    raise Conflict("doc.md keeps changing; try again.")


def hear(ports: Ports, session_id: str) -> None:
    """Notice a hand edit on behalf of those who don't need the newest text: a bad copy is none of their business."""
    try:
        current(ports, session_id)
    except (Conflict, OSError) as error:
        _tell(session_id, error)


def publish(ports: Ports, session_id: str) -> None:
    """Bring doc.md up to the newest revision, unless somebody has edited it since it was last looked at.

    Such an edit is left where it is; the next use of the document hears it, as it makes up for a disk that
    failed. Nothing of either undoes what has been committed, so nothing is raised.
    """
    if not ports.policy.publish:
        return
    try:
        with published_documents.alone(ports.data_dir, session_id):
            seen = _look(ports, session_id)
            if not seen.own or not (seen.in_step or _renew(ports, session_id, seen)):
                log.warning(
                    "doc.md was edited by hand while a revision was committed", extra={"session_id": session_id}
                )
    except NotFound:  # the session was removed in this moment
        published_documents.remove(ports.data_dir, session_id)
    except (Conflict, OSError) as error:
        _tell(session_id, error)


def lagging(ports: Ports, most: int) -> tuple[str, ...]:
    """The sessions whose doc.md is missing or not marked as the newest revision, of the `most` used last."""
    with reading():
        heads = sessions.used_last(most)
    return tuple(session_id for session_id, number in heads if not _is_published(ports, session_id, number))


def _is_published(ports: Ports, session_id: str, number: int) -> bool:
    try:
        mark = published_documents.published(ports.data_dir, session_id)
    except (Conflict, OSError):  # a link or a pipe lies there: using the document says so
        return True
    is_newest = mark is not None and mark.number == number
    return is_newest and published_documents.path(ports.data_dir, session_id).exists()


@dataclass(frozen=True, slots=True)
class _Seen:
    """The newest revision, and what doc.md was just before it was read.

    `own`: some revision has what doc.md holds. `in_step`: it is the newest one, and marked so. `base`: the revision
    that was published here last; None where the database has no such revision.
    """

    head: Revision
    found: bytes | None
    own: bool
    in_step: bool
    base: Revision | None


def _look(ports: Ports, session_id: str) -> _Seen:
    """The mark is read first: publications only go forward, so the file is never older than the mark says.

    A mark that the database does not have is that of a history which it has lost: then any revision with the file's
    bytes accounts for them. Else only the marked one and later ones do, and going back by hand is an edit.
    """
    mark = published_documents.published(ports.data_dir, session_id)
    found = published_documents.read(ports.data_dir, session_id)
    sha256 = None if found is None else published_documents.digest(found)
    with reading():
        head = revisions.head(session_id)
        if sha256 == head.sha256 and mark is not None and (mark.number, mark.sha256) == (head.number, sha256):
            return _Seen(head, found, own=True, in_step=True, base=head)
        marked = revisions.find(session_id, mark.number) if mark else None
        base = marked if mark and marked and marked.sha256 == mark.sha256 else None
        if base is None and head.number == 0:
            base = head
        own = sha256 is None or revisions.knows(session_id, sha256, after=base.number - 1 if base else -1)
    return _Seen(head, found, own, in_step=False, base=base)


def _settle(ports: Ports, session_id: str) -> Revision | None:
    """Bring doc.md and database together; None where either has moved meanwhile. To be called `alone`."""
    seen = _look(ports, session_id)
    head = seen.head
    if not seen.own and seen.found is not None:
        text = _heard(ports, session_id, seen.found)
        taken_in = None if text is None else hand_edits.take_in(ports, HandEdit(session_id, text, head, seen.base))
        if taken_in is None:
            return None
        seen = replace(seen, head=taken_in)
    try:
        renewed = seen.in_step or _renew(ports, session_id, seen)
    except OSError as error:  # the document can be used all the same: the database holds it
        _tell(session_id, error)
        return seen.head
    return seen.head if renewed else None


def _renew(ports: Ports, session_id: str, seen: _Seen) -> bool:
    """Put the newest text in place of what was found; only the mark is written where they are the same."""
    if seen.found is not None and published_documents.digest(seen.found) == seen.head.sha256:
        published_documents.mark(ports.data_dir, session_id, seen.head.number, seen.head.sha256)
        return True
    return published_documents.renew(ports.data_dir, session_id, seen.head, seen.found)


def _tell(session_id: str, error: Exception) -> None:
    """Say in the log what kept doc.md from being what it should be."""
    reason = error.detail if isinstance(error, Conflict) else type(error).__name__
    log.warning("doc.md could not be brought up to date", extra={"session_id": session_id, "reason": reason})


def _advance(
    ports: Ports, session_id: str, if_match: str | None, next_text: Callable[[Revision], tuple[Cause, str]]
) -> Revision:
    """Commit the text that comes after the newest revision, which `If-Match` has to name, and publish it."""
    for _ in range(MAX_ROUNDS):
        head = current(ports, session_id)
        expect(if_match, head.number)
        with transaction():
            now = ports.clock()
            cause, text = next_text(head)
            made = revisions.add(session_id, head.number, text, cause, now)
            if made is not None:
                sessions.touch(session_id, now)
        if made is not None:
            publish(ports, session_id)
            return made
    raise StaleRevision("The document is being changed by somebody else.")


def _heard(ports: Ports, session_id: str, found: bytes) -> str | None:
    """The text of a hand edit of doc.md, or a clear refusal that leaves the file alone.

    None where the file has changed meanwhile: an editor that writes it piece by piece is let finish.
    """
    time.sleep(MOMENT)
    if published_documents.read(ports.data_dir, session_id) != found:
        return None
    try:
        text = found.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Conflict("doc.md was edited by hand and is no longer UTF-8; repair or remove the file.") from error
    if "\0" in text or len(found) > MAX_DOCUMENT_BYTES:
        raise Conflict("doc.md was edited by hand and holds NUL characters or more than 5 MB; repair or remove it.")
    return text
