"""Search the web and the library, answer a question after one search, or research a question.

Research is a run, so that it can be followed, stopped and read later. It never becomes part of a session's chat.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from backend.drafting import search_need
from backend.drafting.history import alternate
from backend.drafting.search_need import Situation
from backend.errors import Refused
from backend.kernel.cancellation import Cancellation, check
from backend.kernel.events import Emit, Event
from backend.kernel.exchange import ChatReply, Turn
from backend.kernel.search_requests import AS_SET_UP, SearchOptions
from backend.kernel.tool_calls import FileSearch
from backend.kernel.wanted import NOTHING_SAID, Selection, Wanted
from backend.kernel.works import Source
from backend.ports import Listener, Ports, ResearchPorts
from backend.research import serialise
from backend.research.engine import SelfHostedSonar
from backend.research.inquiry import DEPTHS, Effort, Findings, Inquiry
from backend.research.queries import is_from_a_browser, question_of
from backend.research.source_search import LookupRequest, as_json
from backend.services import personas, runs, spending
from backend.services.answers import request_options
from backend.services.answers.request_options import system_model
from backend.services.answers.stream_listener import record
from backend.services.retrieval import library_connector, library_search
from backend.services.runs import Holding
from backend.services.source_checks import answer_support
from backend.storage import messages, model_calls, sessions
from backend.storage.db import reading, transaction
from backend.storage.runs import Run

#: The latest messages of a session's chat that a question can refer to: their number, and the characters of each.
RECENT, RECENT_CHARACTERS = 8, 3_000


@dataclass(frozen=True, slots=True)
class Search:
    """A search query. `connectors` names the search services to ask; None means all that are configured.

    `top_k` is the number of results, `rrf_k` the constant of reciprocal rank fusion.
    """

    query: str
    top_k: int = 20
    rrf_k: int = 60
    connectors: tuple[str, ...] | None = None
    session_id: str | None = None
    options: SearchOptions = AS_SET_UP


@dataclass(frozen=True, slots=True)
class Research:
    """A question to research. With `session_id`, the question can refer to what was said in that session's chat."""

    query: str
    effort: Effort = "medium"
    #: search in several rounds, until enough is known
    deep: bool = False
    session_id: str | None = None
    wanted: Wanted = NOTHING_SAID
    #: the request's Idempotency-Key
    request_key: str | None = None
    #: the id of the HTTP request, for the log
    request_id: str = ""


def search(ports: Ports, user_id: str, command: Search, emit: Emit) -> dict[str, Any]:
    """Return the results of all search services, best first, as the API sends them. No model is called."""
    began = time.perf_counter()
    _check_session(user_id, command.session_id)
    only = None if command.connectors is None else _configured(ports, command.connectors)
    filters = replace(command.options.filters(), limit=max(20, command.top_k))
    wanted = LookupRequest(filters, only, command.top_k, command.rrf_k, DEPTHS["medium"].search_seconds)
    found = SelfHostedSonar(ports.research).search(command.query, emit, wanted)
    return {
        "results": [as_json(each) for each in found.sources],
        "failures": serialise.failures(found.failures),
        "total_results": found.total,
        "took_ms": round(1000 * (time.perf_counter() - began)),
    }


def ask(ports: Ports, user_id: str, command: Research, emit: Emit) -> dict[str, Any]:
    """Answer a question after one quick search, and return the body of `POST /api/ask`'s response. `command.effort` is
    ignored.
    """
    made = research(ports, user_id, replace(command, effort="low"), emit)
    return {name: made[name] for name in ("answer", "sources", "citations", "warnings", "meta")}


def send(ports: Ports, user_id: str, command: Research) -> dict[str, Any]:
    """Begin a run that answers a question, do its work, and return the API's answer."""
    with runs.hold(ports, begin(ports, user_id, command)) as holding:
        return carry_out(ports, holding)


