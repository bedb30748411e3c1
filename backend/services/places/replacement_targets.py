"""Check that a replacement removes only text that the user meant and that the writer saw."""

from __future__ import annotations

from dataclasses import replace

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.document.outline import outline
from backend.document.revision import Revision
from backend.drafting import content_form
from backend.errors import Conflict, Unplaceable
from backend.placement import earlier_target, plan
from backend.placement.partial_answer import elision
from backend.placement.safer_place import ChosenPlace
from backend.services import placing
from backend.services.answers import antecedent, shown_text
from backend.services.edits import orders
from backend.services.places import promised_place
from backend.services.placing import Choice
from backend.storage import messages, revisions
from backend.storage.db import reading
from backend.storage.drafts import DraftRow

UNCERTAIN = (
    "Nothing was changed: the draft would replace text of the document, and it is not certain that you want this. {} "
    "Choose one of the places offered."
)
UNCERTAIN_EDIT = (
    "Nothing was changed: it is not certain that you want this edit. {} To carry it out, look at the preview, and "
    "approve with the preview's `placement`."
)
CHANGED = (
    "The document has changed since you asked for this replacement, and the words of your request now name another "
    "text. To replace a text anyway, choose one of the places offered."
)
EDITED = (
    "The draft replaces a text that was changed after you asked for the draft, so the draft may lack this change. "
    "Compare the draft with the present text. To replace the text anyway, choose one of the places offered."
)

ELIDED = (
    "Nothing was changed: the draft has “{}” where it seems to leave out text, so replacing the old text would delete "
    "that part. Complete the draft, or ask for the whole text. To place the draft as it is, choose one of the places "
    "offered."
)
UNFIT = "Nothing was changed. {} To place the draft as it is, choose one of the places offered."
GONE = (
    "The text that the draft should replace was changed or deleted after you asked for the draft, so nothing was "
    "changed. Choose one of the places offered, or reject this draft."
)
SECTION_GONE = "The section “{}”, for which the draft was requested, is no longer in the document. Check the place."


def thread_of(draft: DraftRow, document: Document) -> tuple[placing.Order, ...]:
    """Return the user's messages about this draft, oldest first: the request, and the messages that asked for a change
    of the draft or for another place.
    """
    with reading():
        said = [(messages.get(each.message_id), each.part) for each in draft.thread]
    texts = [antecedent.of_request(each, document) if part == "request" else each.content for each, part in said]
    return tuple(
        placing.Order(orders.order_of(text, document), part) for text, (_, part) in zip(texts, said, strict=True)
    )


def require_certain(draft: DraftRow, base: Revision, choice: Choice, doubt: str) -> None:
    """Raise Conflict, with the possible places, if the choice would change or remove text and is not sure. `doubt` is
    the warning that `checked` returned; it may be "".
    """
    placement = choice.placed.placement
    if doubt != GONE and (choice.sure or placement.operation not in plan.DESTROYING):
        return
    said = UNCERTAIN_EDIT if draft.kind == "edit" else UNCERTAIN
    raise Conflict(
        doubt or said.format(placement.reason),
        extra={"candidates": [each.to_json() for each in choice.candidates], "revision": base.number},
    )


def checked(draft: DraftRow, base: Revision, thread: tuple[placing.Order, ...], choice: Choice) -> tuple[Choice, str]:
    """Return the choice of a place, and a warning if it might remove the wrong text of the newest revision (`base`),
    else "". With a warning, `choice.sure` becomes False. `thread` are the messages about the draft (see `thread_of`).

    If the document has changed since the request, the choice then replaces the text that the user meant at that time,
    provided that this text occurs unchanged at exactly one place.
    """
    if draft.kind != "content":
        return choice, ""
    document, content = read_blocks(base.text), draft.content
    unfit = next(iter(content_form.doubts(content, "\n\n".join(each.text for each in thread), document)), "")
    if choice.placed.placement.operation not in plan.DESTROYING:
        choice, doubt = _of_lost_target(draft, base, content, choice)
        if doubt or choice.placed.placement.operation in plan.DESTROYING:
            return choice, doubt
        choice, doubt = promised_place.kept(draft, base, thread, choice)
        return replace(choice, sure=choice.sure and not unfit), doubt or unfit
    choice, doubt = _as_meant(draft, base, content, choice)
    with reading():
        if shown_text.unseen(draft, document, choice.placed):
            doubt = EDITED if _is_edited(draft, base, document, choice) else shown_text.UNSEEN
    if mark := elision(content, document.text):
        doubt = doubt or ELIDED.format(mark)
    doubt = doubt or (UNFIT.format(unfit) if unfit else "")
    return (replace(choice, sure=False), doubt) if doubt else (choice, "")


