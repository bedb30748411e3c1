"""Find the revision on which a hand edit was made: an editor may save an older text over a newer file."""

from __future__ import annotations

from backend.document.merging import changed, lacks_all
from backend.document.revision import Revision
from backend.storage import revisions
from backend.storage.db import reading

#: Revisions that are looked back on. Chosen: more approvals than that beside an open editor are not foreseen.
MOST = 20
#: Revisions that came by way of the file, or that a document begins with: whoever edits the file has seen them.
KNOWN = ("external", "imported", "created")


def origin_of(session_id: str, text: str, published: Revision) -> Revision:
    """Return the revision on which a text was made: the published one, or an earlier one if the text contains nothing
    that any later revision added.

    Of several such revisions the most similar one is returned, by the number of changed characters.
    """
    found, least = published, None
    newer = published
    for number in range(published.number - 1, max(published.number - 1 - MOST, -1), -1):
        if newer.cause in KNOWN:
            break
        with reading():
            older = revisions.find(session_id, number)
        if older is None or not lacks_all(older.content or "", text, published.content or ""):
            break
        cost = changed(older.content or "", text)
        if least is None or cost < least:
            found, least = older, cost
        newer = older
    return found
