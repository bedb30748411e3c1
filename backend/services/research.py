"""Search, ask, research: the engine's three ways, for callers of the API; nothing of them is stored in a session."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from backend.drafting.history import alternate
from backend.errors import Refused
from backend.events import Emit
from backend.exchange import ChatReply, Turn
from backend.ports import Listener, Ports
from backend.research.engine import SelfHostedSonar
from backend.research.inquiry import NOBODY, Effort, Findings, Inquiry, Reader
from backend.research.lookup import as_json
from backend.searching import Failure, Filters
from backend.sources import source_id
from backend.storage import calls, messages, sessions
from backend.storage.db import reading, transaction

Focus = Literal["web", "chat"]
#: Messages of a session's chat that a question may point back to, and the characters of each.
RECENT, RECENT_CHARACTERS = 8, 3_000


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for; `connectors` names the services to ask, None for all that are configured."""

    query: str
    top_k: int = 20
    rrf_k: int = 60
    connectors: tuple[str, ...] | None = None
    session_id: str | None = None


@dataclass(frozen=True, slots=True)
class Research:
    """A question to be answered; `session_id` lets it point back to that session's chat."""

    query: str
    effort: Effort = "medium"
    focus: Focus = "web"
    session_id: str | None = None
    chat_model: str | None = None
    system_model: str | None = None
    reader: Reader = NOBODY


def search(ports: Ports, user_id: str, command: Search, emit: Emit) -> dict[str, Any]:
    """Results of all services together, best first. No model has a part in it."""
    began = time.perf_counter()
    _check_session(user_id, command.session_id)
    only = None if command.connectors is None else _configured(ports, command.connectors)
    found = SelfHostedSonar(ports.research).search(
        command.query,
        emit,
        top=command.top_k,
        k=command.rrf_k,
        filters=Filters(limit=max(20, command.top_k)),
        only=only,
    )
    return {
        "results": [as_json(each) for each in found.sources],
        "failures": _failures(found.failures),
        "total_results": found.total,
        "took_ms": round(1000 * (time.perf_counter() - began)),
    }


def ask(ports: Ports, user_id: str, question: str, session_id: str | None, emit: Emit) -> dict[str, Any]:
    """One quick look: low effort."""
    made = research(ports, user_id, Research(question, "low", session_id=session_id), emit)
    return {name: made[name] for name in ("answer", "sources", "citations", "meta")}


def research(
    ports: Ports, user_id: str, command: Research, emit: Emit, listen: Listener | None = None
) -> dict[str, Any]:
    """The contract's answer, with every id that it cites in `citations`."""
    began = time.perf_counter()
    _check_session(user_id, command.session_id)
    _check_models(ports, command)
    inquiry = Inquiry(
        turns=_talk(command),
        effort=command.effort,
        search=command.focus == "web",
        reader=command.reader,
        chat_model=command.chat_model,
        system_model=command.system_model,
    )
    findings = answer(ports, inquiry, emit, listen)
    if command.session_id is not None:
        _record(ports, command.session_id, findings)
    known = {source_id(each): as_json(each) for each in findings.sources}
    return {
        "answer": findings.text,
        "citations": {each: known[each] for each in findings.cited},
        "sources": list(known.values()),
        "confidence": findings.support,
        "iterations": 1,
        "steps": [{"step": s.name, "text": s.words, "took_ms": s.took_ms, **s.facts} for s in findings.steps],
        "meta": _meta(command, findings, round(1000 * (time.perf_counter() - began))),
    }


def answer(ports: Ports, inquiry: Inquiry, emit: Emit, listen: Listener | None = None) -> Findings:
    """Findings for an inquiry: what every door to the engine goes through."""
    findings = SelfHostedSonar(ports.research).answer(inquiry, emit, listen)
    return replace(findings, found=replace(findings.found, failures=tuple(dict.fromkeys(findings.found.failures))))


def _meta(command: Research, findings: Findings, took_ms: int) -> dict[str, Any]:
    return {
        "provider": findings.provider,
        "model": findings.model,
        "effort": command.effort,
        "focus": command.focus,
        "usage": asdict(findings.usage),
        "queries": list(findings.found.queries),
        "failures": _failures(findings.found.failures),
        "total_results": findings.found.total,
        "removed_citations": findings.removed,
        "truncated": findings.finish_reason == "length",
        "took_ms": took_ms,
        "used_location": findings.used_location,
        "used_personalization": findings.used_profile,
    }


def _failures(failures: Sequence[Failure]) -> list[dict[str, str]]:
    return [{"connector": each.connector, "reason": each.reason} for each in failures]


def _talk(command: Research) -> tuple[Turn, ...]:
    """The question, and before it what was said last in its session."""
    said: list[Turn] = []
    if command.session_id is not None:
        with reading():
            past = messages.history(command.session_id, limit=RECENT)
        said = [Turn(each.role, each.content[:RECENT_CHARACTERS]) for each in past if each.content.strip()]
    first = next((place for place, turn in enumerate(said) if turn.role == "user"), len(said))
    last = len(said) - (bool(said) and said[-1].role == "user")  # a question that was never answered
    return alternate([*said[first:last], Turn("user", command.query)])


def _check_session(user_id: str, session_id: str | None) -> None:
    """NotFound unless the session is the user's."""
    if session_id is not None:
        with reading():
            sessions.get(user_id, session_id)


def _configured(ports: Ports, names: Sequence[str]) -> frozenset[str]:
    there = ports.research.services.names
    refused = {
        f"connectors.{place}": [f"Not configured here; there are: {', '.join(there) or 'none'}."]
        for place, name in enumerate(names)
        if name not in there
    }
    if refused:
        raise Refused("Some fields were refused.", errors=refused)
    return frozenset(names)


def _check_models(ports: Ports, command: Research) -> None:
    """Only models that the operator allows may be named."""
    named: Mapping[str, str | None] = {"models.chat": command.chat_model, "models.system": command.system_model}
    refused = {
        path: ["Not among the models that this server allows."]
        for path, name in named.items()
        if name is not None and name not in ports.allowed_models
    }
    if refused:
        raise Refused("Some fields were refused.", errors=refused)


def _record(ports: Ports, session_id: str, findings: Findings) -> None:
    """What it cost, in the session's usage."""
    reply = ChatReply("", findings.provider, findings.model, findings.usage)
    with transaction():
        calls.record_call(session_id, None, "system", reply, ports.clock())