def _is_edited(draft: DraftRow, base: Revision, document: Document, choice: Choice) -> bool:
    """Return True if the text that `choice` would replace was changed after the draft was requested. `document` is the
    text of the newest revision, `base`.
    """
    since = shown_text.revision_of(draft)
    if since in (None, base.number):
        return False
    earlier = read_blocks(revisions.get(draft.session_id, since).text)
    return not earlier_target.has(earlier, earlier_target.removed(document, choice.placed))


def _as_meant(draft: DraftRow, base: Revision, content: str, choice: Choice) -> tuple[Choice, str]:
    """Return a choice and a warning. The choice replaces the text that the user meant when the draft was requested,
    where this text is in the newest revision (`base`).

    If the text was changed, `choice` is returned unchanged, with a warning that says so; otherwise the warning is "".
    """
    with reading():
        since = shown_text.revision_of(draft)
        if not choice.sure or since in (None, base.number):
            return choice, ""
        earlier = read_blocks(revisions.get(draft.session_id, since).text)
    document = read_blocks(base.text)
    texts, meant = earlier_target.removed(document, choice.placed), _then(draft, earlier, content)
    if meant is None or not meant.sure or meant.placed.placement.operation not in plan.DESTROYING:
        return choice, "" if earlier_target.has(earlier, texts) else CHANGED
    if earlier_target.removed(earlier, meant.placed) == texts:
        return choice, ""
    found = earlier_target.found_again(document, content, earlier, meant.placed)
    if found is None:
        return choice, CHANGED
    return replace(choice, placed=found, candidates=plan.distinct((found.placement, *choice.candidates))), ""


def _of_lost_target(draft: DraftRow, base: Revision, content: str, choice: Choice) -> tuple[Choice, str]:
    """Correct a `choice` that only adds the content although the request may have meant to replace a text. Returns the
    new choice and a warning.

    If the request surely meant the text, and the newest revision (`base`) still has it, the choice replaces it. The
    warning says that this text, or the section to which the content was to be added, is gone; otherwise it is "".
    """
    with reading():
        since = shown_text.revision_of(draft)
        if since in (None, base.number):
            return choice, ""
        earlier = read_blocks(revisions.get(draft.session_id, since).text)
    meant = _then(draft, earlier, content)
    if meant is None or (not meant.sure and meant.placed.placement.operation not in plan.DESTROYING):
        return choice, ""
    document, was = read_blocks(base.text), meant.placed.placement
    if was.operation in plan.DESTROYING:
        found = earlier_target.found_again(document, content, earlier, meant.placed)
        if found is None:
            return replace(choice, sure=False), GONE
        if not meant.sure:
            return choice, ""
        return replace(choice, placed=found, candidates=plan.distinct((found.placement, *choice.candidates))), ""
    titles = {each.title for each in outline(document).sections}
    if choice.sure or not was.section or was.section[-1] in titles:
        return choice, ""
    doubt = SECTION_GONE.format(was.section[-1])
    placed = replace(choice.placed, placement=replace(choice.placed.placement, reason=doubt))
    candidates = plan.distinct((placed.placement, *choice.candidates))
    return replace(choice, placed=placed, candidates=candidates), doubt


def _then(draft: DraftRow, earlier: Document, content: str) -> ChosenPlace | None:
    """Return the place that the rules find for the content in `earlier`, the document at the time of the request; None
    if they find none.
    """
    try:
        return placing.place_by_rules(earlier, content, placing.placing_words(earlier, thread_of(draft, earlier)))
    except Unplaceable:
        return None
