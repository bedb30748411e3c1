"""Check that a replacement removes no text that the writer did not see.

Each answer with content stores which blocks of which revision its prompt showed completely. If a draft has several
versions, a block counts as seen if the prompt of one version showed it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.document.revision import Revision
from backend.drafting.prompt import Prompt
from backend.placement import plan
from backend.placement.place import Placed
from backend.services.gathering import Task
from backend.storage import drafts, messages, revisions
from backend.storage.db import reading
from backend.storage.drafts import DraftRow

#: The key of the record in a stored answer's `model_meta`.
KEY = "shown"
UNSEEN = (
    "Nothing was changed: the draft was written from only a part of the text that it replaces, so the rest would be "
    "lost. To replace the whole text anyway, choose the first of the places offered."
)


def record(task: Task, built: Prompt | None) -> dict[str, Any]:
    """Return what is stored with an answer: the number of the document's revision, and the ranges of blocks that the
    prompt showed completely. A range is the index of its first block, and the index after its last one.

    The ranges are None if there was no prompt, because rules carried out an order.
    """
    whole = None if built is None else [list(each) for each in built.shown_whole]
    return {"revision": task.revision.number, "whole": whole}


def revision_of(draft: DraftRow) -> int | None:
    """Return the number of the revision for which the draft was requested. Call it within a transaction.

    Returns None if no revision was stored, or if a later message named another place for the draft.
    """
    if any(each.part == "move" for each in draft.thread):
        return None
    first = next(_records(draft))
    return first["revision"] if first is not None else None


def planned_on(draft: DraftRow, base: Revision) -> Document | None:
    """Return the earlier document for which the draft's edit was planned. Returns None if it was planned for the newest
    revision (`base`), or if the revision is unknown.
    """
    with reading():
        since = revision_of(draft)
        if since in (None, base.number):
            return None
        return read_blocks(revisions.get(draft.session_id, since).text)


def unseen(draft: DraftRow, document: Document, placed: Placed) -> bool:
    """Return True if a replacement removes a block that the draft's writer never saw completely. Call it within a
    transaction.

    A block was seen if a prompt showed its text, in any revision. Returns False if the user wrote the new text, or if
    the draft is so old that nothing was stored about it.
    """
    if draft.kind != "content" or placed.placement.operation not in plan.DESTROYING:
        return False
    records = list(_records(draft))
    if any(each is None or each["whole"] is None for each in records):
        return False
    removed = {
        _words(document, index)
        for splice in placed.splices
        for index in range(splice.start, splice.stop)
        if _words(document, index) not in splice.text
    }
    for kept in filter(None, records):
        shown = read_blocks(revisions.get(draft.session_id, kept["revision"]).text)
        removed -= {_words(shown, index) for start, stop in kept["whole"] for index in range(start, stop)}
    return bool(removed)


def _records(draft: DraftRow) -> Iterator[dict[str, Any] | None]:
    """Yield the records (see `record`) of all versions of a draft, oldest first. A record is None if nothing was
    recorded with the version's answer.
    """
    for each in drafts.versions(draft.session_id, [draft.root]).get(draft.root, (draft.id,)):
        version = draft if each == draft.id else drafts.get(draft.session_id, each)
        yield messages.meta_of(version.message_id).get(KEY)


def _words(document: Document, index: int) -> str:
    return document.source(document.blocks[index]).strip()
