"""Read a session's document, replace it by hand, show its history, and restore revisions.

The database has the authoritative text; `doc.md` is a published copy of it. A small file beside the copy, the *mark*,
names the revision published last. Every use of the document first calls `current`. It compares the copy with the mark:
if they differ, somebody has edited the copy by hand, and the edit is stored (`hand_edits`). Bytes of doc.md are only
overwritten if a revision contains them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from backend.document.blocks import read as read_blocks
from backend.document.revision import MAX_DOCUMENT_BYTES, Cause, Revision
from backend.errors import Conflict, NotFound, PreconditionRequired, Refused, StaleRevision
from backend.placement.diff import unified
from backend.ports import Ports
from backend.services.document_copies import hand_edits, shared_copies
from backend.services.document_copies.hand_edits import HandEdit
from backend.services.structure_json import structure_json
from backend.storage import published_documents, revisions, sessions
from backend.storage.db import Page, reading, transaction
from backend.storage.paging import PageRequest
from backend.storage.sessions import OwnedSession

log = logging.getLogger(__name__)

#: Maximum number of attempts if the file or the database changes during each of them.
MAX_ROUNDS = 20
#: Seconds for which doc.md must stay unchanged before its text is stored as a hand edit.
MOMENT = 0.05


def read(ports: Ports, owned: OwnedSession) -> Revision:
    """Return the newest revision with its text. A hand edit of doc.md is stored first, and is then the newest
    revision.
    """
    with reading():
        session = sessions.own(owned.user_id, owned.id)
    return current(ports, session.id)


def put(ports: Ports, owned: OwnedSession, if_match: str | None, content: str) -> Revision:
    """Replace the whole text. `if_match` is the request's If-Match header, which names the revision that the caller
    knows. The new revision's cause is `edited`, or `imported` if the document was empty.
    """
    with reading():
        session = sessions.own(owned.user_id, owned.id)
    if len(content.encode()) > MAX_DOCUMENT_BYTES:
        expect(if_match, current(ports, session.id).number)
        reason = f"The document must not be longer than {MAX_DOCUMENT_BYTES:,} bytes, so it was not stored. Shorten it."
        raise Refused(errors={"content": [reason]})
    return _advance(ports, session.id, if_match, lambda head: ("edited" if head.content else "imported", content))


def structure(ports: Ports, owned: OwnedSession) -> Iterator[str]:
    """Return the pieces of a JSON text as the API sends it: the document's sections and elements as a tree and as a
    summary, and the list of its blocks. A placement names a block by its position in that list.
    """
    return structure_json(read_blocks(read(ports, owned).text))


def history(ports: Ports, owned: OwnedSession, wanted: PageRequest) -> Page[Revision]:
    with reading():
        session = sessions.own(owned.user_id, owned.id)
    store_hand_edit(ports, session.id)
    with reading():
        return revisions.page(session.id, wanted)


def revision(ports: Ports, owned: OwnedSession, number: int) -> Revision:
    with reading():
        session = sessions.own(owned.user_id, owned.id)
    store_hand_edit(ports, session.id)
    with reading():
        return revisions.get(session.id, number)


def diff(ports: Ports, owned: OwnedSession, number: int, against: int | None) -> dict[str, Any]:
    """Return a unified diff from revision `against` (None: the one before `number`) to revision `number`, as the API
    sends it.
    """
    base = max(number - 1, 0) if against is None else against
    with reading():
        session = sessions.own(owned.user_id, owned.id)
    store_hand_edit(ports, session.id)
    with reading():
        new, old = revisions.get(session.id, number), revisions.get(session.id, base)
    told = unified(old.text, new.text, f"revision {base}", f"revision {number}")
    return {"diff": told, "from": base, "to": number}


def restore(ports: Ports, owned: OwnedSession, number: int, if_match: str | None) -> Revision:
    """Create a new revision with the text of an old one (`number`). `if_match` is the request's If-Match header, which
    names the revision that the caller knows. All revisions are kept.
    """
    with reading():
        session = sessions.own(owned.user_id, owned.id)
        old = revisions.get(session.id, number)
    return _advance(ports, session.id, if_match, lambda head: ("restored", old.text))


def expect(if_match: str | None, number: int) -> None:
    """Check that the header If-Match (`if_match`) names revision `number`, the newest one. Raises PreconditionRequired
    if the header is missing, and StaleRevision if it names another revision.
    """
    if if_match is None:
        raise PreconditionRequired("Nothing was stored. Send If-Match with the ETag of the revision you have seen.")
    tags = {tag.strip().removeprefix("W/").strip('"') for tag in if_match.split(",")}
    if "*" in tags or str(number) in tags:
        return
    if not any(tag.isdecimal() for tag in tags):
        words = (
            f"Nothing was stored: the header If-Match has {if_match[:60]!r}, which is not an ETag of this document. "
            f"Send "
            f'the number of the revision that you have read, in quotes; the newest is "{number}".'
        )
    else:
        words = (
            f"Nothing was stored, because the document is at revision {number} now. Read it again, and send If-Match "
            "with its ETag."
        )
    raise StaleRevision(words, extra={"revision": number})


def current(ports: Ports, session_id: str) -> Revision:
    """Return the newest revision. If doc.md was edited by hand, the edit is stored first; if doc.md is outdated, it is
    rewritten.
    """
    if not ports.policy.publish:
        with reading():
            return revisions.head(session_id)
    seen = _look(ports, session_id)
    if seen.in_step:
        return seen.head
    with published_documents.locked(ports.data_dir, session_id):
        for _ in range(MAX_ROUNDS):
            settled = _settle(ports, session_id)
            if settled is not None:
                return settled
    raise Conflict("doc.md keeps changing, so it could not be read and nothing was changed. Try again.")


def store_hand_edit(ports: Ports, session_id: str) -> None:
    """Store a hand edit of doc.md, if there is one. If the file cannot be read, the error is only logged."""
    try:
        current(ports, session_id)
    except (Conflict, OSError) as error:
        _log_failure(session_id, error)


def publish(ports: Ports, session_id: str) -> None:
    """Write the newest revision to doc.md, unless somebody has edited the file since it was last read.

    Such an edit stays in the file, and the next use of the document stores it. If the file cannot be written, this is
    only logged: the revision is already stored, and the next use of the document writes the file.
    """
    if ports.policy.share_copies:
        shared_copies.share(ports, session_id)
    if not ports.policy.publish:
        return
    try:
        with published_documents.locked(ports.data_dir, session_id):
            seen = _look(ports, session_id)
            if not seen.own or not (seen.in_step or _renew(ports, session_id, seen)):
                log.warning(
                    "doc.md was edited by hand while a revision was committed", extra={"session_id": session_id}
                )
    except NotFound:  # the session was removed in this moment
        published_documents.remove(ports.data_dir, session_id)
    except (Conflict, OSError) as error:
        _log_failure(session_id, error)


def lagging(ports: Ports, most: int) -> tuple[str, ...]:
    """Return the ids of sessions whose doc.md is missing or outdated. Only the sessions that were used last are
    examined, at most `most` of them.
    """
    with reading():
        heads = sessions.used_last(most)
    return tuple(session_id for session_id, number in heads if not _is_published(ports, session_id, number))


def _is_published(ports: Ports, session_id: str, number: int) -> bool:
    try:
        mark = published_documents.published(ports.data_dir, session_id)
    except (Conflict, OSError):  # doc.md is a link or a pipe; the next use of the document reports that
        return True
    is_newest = mark is not None and mark.number == number
    return is_newest and published_documents.path(ports.data_dir, session_id).exists()


@dataclass(frozen=True, slots=True)
class _Seen:
    """The result of comparing doc.md with the database.

    - `head`: the newest revision
    - `found`: the bytes of doc.md; None if there is no file
    - `own`: True if `found` is the text of a revision that Coscribe may have published
    - `in_step`: True if doc.md and its mark (the file that names the revision published last) are both up to date
    - `base`: the revision that the mark names; None if the database has no such revision
    """

    head: Revision
    found: bytes | None
    own: bool
    in_step: bool
    base: Revision | None


def _look(ports: Ports, session_id: str) -> _Seen:
    """Compare doc.md with the database. The mark (the file that names the revision published last) is read first, so
    that doc.md is never older than its mark.

    If doc.md has the text of a revision before the marked one, somebody has put this text there, so it is a hand edit.
    But if the database lacks the marked revision, it was restored from a backup; then the text of any revision counts
    as published.
    """
    mark, found = published_documents.copy_of(ports.data_dir, session_id)
    sha256 = None if found is None else published_documents.digest(found)
    with reading():
        head = revisions.head(session_id)
        if sha256 == head.sha256 and mark is not None and (mark.number, mark.sha256) == (head.number, sha256):
            return _Seen(head, found, own=True, in_step=True, base=head)
        marked = revisions.find(session_id, mark.number) if mark else None
        base = marked if mark and marked and marked.sha256 == mark.sha256 else None
        if base is None and head.number == 0:
            base = head
        own = sha256 is None or (base is not None and sha256 == base.sha256)
        own = own or revisions.knows(session_id, str(sha256), after=base.number - 1 if base else -1)
    return _Seen(head, found, own, in_step=False, base=base)


def _settle(ports: Ports, session_id: str) -> Revision | None:
    """Bring doc.md and the database to the same text: store a hand edit of doc.md, or rewrite an outdated doc.md.
    Returns the newest revision; None if doc.md or the document has changed in the meantime. The caller must hold the
    lock (`locked`).
    """
    seen = _look(ports, session_id)
    head = seen.head
    if not seen.own and seen.found is not None:
        text = _text_of_hand_edit(ports, session_id, seen.found)
        taken_in = None if text is None else hand_edits.take_in(ports, HandEdit(session_id, text, head, seen.base))
        if taken_in is None:
            return None
        seen = replace(seen, head=taken_in)
    try:
        renewed = seen.in_step or _renew(ports, session_id, seen)
    except OSError as error:  # the document can still be used, because the database has its text
        _log_failure(session_id, error)
        return seen.head
    return seen.head if renewed else None


def _renew(ports: Ports, session_id: str, seen: _Seen) -> bool:
    """Write the newest revision to doc.md and name it in the mark (the file that names the revision published last). If
    doc.md has this text already, write only the mark. Returns False if doc.md has changed since it was compared
    (`seen`).
    """
    if seen.found is not None and published_documents.digest(seen.found) == seen.head.sha256:
        published_documents.mark(ports.data_dir, session_id, seen.head.number, seen.head.sha256)
        return True
    return published_documents.renew(ports.data_dir, session_id, seen.head, seen.found)


def _log_failure(session_id: str, error: Exception) -> None:
    """Log that doc.md was not updated, with the error that prevented it."""
    reason = error.detail if isinstance(error, Conflict) else type(error).__name__
    log.warning("doc.md could not be brought up to date", extra={"session_id": session_id, "reason": reason})


def _advance(
    ports: Ports, session_id: str, if_match: str | None, next_text: Callable[[Revision], tuple[Cause, str]]
) -> Revision:
    """Store the next revision, whose text `next_text` computes from the newest one, and publish it. `If-Match` must
    name the newest revision.
    """
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
    raise StaleRevision(
        "The document is being changed by somebody else, so nothing was stored. Read it again, and repeat your change."
    )


def _text_of_hand_edit(ports: Ports, session_id: str, found: bytes) -> str | None:
    """Return the text of a hand edit of doc.md, whose bytes are `found`. Returns None if the file has changed in the
    meantime, because an editor is still writing it. Raises Conflict, and leaves the file as it is, if the text cannot
    be stored.
    """
    time.sleep(MOMENT)
    if published_documents.read(ports.data_dir, session_id) != found:
        return None
    try:
        text = found.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Conflict(
            "doc.md was edited by hand and is no longer UTF-8, so it was not read. Save it as UTF-8; or remove it, and "
            "the last revision is written again."
        ) from error
    if "\0" in text or len(found) > MAX_DOCUMENT_BYTES:
        raise Conflict(
            "doc.md was edited by hand and contains NUL characters or more than 5 MB, so it was not read. Repair it; "
            "or remove it, and the last revision is written again."
        )
    return text
