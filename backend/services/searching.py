"""Decide what searches the web for an answer: the writer, our own research engine, or nothing.

The request says whether the message needs a search (`ChatRequest.search`). This module chooses what searches, and warns
the user if nothing can.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from backend.drafting.prompt import Prompt
from backend.kernel.events import Event
from backend.kernel.exchange import ChatRequest
from backend.kernel.search_requests import AS_SET_UP
from backend.keyless.source_facts import answer_about_sources
from backend.ports import ChatModel, Ports
from backend.research.engine import SelfHostedSonar
from backend.services.answers import request_options
from backend.services.answers.request_options import system_model
from backend.services.edits import message_orders, orders
from backend.services.gathering import Task

NOTHING_SEARCHED = (
    "Nothing was searched: the model that writes does not search the web, and no search service is configured. "
    "The answer rests on what the model knows, and its sources are unchecked."
)
#: Warning that the writer without a model, which only quotes, could not search.
NOTHING_TO_SEARCH_WITH = (
    "Nothing was searched on the web: without a model and a search service, answers only quote the document, what is "
    "attached, and your library (`coscribe doctor` says how to set up a search)."
)
NO_SEARCH_OPTIONS = "The model that writes does not search the web, so `search` had no effect."
NO_FAST_MODEL = "This provider has no quicker model, so `fast` had no effect."


@dataclass(frozen=True, slots=True)
class WriterCall:
    """One call of a writer. `query` is what the writer will search for; None if it does not search. `warnings` name the
    options of the request that have no effect. `event` is reported before the call, unless it is None.
    """

    writer: ChatModel
    request: ChatRequest
    query: str | None = None
    warnings: tuple[str, ...] = ()
    event: Event | None = None
    #: True if rules carry out the message, whichever writer is configured (`message_orders.is_plain`)
    plain: bool = False


def writer_call(ports: Ports, task: Task, built: Prompt) -> WriterCall:
    """Return the call of the writer that is to answer: which writer it is, and the request in the form that this writer
    needs.
    """
    if built.request.evidence is not None:
        evidence = message_orders.for_rules(task, built.request.evidence)
        built = replace(built, request=replace(built.request, evidence=evidence))
    if message_orders.is_plain(task):
        request = built.request
        if request.evidence is not None:
            evidence = replace(request.evidence, names_place=orders.names_place(task))
            request = replace(request, evidence=evidence)
        return WriterCall(ports.research.keyless, request, plain=True)
    if _asks_about_sources(ports, built.request):
        return WriterCall(ports.research.keyless, built.request)
    wanted = task.wanted
    model = wanted.chat_model or (ports.fast_model if wanted.fast else None)
    request = replace(
        built.request,
        model=model,
        system_model=system_model(ports, wanted),
        search_options=wanted.search_options,
    )
    warnings = (NO_FAST_MODEL,) if wanted.fast and ports.fast_model is None else ()
    off = request_options.turned_off(task.message.content)
    if off is not None:
        request = replace(request, search=False)
    if request.search is False:
        return WriterCall(ports.writer, request, None, warnings, off)
    if ports.writer.searches:
        return WriterCall(ports.writer, request, task.message.content, warnings)
    if task.mode == "research" and ports.writer.name == ports.research.keyless.name:
        return WriterCall(ports.writer, request, None, (*warnings, NOTHING_TO_SEARCH_WITH))
    if not _only_writes(ports):
        return WriterCall(ports.writer, request, None, warnings)
    if task.mode == "research" and ports.research.services.names:
        return WriterCall(SelfHostedSonar(replace(ports.research, chat=ports.writer)), request, None, warnings)
    if task.mode == "research":
        warnings = (*warnings, NOTHING_SEARCHED)
    elif wanted.search_options != AS_SET_UP:
        warnings = (*warnings, NO_SEARCH_OPTIONS)
    return WriterCall(ports.writer, request, None, warnings)


def _asks_about_sources(ports: Ports, request: ChatRequest) -> bool:
    """Return True if no model is configured and the question is about the session's own sources, which needs no
    search.
    """
    engine = ports.writer.name == SelfHostedSonar.name and ports.research.chat in (None, ports.research.keyless)
    return engine and request.evidence is not None and bool(answer_about_sources(request.evidence))


def _only_writes(ports: Ports) -> bool:
    """Return True if the writer is a model that does not search with our research engine. Returns False for the
    research engine itself, and for the writer without a model.
    """
    return ports.writer.name not in (SelfHostedSonar.name, ports.research.keyless.name)
