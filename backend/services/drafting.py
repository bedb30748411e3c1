"""Send a message, or have a draft rewritten (Stage 1). A rewrite is a message that revises a given draft.

The user's message is stored first, together with the run that answers it. If the caller waits for the answer, the same
thread writes it. Otherwise another process reads the run's row and does the work.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any

from backend.document.blocks import read as read_blocks
from backend.document.revision import Revision
from backend.drafting.briefing import Rewriting
from backend.drafting.highlights import AttachedSection
from backend.drafting.intent import asks_again, says_again
from backend.errors import Conflict
from backend.kernel.exchange import Mode
from backend.kernel.wanted import NOTHING_SAID, Wanted
from backend.kernel.work_slots import SLOTS
from backend.keyless.commands import corrects_place
from backend.mentions.resolver import resolve
from backend.ports import Ports
from backend.services import documents, personas, runs, writing
from backend.services.answers import request_options
from backend.services.answers.antecedent import meant_addition, of_message, of_part_before
from backend.services.gathering import NEW, Task
from backend.services.runs import Holding, RunWork
from backend.storage import drafts, messages, sessions
from backend.storage.db import reading, transaction
from backend.storage.drafts import DraftRow
from backend.storage.idempotency import KEPT
from backend.storage.messages import Message
from backend.storage.runs import Run
from backend.storage.sessions import Session

#: What a rewrite without an instruction asks for.
PLAIN_REWRITE = "Please rewrite this content."
#: More than the number of any message.
_ANY_NUMBER = 2**31 - 1


@dataclass(frozen=True, slots=True)
class SendMessage:
    """A user's message with its options.

    `draft` is the id of the open draft that the message revises, or "new" for a separate draft. With None the writer
    decides. `request_key` is the request's Idempotency-Key: if the request is repeated, its message is not stored
    again.
    """

    session_id: str
    message: str
    mode: Mode = "write"
    attached_sections: tuple[AttachedSection, ...] = ()
    wanted: Wanted = NOTHING_SAID
    draft: str | None = None
    request_key: str | None = None
    #: the id of the HTTP request, for the log
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class RewriteDraft:
    """A request to write a draft again. `instruction` says what should be different, and `reason` what was wrong with
    the draft. If `pending_content_id` is None, the newest open draft is rewritten or, if none is open, the draft
    rejected last.
    """

    session_id: str
    pending_content_id: str | None = None
    instruction: str | None = None
    reason: str | None = None
    #: the request's Idempotency-Key, and the id of the HTTP request, for the log
    request_key: str | None = None
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class _Begun:
    """A run that has begun, with the database rows that were read to begin it. They need not be read again."""

    run: Run
    session: Session
    message: Message
    revision: Revision
    waiting: tuple[DraftRow, ...]
    #: the draft approved last; None if a draft is open
    approved: DraftRow | None = None
    base: DraftRow | None = None
    given: dict[str, Any] = field(default_factory=dict)


def send(ports: Ports, user_id: str, command: SendMessage) -> dict[str, Any]:
    """Answer a message, and return the API's answer. If the model fails, the message stays stored, and the request can
    be repeated.

    If this process dies, no other one continues the run, because the waiting caller cannot get the answer any more. So
    the run is stored from the start as if it had called a model; such runs are never continued.
    """
    return _answer(ports, _begin_message(ports, user_id, command, waits=True))


def rewrite(ports: Ports, user_id: str, command: RewriteDraft) -> dict[str, Any]:
    """Rewrite a draft, and return the API's answer. If this fails, or nothing new is written, the draft stays as it
    is.
    """
    return _answer(ports, _begin_rewrite(ports, user_id, command, waits=True))


def begin(ports: Ports, user_id: str, command: SendMessage | RewriteDraft) -> tuple[Run, RunWork]:
    """Store the user's message after checking it, and begin the run that answers it. Returns the run, and a function
    that writes the answer. The function does not read the database rows again that were read here.
    """
    if isinstance(command, RewriteDraft):
        begun = _begin_rewrite(ports, user_id, command)
    else:
        begun = _begin_message(ports, user_id, command)
    return begun.run, partial(_answer_later, begun)


def carry_out(ports: Ports, holding: Holding) -> dict[str, Any]:
    """Write the answer for which a run was begun. The run's row names the message to answer. Returns the API's
    answer.
    """
    run, given = holding.run, holding.run.input or {}
    with reading():
        message = messages.get(given["message_id"])
        session = sessions.own(run.user_id, message.session_id)
        waiting, approved = _open_or_approved(session.id, message.content)
        named = given.get("draft")
        base = drafts.get(session.id, named) if named and named != NEW else None
    revision = documents.current(ports, session.id)
    begun = _Begun(run, session, message, revision, waiting, approved, base, dict(given))
    with SLOTS.taken():
        return writing.write(ports, _task(begun), holding)


def _answer(ports: Ports, begun: _Begun, live: bool = False) -> dict[str, Any]:
    with runs.hold(ports, begun.run, live) as holding:
        return writing.write(ports, _task(begun), holding)


def _answer_later(begun: _Begun, ports: Ports) -> dict[str, Any]:
    """Write the answer in a thread of its own, while clients follow the run."""
    with SLOTS.taken():
        return _answer(ports, begun, live=True)


def _begin_message(ports: Ports, user_id: str, command: SendMessage, waits: bool = False) -> _Begun:
    with reading():
        session = sessions.own(user_id, command.session_id)
        base = _open_draft(session, command.draft) if command.draft and command.draft != NEW else None
    request_options.check(ports, user_id, command.wanted)
    revision = documents.current(ports, session.id)
    retried = _rejected_before(session.id, command, revision)
    base = base or retried
    wanted = command.wanted.over(base.wanted) if base else command.wanted
    with transaction(on_disk=not waits or command.request_key is not None):
        message = _store(ports, session.id, command)
        given: dict[str, Any] = {
            "message_id": message.id,
            "draft": retried.id if retried else command.draft,
            "wanted": wanted.to_json(),
            "request_id": command.request_id,
        }
        if retried is not None:
            given |= {"reason": retried.reject_reason or "", "instruction": command.message}
        key = command.request_key
        run = runs.begin(ports, user_id, session.id, "message", request_key=key, input=given, asked=waits)
        waiting, approved = _open_or_approved(session.id, command.message)
    return _Begun(run, session, message, revision, waiting, approved, base, given)


def _begin_rewrite(ports: Ports, user_id: str, command: RewriteDraft, waits: bool = False) -> _Begun:
    with reading():
        session = sessions.own(user_id, command.session_id)
        draft = _rewritable(session, command.pending_content_id)
        asked = messages.get(draft.thread[0].message_id) if draft.thread else None
    revision = documents.current(ports, session.id)
    mode: Mode = "research" if asked is not None and asked.mode == "research" else "write"
    key = command.request_key
    words = SendMessage(session.id, command.instruction or PLAIN_REWRITE, mode, request_key=key)
    with transaction():
        draft = _rewritable(session, draft.id)
        message = _store(ports, session.id, words)
        given = {
            "message_id": message.id,
            "draft": draft.id,
            "reason": command.reason or draft.reject_reason or "",
            "instruction": command.instruction or "",
            "wanted": replace(draft.wanted, persona_id=None).to_json(),  # the session says which persona is used
            "request_id": command.request_id,
        }
        run = runs.begin(ports, user_id, session.id, "rewrite", request_key=key, input=given, asked=waits)
        waiting, approved = _open_or_approved(session.id)
    return _Begun(run, session, message, revision, waiting, approved, draft, given)


def _open_or_approved(session_id: str, said: str = "") -> tuple[tuple[DraftRow, ...], DraftRow | None]:
    """Return (open drafts, None) if the message `said` is about open drafts. Otherwise return ((), the draft approved
    last or None).

    The message is about the approved draft if no draft is open. It is also about it if it corrects a place ("no, put it
    after Methods") and the approval is later than the newest open draft.
    """
    waiting = drafts.waiting(session_id)
    if waiting and not corrects_place(said):
        return waiting, None
    approved = drafts.last_approved(session_id)
    if not waiting or (approved and approved.decided_at and approved.decided_at > waiting[0].created_at):
        return (), approved
    return waiting, None


def _task(begun: _Begun) -> Task:
    """Build the task for Stage 1, with the session's options and the attachments of all messages about the draft."""
    session, message, base = begun.session, begun.message, begun.base
    wanted = Wanted.from_json(begun.given.get("wanted"))
    persona_id, persona = None, ""  # read only if one was chosen
    if wanted.persona_id or session.persona_id:
        persona_id, persona = personas.words(session.user_id, wanted.persona_id, session.persona_id)
    attached = [AttachedSection(**each) for each in message.attached_sections]
    rewriting = None
    if base is not None:
        with reading():
            thread = [messages.get(each.message_id) for each in base.thread]
        attached += [AttachedSection(**each) for past in thread for each in past.attached_sections]
        if "reason" in begun.given:
            rewriting = Rewriting(
                original_request=thread[0].content if thread else "",
                content=base.content,
                sources=base.sources,
                reason=begun.given["reason"],
                instruction=begun.given["instruction"],
            )
    document = read_blocks(begun.revision.text)
    said, added = meant_addition(of_part_before(message, document), begun.approved, document)
    return Task(
        session_id=session.id,
        user_id=session.user_id,
        message=replace(message, content=of_message(replace(message, content=said), added, document)),
        mode="research" if message.mode == "research" else "write",
        # an equal string would be compared with the document's again and again, character by character
        revision=replace(begun.revision, content=document.text),
        attached=tuple(dict.fromkeys(attached)),
        wanted=replace(wanted, library=session.library if wanted.library is None else wanted.library),
        persona_id=persona_id,
        persona=persona,
        citations=session.citations,
        waiting=begun.waiting,
        approved=added,
        base=base,
        beside=begun.given.get("draft") == NEW,
        rewriting=rewriting,
    )


def _rejected_before(session_id: str, command: SendMessage, revision: Revision) -> DraftRow | None:
    """Return the draft that was requested last, if it was rejected and the message asks for another version of it ("too
    long"); else None.

    A message that names a part of the document does not ask for another version. While older drafts are open, the
    message must say "again".
    """
    new = command.draft or command.attached_sections or command.mode != "write"
    if new or not asks_again(command.message):
        return None
    with reading():
        last = drafts.requested_before(session_id, _ANY_NUMBER)
        if last is None or last.status != "rejected":
            return None
        if not says_again(command.message) and drafts.waiting(session_id):
            return None  # "too long" may be about the open draft
    named = resolve(read_blocks(revision.text), command.message)
    return None if any(each.kind != "document" and not each.guessed for each in named) else last


def _open_draft(session: Session, draft_id: str) -> DraftRow:
    """Return the draft that a message revises. Raises Conflict if neither it nor a newer version of it is open."""
    draft = drafts.get(session.id, draft_id)
    if drafts.newest_version(draft).status != "pending":
        raise Conflict(
            f"This draft is already {draft.status}, so it was not rewritten. Ask for a new one instead.",
            extra={"status_of_content": draft.status},
        )
    return draft


def _rewritable(session: Session, draft_id: str | None) -> DraftRow:
    """Return the draft to rewrite: the draft with this id; without an id, the newest open draft or, if none is open,
    the draft rejected last. Raises Conflict if there is none.
    """
    if draft_id is None:
        draft = next((each for each in drafts.waiting(session.id) if each.kind == "content"), None)
        draft = draft or drafts.last_rejected(session.id)
        if draft is None:
            raise Conflict("There is no pending or rejected content to rewrite. Send a message to ask for a text.")
        return draft
    draft = drafts.get(session.id, draft_id)
    if draft.kind == "edit":
        raise Conflict(
            "This draft changes the document without new text, so there is nothing to rewrite. Reject it, and ask "
            "again."
        )
    if draft.status == "rejected":
        return draft
    return _open_draft(session, draft_id)


def _store(ports: Ports, session_id: str, command: SendMessage) -> Message:
    """Store the user's message. If the request is repeated, return the message that is already stored."""
    known = messages.by_request_key(session_id, command.request_key) if command.request_key else None
    if known is not None:
        if known.content == command.message and known.created_at + KEPT >= ports.clock():
            return known
        messages.release_key(known.id)  # a key is valid for a day, so this is a new request
    return messages.add(
        session_id,
        "user",
        command.message,
        ports.clock(),
        mode=command.mode,
        attached_sections=tuple(asdict(each) for each in command.attached_sections),
        request_key=command.request_key,
    )
