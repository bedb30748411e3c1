"""The person in between: preview what approving would do, approve, reject, ask for a rewrite.

An approval is a run: while it goes on nothing else moves in the session, and a process that dies in the middle
leaves the content pending. The document, the draft and its message change in one transaction, and only where
the document is still at the revision that the placement was made for; otherwise it is placed again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from backend.document.blocks import read as read_blocks
from backend.document.revision import Revision, digest
from backend.drafting.briefing import Rewriting
from backend.drafting.highlights import AttachedSection
from backend.errors import Conflict, Refused, Unplaceable
from backend.kernel.events import silent
from backend.placement import diff, plan
from backend.placement.plan import Placement
from backend.ports import Ports
from backend.services import documents, drafting, library_search, personas, placing, runs
from backend.services.gathering import Task
from backend.services.messages import SendMessage, store
from backend.services.placing import Choice
from backend.services.runs import Holding
from backend.services.stream_listener import Aside
from backend.storage import drafts, messages, model_calls, revisions, sessions
from backend.storage import runs as stored_runs
from backend.storage.db import reading, transaction
from backend.storage.drafts import DraftRow
from backend.storage.runs import Run
from backend.storage.sessions import Session

#: How often a placement is made anew because the document moved under it.
MAX_ROUNDS = 4

#: What a rewrite without an instruction asks for.
PLAIN_REWRITE = "Please rewrite this content."


@dataclass(frozen=True, slots=True)
class Decide:
    """What the user decides about pending content; `document_content` is their own edit of it."""

    session_id: str
    pending_content_id: str | None = None
    document_content: str | None = None
    placement: Placement | None = None
    base_revision: int | None = None
    accept_truncated: bool = False
    reason: str | None = None
    instruction: str | None = None
    request_key: str | None = None
    #: the HTTP request's, for those who look into the log
    request_id: str = ""


def pending(ports: Ports, user_id: str, session_id: str) -> dict[str, DraftRow | None]:
    """The content that waits for approval, or None."""
    with reading():
        return {"pending": drafts.pending(sessions.get(user_id, session_id).id)}


def preview(ports: Ports, user_id: str, command: Decide) -> dict[str, Any]:
    """What approving would do, without doing it; a sure placement is kept for the approval of the same content."""
    with reading():
        session = sessions.get(user_id, command.session_id)
        draft = _waiting(_named(session, command))
        wishes = _wishes(draft)
    base = documents.current(ports, session.id)
    content = _content(draft, command)
    choice = placing.choose(ports, read_blocks(base.content or ""), content, wishes, silent)
    with transaction():
        _charge(ports, draft, choice)
        if choice.sure:
            placement = choice.placed.placement.to_json()
            drafts.keep_plan(draft.id, base.number, digest(content), placement)
    return {
        "placement": choice.placed.placement.to_json(),
        "candidates": [each.to_json() for each in choice.candidates],
        "sure": choice.sure,
        "diff": diff.unified(base.content or "", choice.placed.text),
        "word_diff": diff.words(base.content or "", choice.placed.text),
        "base_revision": base.number,
    }


def approve(ports: Ports, user_id: str, command: Decide) -> dict[str, Any]:
    """Place the content and commit it. Approving the same content again gives the same answer."""
    with reading():
        session = sessions.get(user_id, command.session_id)
        draft = _meant(user_id, session, command)
    if draft.status == "approved":
        return _approved(draft)
    with transaction():
        run = _begin(ports, user_id, draft, "approve", command)
        draft = drafts.get(session.id, draft.id)
    with runs.hold(ports, run) as holding:
        if draft.status != "approved":
            _place(ports, _waiting(draft), command, holding)
    with reading():
        draft = drafts.get(session.id, draft.id)
    return _approved(draft)


def reject(ports: Ports, user_id: str, command: Decide) -> dict[str, Any]:
    """Close pending content. Rejecting the same content again gives the same answer."""
    with reading():
        session = sessions.get(user_id, command.session_id)
        draft = _meant(user_id, session, command)
    if draft.status != "rejected":
        with transaction():
            holding = Holding(_begin(ports, user_id, draft, "reject", command))
            _waiting(drafts.get(session.id, draft.id))
            drafts.reject(draft.id, command.reason, ports.clock())
            holding.succeed(ports.clock(), draft.message_id, {"status": "rejected", "pending_content_id": draft.id})
    return {"status": "rejected", "session_id": session.id, "pending_content_id": draft.id}


def rewrite(ports: Ports, user_id: str, command: Decide) -> dict[str, Any]:
    """Stage 1 with the refused content in view. On failure, or when nothing new comes, the old content stays."""
    with runs.hold(ports, begin_rewrite(ports, user_id, command)) as holding:
        return carry_out_rewrite(ports, holding)


def begin_rewrite(ports: Ports, user_id: str, command: Decide) -> Run:
    """Store the wish as a message and begin its run; what is wrong with either is refused here."""
    with reading():
        session = sessions.get(user_id, command.session_id)
        draft = _rewritable(session, command)
    documents.current(ports, session.id)
    wish = SendMessage(session.id, command.instruction or PLAIN_REWRITE, request_key=command.request_key)
    with transaction():
        draft = _rewritable(session, replace(command, pending_content_id=draft.id))
        given = {
            "message_id": store(ports, session.id, wish).id,
            "draft_id": draft.id,
            "reason": command.reason or draft.reject_reason or "",
            "instruction": command.instruction or "",
            **_scope(session, draft),
            "request_id": command.request_id,
        }
        return runs.begin(ports, user_id, session.id, "rewrite", request_key=command.request_key, input=given)


def _scope(session: Session, draft: DraftRow) -> dict[str, Any]:
    """What the content was made from, and is made from again: works of the library, and web, library or neither.

    Where no works were chosen then, those that the session has by now.
    """
    made_by = stored_runs.that_wrote(draft.message_id)
    given = (made_by.input if made_by else None) or {}
    chosen = given.get("library")
    return {"library": session.library if chosen is None else chosen, "focus": given.get("focus", "web")}


def carry_out_rewrite(ports: Ports, holding: Holding) -> dict[str, Any]:
    """The work of a rewrite's run."""
    given = holding.run.input or {}
    with reading():
        message = messages.get(given["message_id"])
        draft = drafts.get(message.session_id, given["draft_id"])
        request = messages.get(draft.request_message_id or draft.message_id)
        session = sessions.get(holding.run.user_id, message.session_id)
    persona_id, persona = personas.words(holding.run.user_id, None, session.persona_id)
    task = Task(
        session_id=message.session_id,
        message=message,
        mode="write",
        revision=documents.current(ports, message.session_id),
        attached=tuple(AttachedSection(**each) for each in request.attached_sections),
        rewriting=Rewriting(
            original_request=request.content,
            content=draft.content,
            sources=draft.sources,
            reason=given["reason"],
            instruction=given["instruction"],
        ),
        refused=draft,
        user_id=holding.run.user_id,
        library=library_search.selection(given.get("library"), given.get("focus", "web")),
        focus=given.get("focus", "web"),
        persona_id=persona_id,
        persona=persona,
    )
    return drafting.write(ports, task, holding)


