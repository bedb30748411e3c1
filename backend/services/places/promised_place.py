"""Keep the place that a user named when the draft was requested, such as "after the second paragraph", even if the
document has changed since then.
"""

from __future__ import annotations

from dataclasses import replace

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.document.outline import outline
from backend.document.revision import Revision
from backend.errors import Unplaceable
from backend.placement import plan
from backend.placement.confidence import SURE
from backend.placement.place import carry_out
from backend.placement.plan import Placement, anchor_at
from backend.services import placing
from backend.services.answers import shown_text
from backend.services.placing import Choice, Order
from backend.storage import drafts, revisions
from backend.storage.db import reading
from backend.storage.drafts import DraftRow

CHANGED = (
    "The document has changed since this place was chosen, and the text beside it is gone or occurs several times. "
    "Check the place."
)
_BESIDE = ("insert_before", "insert_after")


def kept(draft: DraftRow, base: Revision, thread: tuple[Order, ...], choice: Choice) -> tuple[Choice, str]:
    """Return the place for a draft beside the text that the user named when requesting it, and a warning or "".
    Revisions made since may have moved that text: if a paragraph was added, "after the second paragraph" now means
    another place.

    `choice` is the place that the messages in `thread` mean in the newest revision, `base`. It is returned if the user
    named no text. The warning says that the named text is gone or occurs several times; the place is then not sure.
    """
    found = _promised(draft, base, thread)
    if found is None:
        return choice, ""
    promise, earlier = found
    document, content = read_blocks(base.text), draft.content
    block = _again(document, earlier, promise)
    if block is None:
        return replace(choice, sure=False), CHANGED
    place = replace(
        promise, anchor=anchor_at(document, block), section=outline(document).section_of(block).path or None
    )
    if place.spot == choice.placed.placement.spot:
        return choice, ""
    try:
        placed = carry_out(document, content, place)
    except Unplaceable:
        return replace(choice, sure=False), CHANGED
    candidates = plan.distinct((place, *choice.candidates))
    return replace(choice, placed=placed, candidates=candidates, sure=True), ""


def _promised(draft: DraftRow, base: Revision, thread: tuple[Order, ...]) -> tuple[Placement, Document] | None:
    """Return the place beside a block where the user wanted the draft, and the earlier document in which it was found.
    This is the place of the last preview, or else the place that the request meant when it was sent.

    Returns None if there is no such place, if it is not sure, if the document has not changed since, or if a later
    message has moved the draft.
    """
    if any(each.part == "move" for each in draft.thread):
        return None
    with reading():
        shown = drafts.last_plan(draft.id)
        since = shown[0] if shown is not None else shown_text.revision_of(draft)
        if since is None or since == base.number:
            return None
        earlier = read_blocks(revisions.get(draft.session_id, since).text)
    if shown is not None:
        place = plan.from_json(shown[1])
    else:
        try:
            place = placing.place_by_rules(
                earlier, draft.content, placing.placing_words(earlier, thread)
            ).placed.placement
        except Unplaceable:
            return None
    sure = place.operation in _BESIDE and place.place == "block" and place.confidence >= SURE
    return (place, earlier) if sure else None


def _again(document: Document, earlier: Document, place: Placement) -> int | None:
    """Return the index of the block in `document` that has the text of the block beside `place` in the document
    `earlier`. Returns None unless exactly one block has this text.
    """
    if place.anchor is None or place.anchor.block >= len(earlier.blocks):
        return None
    text = earlier.source(earlier.blocks[place.anchor.block]).strip()
    found = [block.index for block in document.blocks if document.source(block).strip() == text]
    return found[0] if len(found) == 1 else None
