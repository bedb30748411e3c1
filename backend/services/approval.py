"""List pending drafts, preview an approval, and approve, move or reject a draft.

An approval is a run: nothing else can change the session until it ends. If its process dies, the draft stays pending.
One transaction changes the document, the draft and its message. If the document was changed after the place was chosen,
nothing is stored, and a place is chosen again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.document.revision import Cause, Revision, digest
from backend.errors import Conflict, Refused, Unplaceable
from backend.kernel.events import silent
from backend.placement import diff, losses, offsets, plan, whole_document
from backend.placement.plan import Placement
from backend.ports import Ports
from backend.services import documents, draft_parts, placing, references, runs, verification
from backend.services.answers import shown_text
from backend.services.answers.stream_listener import InternalCallListener
from backend.services.draft_parts import Part, Unit
from backend.services.edits import restored_text
from backend.services.places import relocation, replacement_targets
from backend.services.places.earlier_version import earlier_version
from backend.services.placing import Choice
from backend.services.run_progress import Progress
from backend.services.runs import Holding
from backend.storage import drafts, messages, model_calls, revisions, sessions
from backend.storage.db import reading, transaction
from backend.storage.drafts import DraftRow
from backend.storage.runs import Run
from backend.storage.sessions import Session

#: Maximum number of attempts to place a content. An attempt fails if the document changes in the meantime.
MAX_ROUNDS = 4
_EDIT_IMPOSSIBLE = (
    "The document was not changed, because this edit no longer fits it. Reject this draft, and ask again."
)
_CUT_OFF = "Nothing was changed: the draft was cut off. To approve it as it is, send `accept_truncated: true`."
_IMPOSSIBLE = "The document was not changed, because this placement cannot be carried out. Choose another place."


@dataclass(frozen=True, slots=True)
class ApprovalCommand:
    """A user's decision about an open draft. `document_content` is the draft's text, if the user has edited it.
    `placement` is the place that the user chose, and `base_revision` the revision of the document in the preview.
    `reason` says why the user rejects the draft.

    `accept_truncated` accepts an answer that was cut off, `accept_sources` doubtful sources. `unit` is the unit of
    offsets in the answer. `request_key` is the request's Idempotency-Key.
    """

    session_id: str
    pending_content_id: str | None = None
    document_content: str | None = None
    placement: Placement | None = None
    base_revision: int | None = None
    #: ids of the parts to approve, as the preview gives them; None approves all
    hunks: Sequence[str] | None = None
    accept_truncated: bool = False
    accept_sources: bool = False
    reason: str | None = None
    unit: Unit = "codepoint"
    request_key: str | None = None
    #: the id of the HTTP request, for the log
    request_id: str = ""


def pending(ports: Ports, user_id: str, session_id: str) -> dict[str, Any]:
    """Return the open drafts (`open`, newest first) and the newest of them (`pending`; None if no draft is open)."""
    with reading():
        session = sessions.own(user_id, session_id)
        waiting = drafts.waiting(session.id)
        versions = drafts.versions(session.id, [each.root for each in waiting])
        plans = drafts.plans([each.id for each in waiting])
    shown = [
        {
            "draft": each,
            "versions": versions[each.root],
            "title": title_of(each),
            "placement": each.place or plans.get(each.id),
        }
        for each in waiting
    ]
    return {"pending": shown[0] if shown else None, "open": shown}


def title_of(draft: DraftRow) -> str:
    """Return a draft's heading, or its first 12 words; for an edit, the sentence that describes the edit."""
    if draft.operation is not None:
        return str(draft.operation.get("reason", ""))
    line = next((line.strip() for line in draft.content.splitlines() if line.strip()), "")
    heading = line.lstrip("#").strip() if line.startswith("#") else line
    words = heading.split()
    return " ".join(words[:12]) + (" …" if len(words) > 12 else "")


