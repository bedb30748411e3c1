"""Send a message: Stage 1 with a new instruction, which may also revise the content that is pending."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from backend.drafting.briefing import Focus
from backend.drafting.highlights import AttachedSection
from backend.kernel.exchange import NOBODY, Mode, Reader
from backend.ports import Ports
from backend.services import documents, drafting, library_search, personas, runs
from backend.services.gathering import Task
from backend.services.library_search import Selection
from backend.services.model_choice import check_models, system_model
from backend.services.runs import Holding
from backend.storage import drafts, library_works, messages, sessions
from backend.storage.db import reading, transaction
from backend.storage.idempotency import KEPT
from backend.storage.messages import Message
from backend.storage.runs import Run


@dataclass(frozen=True, slots=True)
class SendMessage:
    """What the user asks for. `request_key` is the Idempotency-Key: the same key reuses the stored message."""

    session_id: str
    message: str
    mode: Mode = "write"
    attached_sections: tuple[AttachedSection, ...] = ()
    fast: bool = False
    #: by name, None for those that are set up
    chat_model: str | None = None
    system_model: str | None = None
    reader: Reader = NOBODY
    #: works of the library to draw on; None: those of the session
    library: Selection | None = None
    focus: Focus = "web"
    #: instead of the session's
    persona_id: str | None = None
    request_key: str | None = None
    #: the HTTP request's, for those who look into the log
    request_id: str = ""


def send(ports: Ports, user_id: str, command: SendMessage) -> dict[str, Any]:
    """The contract's answer to a message. A provider's failure leaves the message stored and can be retried."""
    with runs.hold(ports, begin(ports, user_id, command)) as holding:
        return carry_out(ports, holding)


def begin(ports: Ports, user_id: str, command: SendMessage) -> Run:
    """Store the message and begin its run; what is wrong with either is refused here."""
    with reading():
        session = sessions.get(user_id, command.session_id)
        if command.library not in (None, "all"):
            library_works.require(user_id, command.library)
    check_models(ports, command.chat_model, command.system_model)
    personas.require(user_id, command.persona_id)
    documents.current(ports, session.id)
    chosen = session.library if command.library is None else command.library
    with transaction():
        message = store(ports, session.id, command)
        kept = ("fast", "chat_model", "system_model", "reader", "focus", "persona_id", "request_id")
        given = {name: value for name, value in asdict(command).items() if name in kept}
        given |= {"message_id": message.id, "library": chosen}
        return runs.begin(ports, user_id, session.id, "message", request_key=command.request_key, input=given)


def carry_out(ports: Ports, holding: Holding) -> dict[str, Any]:
    """The work of a message's run, from the message as it is stored."""
    given = holding.run.input or {}
    with reading():
        message = messages.get(given["message_id"])
        pending = drafts.pending(message.session_id)
        session = sessions.get(holding.run.user_id, message.session_id)
    persona_id, persona = personas.words(holding.run.user_id, given.get("persona_id"), session.persona_id)
    task = Task(
        session_id=message.session_id,
        message=message,
        mode="research" if message.mode == "research" else "write",
        revision=documents.current(ports, message.session_id),
        attached=tuple(AttachedSection(**each) for each in message.attached_sections),
        pending=pending,
        fast=given["fast"],
        chat_model=given.get("chat_model"),
        system_model=system_model(ports, given.get("chat_model"), given.get("system_model")),
        reader=Reader(**given.get("reader", {})),
        user_id=holding.run.user_id,
        library=library_search.selection(given.get("library"), given.get("focus", "web")),
        focus=given.get("focus", "web"),
        persona_id=persona_id,
        persona=persona,
    )
    return drafting.write(ports, task, holding)


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
