"""Find out which revision somebody edited by hand. An editor may have loaded an older text, and save it over a newer
file.
"""

from __future__ import annotations

from backend.document.revision import Revision
from backend.document.three_way_merge import changed, lacks_all
from backend.storage import revisions
from backend.storage.db import reading

#: Number of latest revisions that are compared. Chosen: more approvals while an editor is open are not foreseen.
MOST = 20
#: Causes of revisions whose text a person who edits the file has surely seen: the text came from the file, or the
#: document began with it.
KNOWN = ("external", "imported", "created")


def origin_of(session_id: str, text: str, published: Revision) -> Revision:
    """Return the revision whose text was edited to give `text`. It is an earlier one if `text` has nothing that the
    later revisions added; otherwise it is the published one.

    If several earlier revisions are possible, the one with the fewest changed characters is returned.
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
