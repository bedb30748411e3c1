"""Store a text that the caller wrote as an open draft. No model is called, and no word is changed.

As for any draft, preview and approval choose the place of the text; the caller's message may say where it goes. The
sources are checked like those of an answer.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from backend.kernel.exchange import Usage
from backend.kernel.wanted import NOTHING_SAID
from backend.kernel.works import Citation
from backend.ports import Ports
from backend.services import runs, verification
from backend.services.answers import shown_text
from backend.services.answers.stopwatch import Stopwatch
from backend.services.references import newly_cited_retractions
from backend.services.runs import Holding
from backend.services.source_checks import later_checks
from backend.services.source_checks.known_retractions import with_known_retractions
from backend.services.source_checks.source_warnings import unsettled
from backend.sources.matching import match
from backend.storage import drafts, idempotency, messages, sessions
from backend.storage import runs as stored_runs
from backend.storage.db import reading, transaction
from backend.storage.drafts import DraftRow, NewDraft, ThreadMessage
from backend.storage.messages import Message
from backend.storage.sessions import OwnedSession, Session

#: The provider that an answer's `meta` names, because no model wrote the text.
CALLER = "caller"
RESPONSE = "The proposed text waits for approval."


@dataclass(frozen=True, slots=True)
class Propose:
    """A text for the document, its sources, and a message that says where it goes."""

    session_id: str
    document_content: str
    sources: tuple[str, ...] = ()
    message: str | None = None
    #: the request's Idempotency-Key
    request_key: str | None = None
    #: the id of the HTTP request, for the log
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class _Proposal:
    """The caller's text with the citations of its sources, and the warnings about doubtful sources."""

    session: Session
    command: Propose
    citations: tuple[Citation, ...]
    warnings: tuple[str, ...]


def propose(ports: Ports, user_id: str, command: Propose) -> dict[str, Any]:
    """Store the text as an open draft. Returns the API's answer, in the same form as the answer to a message.

    A repeated request gets the first answer again. Raises Conflict if too many drafts are open.
    """
    with reading():
        session = sessions.own(user_id, command.session_id)
        done = _answered(user_id, command.request_key)
    if done is not None:
        return done
    with transaction():
        given = {"request_id": command.request_id}
        run = runs.begin(ports, user_id, session.id, "propose", request_key=command.request_key, input=given)
        drafts.require_room(session.id)
    with runs.hold(ports, run) as holding:
        clock = Stopwatch({"retrieve": 0.0, "prompt": 0.0, "provider": 0.0})
        proposal = _checked(ports, session, command)
        clock.lap("parse")
        answer = _commit(ports, proposal, holding, clock)
    later_checks.follow_up(ports, user_id, session.id, answer)
    return answer


def _answered(user_id: str, request_key: str | None) -> dict[str, Any] | None:
    """Return the answer to an earlier attempt of this request; None if that attempt did not store the text."""
    run_id = idempotency.run_of(user_id, request_key) if request_key is not None else None
    run = stored_runs.find(user_id, run_id) if run_id is not None else None
    return run.result if run is not None and run.kind == "propose" and run.status == "succeeded" else None


def _checked(ports: Ports, session: Session, command: Propose) -> _Proposal:
    gone = newly_cited_retractions(ports, session.id, command.document_content)
    keyed = tuple(f"@{each.key}: “{each.csl.get('title') or each.key}” was retracted." for each in gone)
    if not command.sources:  # there is nothing to look up, and no source to compare sentences with
        return _Proposal(session, command, (), keyed)
    matched = match(command.sources, ())
    owned = OwnedSession(session.user_id, session.id)
    known = with_known_retractions(ports, owned, command.sources, matched.citations)
    citations, doubts = verification.proposed(ports, command.document_content, command.sources, known)
    left = unsettled(matched.warnings, matched.citations, citations)
    return _Proposal(session, command, citations, (*left, *doubts, *keyed))


def _commit(ports: Ports, proposal: _Proposal, holding: Holding, clock: Stopwatch) -> dict[str, Any]:
    """Store the message, the draft and the end of the run in one transaction. Returns the API's answer."""
    session, command = proposal.session, proposal.command
    holding.seal()
    with transaction():
        now = ports.clock()
        asked = messages.add(session.id, "user", command.message, now, mode="write") if command.message else None
        carrier = messages.add(
            session.id,
            "assistant",
            RESPONSE,
            now,
            mode="write",
            status="pending_approval",
            document_content=command.document_content,
            sources=command.sources,
            citations=proposal.citations,
            meta={
                "provider": CALLER,
                "model": "",
                "run_id": holding.run.id,
                "intent": "new",
                "warnings": list(proposal.warnings),
                "usage": asdict(Usage()),
                "truncated": False,
                "repaired": [],
                "mode": "write",
                shown_text.KEY: {"revision": session.revision, "whole": None},
            },
        )
        draft = drafts.hold(_draft(proposal, asked, carrier), now)
        sessions.touch(session.id, now)
        clock.lap("store")
        answer = _answer(draft, carrier, holding.run.id, clock)
        holding.succeed(now, carrier.id, answer)
    return answer


def _draft(proposal: _Proposal, asked: Message | None, carrier: Message) -> NewDraft:
    session, command, first = proposal.session, proposal.command, asked or carrier
    return NewDraft(
        session.id,
        carrier.id,
        command.document_content,
        requested_at=first.created_at,
        requested_number=first.number,
        thread=(ThreadMessage("request", asked.id),) if asked else (),
        sources=command.sources,
        citations=proposal.citations,
        wanted=replace(NOTHING_SAID, library=session.library),
    )


def _answer(draft: DraftRow, carrier: Message, run_id: str, clock: Stopwatch) -> dict[str, Any]:
    kept = carrier.model_meta
    return {
        "response": carrier.content,
        "document_content": draft.content,
        "sources": list(draft.sources),
        "session_id": draft.session_id,
        "message_id": carrier.id,
        "status": carrier.status,
        "pending_content_id": draft.id,
        "citations": [each.to_json() for each in draft.citations],
        "new_types": [],
        "intent": kept["intent"],
        "revises": None,
        "warnings": kept["warnings"],
        "meta": {
            **{name: kept[name] for name in ("provider", "model", "mode", "usage", "truncated", "repaired")},
            "run_id": run_id,
            "timings_ms": clock.laps,
            "cached": False,
            "persona_id": None,
            "used_location": False,
            "used_personalization": False,
        },
    }