def preview(ports: Ports, user_id: str, command: ApprovalCommand) -> dict[str, Any]:
    """Return what an approval would change, as the API sends it. The place is stored, and the next approval uses it."""
    with reading():
        session = sessions.own(user_id, command.session_id)
        draft = _waiting(_named(session, command, sure=True))
    base = documents.current(ports, session.id)
    text, content = base.text, _content(draft, command)
    document = read_blocks(text)
    doubt, chosen = "", command.placement is not None and draft.kind == "content"
    if command.placement is not None and chosen:
        choice = _at(document, content, command.placement)
    else:
        request = _request(draft, content, base)
        choice = placing.choose(ports, document, request, silent)
        choice, doubt = replacement_targets.checked(replace(draft, content=content), base, request.thread, choice)
    with transaction():
        _charge(ports, draft, choice)
        adds = choice.placed.placement.operation not in plan.DESTROYING and doubt != replacement_targets.GONE
        if not chosen and (choice.sure or adds):
            placement = choice.placed.placement.to_json()
            drafts.keep_plan(draft.id, base.number, digest(content), placement)
    lost = losses.of(text, choice.placed.text)
    unknown = () if chosen or choice.sure else placing.unknown_part(document, request)
    return {
        "placement": choice.placed.placement.to_json(),
        "candidates": [each.to_json() for each in choice.candidates],
        "sure": choice.sure,
        "diff": diff.unified(text, choice.placed.text),
        "word_diff": diff.words(text, choice.placed.text),
        **draft_parts.shown(text, choice.placed.text, command.unit),
        "lost_citations": list(lost.citations),
        "lost": list(lost.others),
        "warnings": [*([doubt] if doubt else []), *lost.sentences(), *unknown],
        "base_revision": base.number,
    }


def approve(ports: Ports, user_id: str, command: ApprovalCommand) -> dict[str, Any]:
    """Place the content in the document, and return the API's answer. Content that is already approved is not placed a
    second time; if the command names another place, it is moved there.
    """
    with reading():
        session = sessions.own(user_id, command.session_id)
        draft = _meant(user_id, session, command)
    draft_parts.require_same(draft, command.hunks)
    if draft.status == "approved" and not _moves(draft, command):
        return _approved(draft, command)
    with transaction():
        run = _begin(ports, user_id, draft, "approve", command)
        draft = drafts.get(session.id, draft.id)
        draft_parts.require_same(draft, command.hunks)
        if draft.status != "approved":
            _waiting(draft)
    with runs.hold(ports, run) as holding:
        if draft.status != "approved":
            _place(ports, draft, command, holding)
        elif _moves(draft, command):
            relocation.move(ports, draft, command.placement, holding)
    with reading():
        draft = drafts.get(session.id, draft.id)
    return _approved(draft, command)


def reject(ports: Ports, user_id: str, command: ApprovalCommand) -> dict[str, Any]:
    """Close an open draft, and return the API's answer. A repeated rejection returns the same answer."""
    with reading():
        session = sessions.own(user_id, command.session_id)
        draft = _meant(user_id, session, command, sure=True)
    if draft.status != "rejected":
        with transaction():
            holding = Holding(_begin(ports, user_id, draft, "reject", command))
            head = drafts.newest_version(_waiting(drafts.get(session.id, draft.id)))
            drafts.reject(head.id, command.reason, ports.clock())
            sessions.touch(session.id, ports.clock())
            holding.succeed(ports.clock(), draft.message_id, {"status": "rejected", "pending_content_id": draft.id})
    return {"status": "rejected", "session_id": session.id, "pending_content_id": draft.id}


def _named(session: Session, command: ApprovalCommand, sure: bool = False) -> DraftRow:
    """Return the draft that the command names, or else the newest open draft. Raises Conflict if none is open, or if a
    draft that is in doubt (it was cut off, or lost much text) is not named. With `sure`, doubts are ignored: for
    actions that lose no text.
    """
    if command.pending_content_id:
        return drafts.get(session.id, command.pending_content_id)
    waiting = drafts.waiting(session.id)
    if not waiting:
        raise Conflict("No draft waits for approval in this session. Send a message to ask for one.")
    if waiting[0].doubt and not sure:
        raise Conflict(waiting[0].doubt, extra={"pending_content_id": waiting[0].id, "revises": waiting[0].revises})
    return waiting[0]


def _meant(user_id: str, session: Session, command: ApprovalCommand, sure: bool = False) -> DraftRow:
    """Return the draft that the command is about. If the request is a repetition, this is the draft that the first
    request decided. With `sure`, a doubt about an unnamed draft is ignored.
    """
    if not command.pending_content_id:
        message_id = runs.message_of(user_id, command.request_key)
        draft = drafts.of_message(session.id, message_id) if message_id else None
        if draft is not None:
            return draft
    return _named(session, command, sure)


