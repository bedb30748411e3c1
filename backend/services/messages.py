"""Send a message: Stage 1 with a new instruction, which may also revise the content that is pending."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from backend.drafting.highlights import AttachedSection
from backend.events import Emit
from backend.exchange import Mode
from backend.ports import Ports
from backend.services import documents, runs, writing
from backend.services.briefings import Task
from backend.storage import drafts, messages, sessions
from backend.storage.db import reading, transaction
from backend.storage.idempotency import KEPT
from backend.storage.messages import Message


@dataclass(frozen=True, slots=True)
class SendMessage:
    """What the user asks for. `request_key` is the Idempotency-Key: the same key reuses the stored message."""

    session_id: str
    message: str
    mode: Mode = "write"
    attached_sections: tuple[AttachedSection, ...] = ()
    fast: bool = False
    request_key: str | None = None


def send(ports: Ports, user_id: str, command: SendMessage, emit: Emit) -> dict[str, Any]:
    """The contract's answer to a message. A provider's failure leaves the message stored and can be retried."""
    with reading():
        session = sessions.get(user_id, command.session_id)
    head = documents.current(ports, session.id)
    with transaction():
        run = runs.begin(ports, user_id, session.id, "message", request_key=command.request_key)
        message = store(ports, session.id, command)
        pending = drafts.pending(session.id)
    task = Task(
        session_id=session.id,
        message=message,
        mode=command.mode,
        revision=head,
        attached=command.attached_sections,
        pending=pending,
        fast=command.fast,
    )
    with runs.hold(ports, run) as holding:
        return writing.write(ports, task, holding, emit)


def store(ports: Ports, session_id: str, command: SendMessage) -> Message:
    """The user's message as a row; the one stored before where the same request comes again."""
    known = messages.by_request_key(session_id, command.request_key) if command.request_key else None
    if known is not None:
        if known.content == command.message and known.created_at + KEPT >= ports.clock():
            return known
        messages.release_key(known.id)  # keys are kept for a day: this is another request
    return messages.add(
        session_id,
        "user",
        command.message,
        ports.clock(),
        mode=command.mode,
        attached_sections=tuple(asdict(each) for each in command.attached_sections),
        request_key=command.request_key,
    )
