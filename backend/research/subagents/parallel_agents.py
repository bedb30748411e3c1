"""Run several agents on the parts of a question at the same time, or one agent on a question that needs tools.

The agents return sources and short reports, and the answer is written from these. If an agent fails, or finds nothing,
a plain search is also done. An error is raised only if the caller stops everything.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from backend.errors import Cancelled, CoscribeError, ProviderError
from backend.kernel import cancellation
from backend.kernel.events import Emit, Event
from backend.kernel.search_requests import Failure
from backend.ports import ChatModel, ResearchPorts
from backend.research import queries
from backend.research.fusion import fuse
from backend.research.inquiry import Found, Inquiry, Report
from backend.research.source_search import Work
from backend.research.subagents import supervision
from backend.research.subagents.actions import AGENTS, HELPERS, AgentSpec
from backend.research.subagents.supervision import Subtask
from backend.research.subagents.tool_loop import STOPPED, AgentTask, Caller, ToolLoop

#: Maximum number of sources from which the answer is written.
MOST_SOURCES = 24
#: The failure of an agent that found no source and wrote no report.
NOTHING = "found nothing: neither a source nor a report"


def joined(helped: Found, plain: Found) -> Found:
    """Combine the sources of the agents (`helped`) with the results of the plain search (`plain`) that was made because
    agents failed.
    """
    sources = tuple(each.source for each in fuse([helped.sources, plain.sources], top=MOST_SOURCES))
    total = max(len(sources), plain.total)
    return replace(plain, sources=sources, total=total, reports=helped.reports)


class ParallelAgents:
    """Runs agents with the models and tools in `parts`. Several threads may use it at the same time."""

    def __init__(self, parts: ResearchPorts) -> None:
        self._parts = parts
        self._loop = ToolLoop(parts.tools) if parts.tools is not None else None

    def gather(self, inquiry: Inquiry, work: Work) -> Found | None:
        """Return the agents' sources and reports; None if the question needs no agents, or if they found nothing."""
        if inquiry.use is None or self._loop is None:
            return None
        question = queries.question_of(inquiry.turns)
        if supervision.wants_tools(question):
            reports = self._plain(inquiry, question, work)
        else:
            subtasks = self._split(inquiry, question, work)
            reports = self._at_once(inquiry, subtasks, work) if subtasks else ()
        useful = tuple(each for each in reports if each.of_use)
        if not useful:
            return None
        sources = tuple(each.source for each in fuse([each.sources for each in useful], top=MOST_SOURCES))
        lacking = any(each.failure for each in reports) and not work.halted
        return Found(sources, len(sources), tuple(work.failures), reports=useful, lacking=lacking)

    # --- a plain question that wants tools ------------------------------------------------------

    def _plain(self, inquiry: Inquiry, question: str, work: Work) -> tuple[Report, ...]:
        """Answer with one agent: the chat model with all tools. If there is no chat model, or if it fails, only the
        addresses that the question names are read.
        """
        assert self._loop is not None and inquiry.use is not None
        agent = AGENTS["chat"]
        with work.step("tools") as told:
            model = self._model(agent)
            before: tuple[Report, ...] = ()
            if model is not None:
                report = self._loop.run(self._errand(agent, question, inquiry), model, work, work.emit)
                if not report.failure or work.halted:
                    told |= {"words": f"{len(report.sources)} sources", "sources": len(report.sources)}
                    return (report,)
                work.failures.append(Failure("tools", f"the model failed: {report.failure[:280]}"))
                before = (report,)
            calls = supervision.direct_calls(question)
            caller = Caller(agent, replace(inquiry.use, filters=inquiry.service_filters), work, work.emit)
            results = [self._loop.call(each, caller) for each in calls]
            sources = tuple(source for each in results for source in each.sources)
            told |= {"words": f"{len(sources)} pages read", "sources": len(sources)}
        return (*before, Report(question, "", sources))

    # --- several helpers ------------------------------------------------------------------------

    def _split(self, inquiry: Inquiry, question: str, work: Work) -> tuple[Subtask, ...]:
        """Return the parts into which the system model splits a question; () if there is no system model, or if a plain
        search is enough.
        """
        system, use = self._parts.system, inquiry.use
        if system is None or use is None or inquiry.effort == "low" or supervision.is_small_talk(question):
            return ()
        available = [name for name in HELPERS if self._can_help(AGENTS[name], inquiry)]
        if not available:
            return ()
        with work.step("supervise") as told:
            asked = supervision.request(inquiry.turns, available, inquiry.system_model)
            try:
                with cancellation.obeying(work.stop_request):
                    reply = system.complete(asked, work.emit)
            except ProviderError as error:
                work.failures.append(
                    Failure(
                        "supervisor",
                        f"the system model failed ({error.title}), so the question was not divided among agents",
                    )
                )
                return ()
            except Cancelled:
                cancellation.check()  # raises if everything must stop, not only the search
                return ()
            work.record_reply(reply, "system")
            subtasks = supervision.read(reply.text, available)
            told["words"] = "; ".join(each.task for each in subtasks) or "one search is enough"
        return subtasks

    def _at_once(self, inquiry: Inquiry, subtasks: Sequence[Subtask], work: Work) -> tuple[Report, ...]:
        stop_request = cancellation.current()

        def help_with(subtask: Subtask) -> Report:
            with cancellation.obeying(stop_request):
                return self._helped(inquiry, subtask, work)

        with (
            work.step("helpers") as told,
            ThreadPoolExecutor(len(subtasks), thread_name_prefix="coscribe-helpers") as pool,
        ):
            reports = tuple(pool.map(help_with, subtasks))
            told["words"] = f"{sum(not each.failure for each in reports)} of {len(subtasks)} agents wrote a report"
        cancellation.check()
        return reports

    def _helped(self, inquiry: Inquiry, subtask: Subtask, work: Work) -> Report:
        """Run one agent. Returns its report, and emits its events. An agent without any result counts as failed."""
        assert self._loop is not None
        agent = AGENTS[subtask.helper]
        model = self._model(agent)
        told = {"subagent_id": f"sub_{uuid.uuid4().hex[:12]}", "name": agent.name, "task": subtask.task}
        began = time.perf_counter()

        def emit(event: Event) -> None:
            nested = {"event": event.name, "data": dict(event.data)}
            work.emit(Event("subagent_data", {**told, "status": "running", "event": nested}))

        work.emit(Event("subagent_started", {**told, "status": "running"}))
        try:
            if model is None:
                raise ProviderError("no model is configured")
            report = self._loop.run(self._errand(agent, subtask.task, inquiry), model, work, emit)
        except Cancelled:
            self._ended(work.emit, told, began, STOPPED)
            raise
        except CoscribeError as error:
            report = Report(subtask.task, "", (), False, error.detail)
        if not report.failure and not report.of_use:
            report = replace(report, failure=NOTHING)
        if report.failure:
            if not work.halted:
                work.failures.append(Failure(agent.name, report.failure[:300]))
            self._ended(work.emit, told, began, report.failure[:200])
            return report
        took = round(1000 * (time.perf_counter() - began))
        done = {"status": "success", "took_ms": took, "summary": report.text[:200]}
        work.emit(Event("subagent_completed", {**told, **done}))
        return report

    def _ended(self, emit: Emit, told: dict[str, str], began: float, error: str) -> None:
        took = round(1000 * (time.perf_counter() - began))
        emit(Event("subagent_error", {**told, "status": "error", "took_ms": took, "error": error}))

    def _errand(self, agent: AgentSpec, task: str, inquiry: Inquiry) -> AgentTask:
        assert inquiry.use is not None
        return AgentTask(
            agent=agent,
            task=task,
            seen=supervision.recent(inquiry.turns),
            use=replace(inquiry.use, question=task, filters=inquiry.service_filters),
            location=inquiry.reader.location,
            rules=inquiry.rules,
            model=inquiry.chat_model if agent.role == "chat" else inquiry.system_model,
        )

    def _can_help(self, agent: AgentSpec, inquiry: Inquiry) -> bool:
        assert inquiry.use is not None and self._parts.tools is not None
        return self._model(agent) is not None and bool(self._parts.tools.specs(agent.tools, inquiry.use))

    def _model(self, agent: AgentSpec) -> ChatModel | None:
        return self._parts.chat if agent.role == "chat" else self._parts.system