def _moves(draft: DraftRow, command: ApprovalCommand) -> bool:
    """Return True if the draft is already approved, and the command asks for another place for it."""
    if command.placement is None or draft.approval is None:
        return False
    return plan.from_json(draft.approval["placement"]).spot != command.placement.spot


def _begin(ports: Ports, user_id: str, draft: DraftRow, kind: str, command: ApprovalCommand) -> Run:
    return runs.begin(
        ports,
        user_id,
        draft.session_id,
        kind,
        request_key=command.request_key,
        message_id=draft.message_id,
        input={"request_id": command.request_id},
    )


def _waiting(draft: DraftRow) -> DraftRow:
    """Return `draft` if it is open, or if a newer version of it is open. Raises Conflict if neither is."""
    if draft.status == "pending":
        return draft
    head = drafts.newest_version(draft)
    if draft.status == "approved" or head.status != "pending":
        status = head.status if draft.status == "superseded" else draft.status
        raise Conflict(f"Nothing was changed: this draft is already {status}.", extra={"status_of_content": status})
    return draft


def _content(draft: DraftRow, command: ApprovalCommand) -> str:
    return draft.content if command.document_content is None else command.document_content


def _place(ports: Ports, draft: DraftRow, command: ApprovalCommand, holding: Holding) -> None:
    """Choose a place and store the new revision; if the document changes meanwhile, do both again."""
    if draft.truncated and not command.accept_truncated:
        raise Conflict(_CUT_OFF, extra={"truncated": True})
    content = _content(draft, command)
    if not command.accept_sources:
        verification.require_sound(*references.rests_on(ports, draft, content), content)
    for _ in range(MAX_ROUNDS):
        base = documents.current(ports, draft.session_id)
        if command.base_revision is not None and command.base_revision != base.number:
            raise Conflict(
                f"The document changed (to revision {base.number}): nothing was placed. Preview the draft again.",
                extra={"revision": base.number},
            )
        if command.base_revision is None:
            _require_unchanged(draft, base)
        choice = _choose(ports, draft, command, base, holding.progress)
        part = draft_parts.take(choice, base.text, content, command.hunks)
        made = _commit(ports, draft, base, part, holding)
        if made is not None:
            documents.publish(ports, draft.session_id)
            if draft.cites_by_key:
                references.publish(ports, draft.session_id)
            return
    raise Conflict("Nothing was placed, because the document kept changing in the meantime. Approve the draft again.")


def _require_unchanged(draft: DraftRow, base: Revision) -> None:
    """Raise Conflict if the draft replaces the whole document and was made for an earlier revision of it."""
    offered = whole_document.base_of(draft.operation)
    if offered is not None and offered != base.number:
        raise Conflict(
            f"Nothing was changed. The document has changed since revision {offered}, and this import would undo the "
            "later changes. "
            "To replace the document all the same, look at the preview, and approve with the preview's base_revision.",
            extra={"revision": base.number},
        )


def _choose(ports: Ports, draft: DraftRow, command: ApprovalCommand, base: Revision, progress: Progress) -> Choice:
    """Return the place that the user chose, else the place of the preview, else a new one. Raises Conflict if the draft
    removes text and it is unclear which.
    """
    content, document = _content(draft, command), read_blocks(base.text)
    with reading():
        kept = drafts.plan(draft.id, base.number, digest(content))
    previewed = plan.from_json(kept) if kept and draft.kind == "content" else None
    wanted = command.placement
    try:
        request = _request(draft, content, base)
        if previewed is not None and (wanted is None or wanted.spot == previewed.spot):
            return placing.carry_out_previewed(document, request, previewed)
        if wanted is not None and draft.kind == "content":
            return _at(document, content, wanted)
        choice = placing.choose(ports, document, request, progress.emit, InternalCallListener(progress))
        if wanted is not None:
            return placing.confirmed_edit(choice, wanted)
    except Unplaceable as error:
        said = _EDIT_IMPOSSIBLE if draft.kind == "edit" else _IMPOSSIBLE
        raise Refused(said, errors={"placement": error.problems}) from error
    choice, doubt = replacement_targets.checked(replace(draft, content=content), base, request.thread, choice)
    replacement_targets.require_certain(draft, base, choice, doubt)
    return choice