def begin(ports: Ports, user_id: str, command: Research) -> Run:
    """Check the question, and begin the run that answers it."""
    _check(ports, user_id, command)
    wanted = replace(command.wanted, library=_chosen(user_id, command))
    given = {name: getattr(command, name) for name in ("query", "effort", "deep", "request_id")}
    given["wanted"] = wanted.to_json()
    with transaction():
        return runs.begin(ports, user_id, command.session_id, "research", request_key=command.request_key, input=given)


def carry_out(ports: Ports, holding: Holding) -> dict[str, Any]:
    """Answer the question for which a run was begun. Returns the API's answer."""
    given = dict(holding.run.input or {})
    wanted = Wanted.from_json(given.pop("wanted", None))
    command = Research(**given, session_id=holding.run.session_id, wanted=wanted)
    telling = ResearchListener(holding)
    audience = AnswerCallbacks(holding.emit, telling, holding.progress.searching)
    made, findings = _researched(ports, holding.run.user_id, command, audience)
    made["meta"]["run_id"] = holding.run.id
    holding.progress.feed.settle("message", findings.text)
    holding.seal()
    with transaction():
        now = ports.clock()
        if command.session_id is not None:  # its cost is part of the session's usage
            spent = ChatReply("", findings.provider, findings.model, findings.usage)
            model_calls.record_call(command.session_id, None, "system", spent, now)
        else:
            model_calls.charge(holding.run.user_id, findings.usage.cost, now)
        holding.succeed(now, answer=made)
    return made


def research(ports: Ports, user_id: str, command: Research, emit: Emit) -> dict[str, Any]:
    """Answer a question without a run. Returns the API's answer; its `citations` are the sources that the
    text cites.
    """
    _check(ports, user_id, command)
    command = replace(command, wanted=replace(command.wanted, library=_chosen(user_id, command)))
    made, findings = _researched(ports, user_id, command, AnswerCallbacks(emit))
    spending.charge(ports, user_id, findings.usage)
    return made


@dataclass(frozen=True, slots=True)
class AnswerCallbacks:
    """Functions that are called while an answer is written: `emit` with each event, `listen` with the text. Cancelling
    `halt` stops the search; the answer is still written, from what was found.
    """

    emit: Emit
    listen: Listener | None = None
    halt: Cancellation | None = None


class ResearchListener:
    """Reports a research run to its followers: the text as it is written, and the sources as an event."""

    def __init__(self, holding: Holding) -> None:
        self.live = holding.live
        self._progress, self._said, self._phases = holding.progress, 0, set[str]()

    def begun(self) -> None:
        self._progress.ask()

    def text(self, delta: str) -> None:
        check()
        self._phase("writing")
        self._progress.write("message", self._said, delta)
        self._said += len(delta)

    def thought(self, delta: str) -> None:
        check()
        self._phase("thinking")

    def sources(self, found: Sequence[Source]) -> None:
        if found:
            self._progress.emit(Event("sources", {"sources": [record(each) for each in found]}))

    def _phase(self, name: str) -> None:
        if name not in self._phases:
            self._phases.add(name)
            self._progress.emit(Event("phase", {"phase": name}))


def _researched(
    ports: Ports, user_id: str, command: Research, audience: AnswerCallbacks
) -> tuple[dict[str, Any], Findings]:
    began = time.perf_counter()
    notes = spending.admit(ports, user_id)
    persona_id, persona = _persona(user_id, command)
    works = library_search.selection(command.wanted)
    parts = library_connector.parts(ports, user_id, works)
    files = library_connector.files(ports, user_id, works)
    inquiry = replace(_inquiry(ports, command, audience.emit, files), persona=persona)
    findings = answer(parts, inquiry, audience)
    made = serialise.of(findings)
    asked = {"effort": command.effort, "focus": command.wanted.draws_on, "persona_id": persona_id}
    made["warnings"] = [*made["warnings"], *notes]
    made["meta"] |= {**asked, "took_ms": round(1000 * (time.perf_counter() - began))}
    return made, findings


def _chosen(user_id: str, command: Research) -> Selection | None:
    """Return the library works that the question selects or, if it selects none, those that its session selects; None
    if neither selects any.
    """
    if command.wanted.library is not None or command.session_id is None:
        return command.wanted.library
    with reading():
        return sessions.own(user_id, command.session_id).library