def _named(session: Session, command: Decide) -> DraftRow:
    """The content that the command means: the one it names, else the one that waits."""
    if command.pending_content_id:
        return drafts.get(session.id, command.pending_content_id)
    draft = drafts.pending(session.id)
    if draft is None:
        raise Conflict("Nothing is pending in this session.")
    return draft


def _meant(user_id: str, session: Session, command: Decide) -> DraftRow:
    """As `_named`; but a request sent again means what it meant first, whatever waits by now."""
    if not command.pending_content_id:
        message_id = runs.message_of(user_id, command.request_key)
        draft = drafts.of_message(session.id, message_id) if message_id else None
        if draft is not None:
            return draft
    return _named(session, command)


def _begin(ports: Ports, user_id: str, draft: DraftRow, kind: str, command: Decide) -> Run:
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
    """The draft, if it still waits for a decision."""
    if draft.status != "pending":
        raise Conflict(f"This content is already {draft.status}.", extra={"status_of_content": draft.status})
    return draft


def _rewritable(session: Session, command: Decide) -> DraftRow:
    """Pending or rejected content: the one named, else the pending one, else the last rejected."""
    if not command.pending_content_id:
        draft = drafts.pending(session.id) or drafts.last_rejected(session.id)
        if draft is None:
            raise Conflict("There is no pending or rejected content to rewrite.")
        return draft
    draft = drafts.get(session.id, command.pending_content_id)
    return draft if draft.status == "rejected" else _waiting(draft)