def _at(document: Document, content: str, wanted: Placement) -> Choice:
    """Return the result of placing the content where the user wants it (`wanted`). Raises Refused if the content cannot
    be placed there.
    """
    try:
        return placing.carry_out_chosen(document, content, replace(wanted, decided_by="user", confidence=1.0))
    except Unplaceable as error:
        raise Refused(_IMPOSSIBLE, errors={"placement": error.problems}) from error


def _request(draft: DraftRow, content: str, base: Revision) -> placing.Request:
    """Return the content or edit to place, with the messages about it. Raises Conflict if the draft undoes a change and
    the document has changed too much since then.
    """
    document = read_blocks(base.text)
    thread = replacement_targets.thread_of(draft, document)
    if draft.operation is None:
        return placing.Request(content, thread, version_of=earlier_version(draft, content, document))
    if draft.operation["operation"] != "restore":
        return placing.Request(content, thread, draft.operation, planned_on=shown_text.planned_on(draft, base))
    earlier = restored_text.earlier_text(draft.session_id, draft.operation, base)
    return placing.Request(content, thread, draft.operation, earlier=earlier)


def _commit(ports: Ports, draft: DraftRow, base: Revision, part: Part, holding: Holding) -> Revision | None:
    """Store the new revision, the draft and its message in one transaction. `part` is what the user approved. Returns
    the revision; None if the document has changed in the meantime.
    """
    choice, content = part.choice, part.content
    placement = choice.placed.placement.to_json()
    cause = _cause(draft, base)
    holding.seal()
    with transaction():
        now = ports.clock()
        _charge(ports, draft, choice)
        made = revisions.add(
            draft.session_id, base.number, choice.placed.text, cause, now, placement=placement, draft_id=draft.id
        )
        if made is None:
            return None
        approval = {
            "revision": made.number,
            "placement": placement,
            "sure": choice.sure,
            "candidates": [each.to_json() for each in choice.candidates],
            "span": offsets.pure_insertion(base.text, choice.placed.text),
            **part.kept,
        }
        if not drafts.approve(draft, content, approval, now):
            raise Conflict("Nothing was changed: another request has decided about this draft. Load the session again.")
        messages.set_status(draft.message_id, "approved", placement=placement)
        if draft.cites_by_key:
            references.join(draft.session_id, content, draft.citations, now)
        sessions.touch(draft.session_id, now)
        told = {"status": "approved", "pending_content_id": draft.id, "revision": made.number, "placement": placement}
        holding.succeed(now, draft.message_id, told)
    return made


def _cause(draft: DraftRow, base: Revision) -> Cause:
    if draft.kind == "content":
        return "placed"
    operation = draft.operation or {}
    if operation["operation"] != "restore":
        return "imported" if operation["operation"] == "replace" and not base.content else "edited"
    return restored_text.cause_of(operation)


def _charge(ports: Ports, draft: DraftRow, choice: Choice) -> None:
    """Record the model calls that chose the place, with their tokens and cost."""
    for reply in choice.replies:
        model_calls.record_call(draft.session_id, draft.message_id, "stage2", reply, ports.clock())


def _approved(draft: DraftRow, command: ApprovalCommand) -> dict[str, Any]:
    """Build the API's answer from the revision that the approval created."""
    approval = draft.approval or {}
    with reading():
        made = revisions.get(draft.session_id, approval["revision"])
        before = revisions.get(draft.session_id, approval["revision"] - 1)
    old, new = before.text, made.text
    spans = approval.get("inserted") or offsets.inserted(old, new, draft.approved_content or "")
    spans = draft_parts.counted(new, spans, command.unit)
    return {
        "status": "approved",
        "session_id": draft.session_id,
        "pending_content_id": draft.id,
        "revision": made.number,
        "document": new,
        "placement": made.placement,
        "sure": approval.get("sure", True),
        "candidates": approval.get("candidates", [made.placement]),
        "diff": diff.unified(old, new),
        "inserted": [{"start": start, "end": end} for start, end in spans],
    }