def _inquiry(ports: Ports, command: Research, emit: Emit, files: FileSearch | None) -> Inquiry:
    """Build the research engine's inquiry from a question. A prompt of a browser's assistant contains a web page: it is
    answered from this page, without a search.
    """
    off = request_options.turned_off(command.query)
    if off is not None:
        emit(off)
    wanted = command.wanted
    search = wanted.draws_on != "chat" and off is None
    local = wanted.draws_on == "local"
    return Inquiry(
        turns=_talk(command),
        effort=command.effort,
        search=search,
        filters=wanted.search_options.filters(),
        only=frozenset({library_connector.NAME}) if local else None,
        reader=wanted.reader,
        chat_model=wanted.chat_model,
        system_model=system_model(ports, wanted),
        deep=command.deep,
        use=request_options.for_research(ports, command.session_id, command.query, command.effort, files)
        if search and not local
        else None,
    )


def answer(parts: ResearchPorts, inquiry: Inquiry, audience: AnswerCallbacks) -> Findings:
    """Answer an inquiry with the research engine. `parts` are the services that the engine uses, such as the library.
    `audience` has the functions to call while the answer is written.

    Greetings and thanks are answered without a search. So are prompts of assistants in web browsers: they contain the
    page that they ask about, and no search service must learn what a person is reading.
    """
    if inquiry.search and (_is_small_talk(inquiry) or is_from_a_browser(inquiry.turns[-1].content)):
        inquiry = replace(inquiry, search=False)
    findings = SelfHostedSonar(parts).answer(inquiry, audience.emit, audience.listen, audience.halt)
    found = replace(findings.found, failures=tuple(dict.fromkeys(findings.found.failures)))
    return answer_support.with_support(replace(findings, found=found), inquiry)


def _is_small_talk(inquiry: Inquiry) -> bool:
    before = inquiry.turns[-2].content if len(inquiry.turns) > 1 else ""
    asked = before.rstrip().endswith(("?", "？"))
    return search_need.decide(question_of(inquiry.turns), Situation(asked=asked)).why == "small talk"


def _talk(command: Research) -> tuple[Turn, ...]:
    """Return the conversation for the engine: the latest messages of the session, if there is one, and the question."""
    said: list[Turn] = []
    if command.session_id is not None:
        with reading():
            past = messages.history(command.session_id, limit=RECENT)
        said = [Turn(each.role, each.content[:RECENT_CHARACTERS]) for each in past if each.content.strip()]
    first = next((place for place, turn in enumerate(said) if turn.role == "user"), len(said))
    last = len(said) - (bool(said) and said[-1].role == "user")  # the last question, if it was never answered
    return alternate([*said[first:last], Turn("user", command.query)])


def _check_session(user_id: str, session_id: str | None) -> None:
    """Raise NotFound unless the session is the user's. If `session_id` is None, do nothing."""
    if session_id is not None:
        with reading():
            sessions.own(user_id, session_id)


def _configured(ports: Ports, names: Sequence[str]) -> frozenset[str]:
    there = ports.research.services.names
    refused = {
        f"connectors.{place}": [
            f"This service is not configured; the configured ones are: {', '.join(there) or 'none'}."
        ]
        for place, name in enumerate(names)
        if name not in there
    }
    if refused:
        raise Refused(errors=refused)
    return frozenset(names)


def _persona(user_id: str, command: Research) -> tuple[str | None, str]:
    """Return the id and the prompt of the persona: the question's own, or else its session's."""
    of_session = None
    if command.session_id is not None:
        with reading():
            of_session = sessions.own(user_id, command.session_id).persona_id
    return personas.words(user_id, command.wanted.persona_id, of_session)


def _check(ports: Ports, user_id: str, command: Research) -> None:
    _check_session(user_id, command.session_id)
    request_options.check(ports, user_id, command.wanted)
    spending.admit(ports, user_id)