def _wishes(draft: DraftRow) -> tuple[str, ...]:
    """All that the user has said since the content was first requested: it bounds what Stage 2 may read."""
    return tuple(each.content for each in messages.user_messages_since(draft.session_id, draft.requested_number))


def _content(draft: DraftRow, command: Decide) -> str:
    return draft.content if command.document_content is None else command.document_content


def _place(ports: Ports, draft: DraftRow, command: Decide, holding: Holding) -> None:
    """Place and commit; the document may move in between, then it is placed again on what it has become."""
    if draft.truncated and not command.accept_truncated:
        raise Conflict("This content was cut off. Send accept_truncated: true to approve it as it is.")
    content = _content(draft, command)
    for _ in range(MAX_ROUNDS):
        base = documents.current(ports, draft.session_id)
        if command.base_revision is not None and command.base_revision != base.number:
            raise Conflict(f"The document is at revision {base.number}.", extra={"revision": base.number})
        choice = _choose(ports, draft, command, base, content, holding)
        made = _commit(ports, draft, base, content, choice, holding)
        if made is not None:
            documents.publish(ports, draft.session_id)
            return
    raise Conflict("The document kept changing while the content was placed; nothing was changed. Try again.")


def _choose(ports: Ports, draft: DraftRow, command: Decide, base: Revision, content: str, holding: Holding) -> Choice:
    """The user's placement, else the previewed one, else a new one. Asks back rather than destroy text by a guess."""
    document = read_blocks(base.content or "")
    with reading():
        kept = drafts.plan(draft.id, base.number, digest(content))
        wishes = _wishes(draft)
    previewed = plan.from_json(kept) if kept else None
    wanted = command.placement
    if wanted is not None and (previewed is None or wanted.spot != previewed.spot):
        wanted = replace(wanted, decided_by="user", confidence=1.0)
    try:
        chosen = wanted or previewed
        if chosen is not None:
            return placing.carry_out_chosen(document, content, chosen)
        choice = placing.choose(ports, document, content, wishes, holding.emit, Aside(holding.progress))
    except Unplaceable as error:
        raise Refused("The placement cannot be carried out.", errors={"placement": error.problems}) from error
    if not choice.sure:
        raise Conflict(
            "It is not clear which text should be replaced. Send one of the candidates as placement.",
            extra={"candidates": [each.to_json() for each in choice.candidates], "revision": base.number},
        )
    return choice


def _commit(
    ports: Ports, draft: DraftRow, base: Revision, content: str, choice: Choice, holding: Holding
) -> Revision | None:
    """Revision, draft and message in one transaction; None where the document has moved on."""
    placement = choice.placed.placement.to_json()
    holding.seal()
    with transaction():
        now = ports.clock()
        _charge(ports, draft, choice)
        made = revisions.add(
            draft.session_id, base.number, choice.placed.text, "placed", now, placement=placement, draft_id=draft.id
        )
        if made is None:
            return None
        if not drafts.approve(draft.id, content, {"revision": made.number}, now):
            raise Conflict("This content has just been decided otherwise.")
        messages.set_status(draft.message_id, "approved", placement=placement)
        sessions.touch(draft.session_id, now)
        told = {"status": "approved", "pending_content_id": draft.id, "revision": made.number, "placement": placement}
        holding.succeed(now, draft.message_id, told)
    return made


def _charge(ports: Ports, draft: DraftRow, choice: Choice) -> None:
    """Book the calls that the choice cost."""
    for reply in choice.replies:
        model_calls.record_call(draft.session_id, draft.message_id, "stage2", reply, ports.clock())


def _approved(draft: DraftRow) -> dict[str, Any]:
    """The answer of an approval, read back from the revision that it made."""
    number = (draft.approval or {})["revision"]
    with reading():
        made = revisions.get(draft.session_id, number)
        before = revisions.get(draft.session_id, number - 1)
    return {
        "status": "approved",
        "session_id": draft.session_id,
        "pending_content_id": draft.id,
        "revision": made.number,
        "document": made.content or "",
        "placement": made.placement,
        "diff": diff.unified(before.content or "", made.content or ""),
    }
