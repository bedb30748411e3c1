"""Store a hand edit of `doc.md`: merge it into the newest text, or keep it as a draft for the user.

Three texts are compared: the base (the published revision that was edited), the newest revision, and the file.

- If the newest revision is the base, the edit becomes the next revision.
- If revisions were added since the base, and their changes do not touch the edit's changes, both are merged.
- Otherwise a person must decide. The edit is stored as a revision, the previous text is restored as the revision after
  it, and an open draft offers the edit's changes.

An editor that had loaded an older text may save it over the newer one. The file then lacks everything that the latest
revisions added (`origin_of` recognizes this). But a person may also have deleted these additions on purpose. So the
document keeps the additions and gets the edit's own changes, and a draft offers to delete what the file lacked.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, replace
from datetime import datetime

from backend.document.revision import MAX_DOCUMENT_BYTES, Revision
from backend.document.three_way_merge import changed, lacks_all, merge
from backend.placement.plan import Placement
from backend.ports import Ports
from backend.storage import drafts, messages, published_documents, revisions, sessions
from backend.storage.db import reading, transaction
from backend.storage.drafts import MOST_OPEN, NewDraft

log = logging.getLogger(__name__)

#: The `doubt` of a draft that offers a hand edit: the draft is only approved if the request names its id.
BESIDE = "A hand edit of doc.md waits as a draft. Send the draft's id to approve it."
LACKING = (
    "doc.md was saved without some approved text, which this draft would remove. Send the draft's id to approve it."
)

#: Number of latest revisions that are compared. Chosen: more approvals while an editor is open are not foreseen.
MOST = 20
#: Causes of revisions whose text a person who edits the file has surely seen: the text came from the file, or the
#: document began with it.
KNOWN = ("external", "imported", "created")


@dataclass(frozen=True, slots=True)
class HandEdit:
    """An edit of doc.md outside of Coscribe. `text` is what doc.md has now, `head` the newest revision, and `base` the
    revision that was edited.

    `base` is None if it is unknown: no file says which revision was published, or the database was restored from a
    backup and lacks this revision.
    """

    session_id: str
    text: str
    head: Revision
    base: Revision | None


def take_in(ports: Ports, edit: HandEdit) -> Revision | None:
    """Store an edit of doc.md, and return the revision that is then the newest. Returns None if somebody else has added
    a revision in the meantime.
    """
    if edit.base is None:
        return _keep_beside(ports, edit)
    origin = origin_of(edit.session_id, edit.text, edit.base)
    stale = origin.number < edit.base.number
    edit = replace(edit, base=origin)
    if origin.number == edit.head.number:
        return _commit(ports, edit, edit.text)
    merged = merge(origin.text, edit.text, edit.head.text)
    if merged.conflicts or len(merged.text.encode()) > MAX_DOCUMENT_BYTES:
        return _keep_beside(ports, edit)
    if stale:
        return _keep_what_it_lacks(ports, edit, merged.text)
    return edit.head if merged.text == edit.head.content else _commit(ports, edit, merged.text)


def _commit(ports: Ports, edit: HandEdit, text: str) -> Revision | None:
    with transaction():
        now = ports.clock()
        made = revisions.add(edit.session_id, edit.head.number, text, "external", now)
        if made is not None:
            sessions.touch(edit.session_id, now)
    return made


def _keep_what_it_lacks(ports: Ports, edit: HandEdit, merged: str) -> Revision | None:
    """Store the merged text, which keeps the text that is missing in the file. Open a draft that offers to delete this
    text.

    Returns the newest revision, or None if somebody else has added a revision in the meantime. If the same file is
    saved again, no second draft is opened.
    """
    assert edit.base is not None
    with transaction():
        now = ports.clock()
        lacking, newest = edit.base.number, edit.head
        if edit.text != edit.base.content:
            kept = revisions.add(edit.session_id, newest.number, edit.text, "external", now)
            made = kept and revisions.add(edit.session_id, kept.number, merged, "restored", now)
            if kept is None or made is None:
                return None
            lacking, newest = kept.number, made
        if all(each.doubt != LACKING for each in drafts.waiting(edit.session_id)):
            _open_draft(Offer(edit.session_id, lacking, newest.number, _lacking(edit), LACKING), now)
        sessions.touch(edit.session_id, now)
    log.warning("doc.md was saved without the text that was approved last", extra={"session_id": edit.session_id})
    return newest


def _keep_beside(ports: Ports, edit: HandEdit) -> Revision | None:
    """Store the edit as a revision, restore the previous text as the next revision, and open a draft that offers the
    edit. Returns the restored revision, or None if somebody else has added a revision in the meantime.
    """
    if edit.base is None:
        published_documents.set_aside(ports.data_dir, edit.session_id, edit.text.encode())
    with transaction():
        now = ports.clock()
        kept = revisions.add(edit.session_id, edit.head.number, edit.text, "external", now)
        if kept is None:
            return None
        back = revisions.add(edit.session_id, kept.number, edit.head.text, "restored", now)
        since = None if edit.base is None else edit.base.number
        _open_draft(Offer(edit.session_id, kept.number, since, _reason(edit, kept.number), BESIDE), now)
        sessions.touch(edit.session_id, now)
    log.warning("a hand edit of doc.md waits for approval", extra={"session_id": edit.session_id})
    return back


@dataclass(frozen=True, slots=True)
class Offer:
    """A draft that offers the changes from revision `since` to revision `number`; if `since` is None, it offers the
    whole text of `number`. `reason` tells the user what the draft is. `doubt` is the reason why a request must name the
    draft's id to approve it.
    """

    session_id: str
    number: int
    since: int | None
    reason: str
    doubt: str


def _open_draft(offer: Offer, now: datetime) -> None:
    """Open a draft with the edit's changes. Approving the draft makes them in the newest document. If the edit and the
    newest document have changed the same lines, the edit's lines are used.
    """
    has_room = len(drafts.waiting(offer.session_id)) < MOST_OPEN
    message = messages.add(
        offer.session_id,
        "assistant",
        offer.reason if has_room else _without_a_draft(offer),
        now,
        status="pending_approval" if has_room else None,
        meta={"intent": "edit"},
    )
    if not has_room:
        return
    position = f"revision {offer.number}" + ("" if offer.since is None else f" since revision {offer.since}")
    operation = Placement("restore", position=position, reason=offer.reason, confidence=1.0)
    new = NewDraft(
        offer.session_id,
        message.id,
        "",
        requested_at=now,
        requested_number=message.number,
        thread=(),
        kind="edit",
        doubt=offer.doubt,
        operation=operation.to_json(),
    )
    drafts.hold(new, now)


def _without_a_draft(offer: Offer) -> str:
    said = _ADVICE.sub("", offer.reason)
    return (
        f"{said} No draft was opened for this text, because {MOST_OPEN} drafts wait already. Nothing is lost: revision "
        f"{offer.number} has the text. Approve or reject a draft, then copy the text from that revision."
    )


#: The last sentence of an `Offer.reason`, which tells the user what to do with the draft.
_ADVICE = re.compile(r" (?:Approve this draft|If you removed that yourself).*\Z", re.DOTALL)


def _lacking(edit: HandEdit) -> str:
    assert edit.base is not None
    first, last = edit.base.number + 1, edit.head.number
    which = f"revision {last}" if first == last else f"revisions {first} to {last}"
    return (
        f"doc.md was saved without anything that {which} added, which happens if an editor had opened the file "
        "earlier. The other changes in the file were made, and the document keeps what the file lacked. If you removed "
        "that yourself, approve this draft; otherwise reject it, and reload the file in your editor."
    )


def _reason(edit: HandEdit, number: int) -> str:
    if edit.base is None:
        return (
            "doc.md has a text that belongs to no revision, for example because the database was restored. It is kept "
            f"as revision {number} and as a file beside doc.md, and the document stays as it was. Approve this draft "
            "to use that text instead."
        )
    return (
        f"doc.md was edited by hand on revision {edit.base.number} while the document changed to revision "
        f"{edit.head.number}, and both changed the same lines. The edit is kept as revision {number}, and the "
        "document stays as it was. Approve this draft to make the edit's changes."
    )


def origin_of(session_id: str, text: str, published: Revision) -> Revision:
    """Return the revision from which somebody made `text`.

    This is the `published` revision, or an earlier one if `text` has nothing that the later revisions added. Of several
    earlier revisions, the one with the fewest changed characters is returned.
    """
    found, least = published, None
    newer = published
    for number in range(published.number - 1, max(published.number - 1 - MOST, -1), -1):
        if newer.cause in KNOWN:
            break
        with reading():
            older = revisions.find(session_id, number)
        if older is None or not lacks_all(older.text, text, published.text):
            break
        cost = changed(older.text, text)
        if least is None or cost < least:
            found, least = older, cost
        newer = older
    return found
