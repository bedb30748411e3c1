"""Build the text of a document in which an earlier change is undone or repeated, and later changes are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backend.document.revision import Cause, Revision
from backend.document.three_way_merge import merge
from backend.errors import Conflict
from backend.placement import offsets
from backend.placement.taken_back import follows, revision_in, with_edit
from backend.storage import revisions
from backend.storage.db import reading

_CHANGED = (
    "Nothing was changed, because the change to undo is no longer the last one. Reject this draft, and ask for the undo"
    " again."
)
_TOUCHED = (
    "Nothing was changed, because the text that this draft would undo was edited in the meantime. Reject this draft,"
    " and edit the document instead."
)


def earlier_text(session_id: str, operation: Mapping[str, Any], base: Revision) -> str:
    """Return the text of the document after the edit `operation`, which restores an earlier revision. `base` is the
    newest revision. Raises Conflict if the edit would also undo later changes, because the document has changed.
    """
    return with_edit(_restored(session_id, operation, base), operation)


def _restored(session_id: str, operation: Mapping[str, Any], base: Revision) -> str:
    number, since = _numbers(operation)
    if since is None and base.number != number + 1:
        raise Conflict(_CHANGED)
    with reading():
        earlier = revisions.get(session_id, number).text
        origin = revisions.get(session_id, since).text if since is not None else ""
    text = base.text
    if since is None or origin == text:
        return earlier
    alone = _without_insertion(earlier, origin, text) or _with_removed(earlier, origin, text)
    if alone is not None:
        return alone
    merged = merge(origin, earlier, text)
    if merged.conflicts and number < since:  # a hand edit, which goes forward, was offered because of its conflicts
        raise Conflict(_TOUCHED)
    return merged.text


def _without_insertion(earlier: str, origin: str, text: str) -> str | None:
    """Return `text` without the words that `origin` has and `earlier` lacks. Returns None unless these words are in one
    piece, and occur exactly once in `text`, beside the same characters as in `origin`. So the result is None if a
    sentence was later added to an inserted paragraph.
    """
    span = offsets.pure_insertion(earlier, origin)
    added = origin[slice(*span)] if span is not None else ""
    if span is None or not added.strip() or text.count(added) != 1:
        return None
    at = text.index(added)
    before = added[0] in "\r\n" or text[:at][-1:] == origin[: span[0]][-1:]
    after = added[-1] in "\r\n" or text[at + len(added) :][:1] == origin[span[1] :][:1]
    return text[:at] + text[at + len(added) :] if before and after else None


#: Numbers of characters beside a removed text that are compared to find its place again, the largest number first.
_EDGES = (60, 30, 15)


def _with_removed(earlier: str, origin: str, text: str) -> str | None:
    """Return `text` with the words inserted again that `earlier` has and `origin` lacks; None if they are not in one
    piece, or if their place cannot be found. The place is found by the text just before and just after it, one of which
    may have been changed.
    """
    span = offsets.pure_insertion(origin, earlier)
    removed = earlier[slice(*span)] if span is not None else ""
    if span is None or not removed.strip() or text.count(removed.strip()) >= earlier.count(removed.strip()):
        return None
    for edge in _EDGES:
        before, after = origin[max(0, span[0] - edge) : span[0]], origin[span[0] : span[0] + edge]
        places = {text.index(before) + len(before)} if before.strip() and text.count(before) == 1 else set()
        if after.strip() and text.count(after) == 1:
            places.add(text.index(after))
        if len(places) == 1:
            at = places.pop()
            return f"{text[:at]}{removed}{text[at:]}"
    return None


def cause_of(operation: Mapping[str, Any]) -> Cause:
    """Return the cause of the revision that `operation` creates, an edit that restores a text: in general "restored".

    If the edit also changes the restored text, the cause is "edited". If it accepts a hand edit of doc.md, the cause is
    "external"; such an edit leads from an older revision to a newer one ("revision 8 since revision 7").
    """
    if follows(operation):
        return "edited"
    number, since = _numbers(operation)
    return "external" if since is not None and number > since else "restored"


def _numbers(operation: Mapping[str, Any]) -> tuple[int, int | None]:
    number, _, since = revision_in(operation).removeprefix("revision ").partition(" since revision ")
    return int(number), int(since) if since else None
