"""Let a model call tools in a loop until it writes a report. This is done for plain questions and for agents.

The loop always ends: each answer of the model uses up one of the agent's turns, no tools are offered in the last turn,
and no call is made twice. If a call fails or is forbidden, the model gets an explanation, and the loop continues.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from backend.errors import Cancelled, CoscribeError, NotFound, ProviderError
from backend.kernel import cancellation, prompts
from backend.kernel.events import Emit, Event
from backend.kernel.exchange import ChatRequest, Turn
from backend.kernel.search_requests import Failure
from backend.kernel.tool_calls import ToolCall, ToolResult, ToolSpec, ToolUse
from backend.kernel.works import Source
from backend.ports import ChatModel, Toolbox
from backend.research.inquiry import Report
from backend.research.queries import nearest
from backend.research.source_search import Work
from backend.research.subagents import actions
from backend.research.subagents.actions import AgentSpec

#: Maximum number of characters that tools may return in one loop. Then the model must write its report without further
#: calls.
MOST_READ = 60_000
#: The failure of an agent whose search was stopped.
STOPPED = "was stopped"
#: Maximum tokens of a report.
REPORT_TOKENS = 2_000


@dataclass(frozen=True, slots=True)
class AgentTask:
    """One task for one agent. `seen` is the part of the conversation that the agent gets, and `rules` are the caller's
    instructions. `location` is where the user is, and `model` the model to use; None uses the configured one.
    """

    agent: AgentSpec
    task: str
    seen: Sequence[dict[str, str]]
    use: ToolUse
    location: str = ""
    rules: str = ""
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Caller:
    """The `agent` that calls a tool, with the context in which its tools run (`use`), the `work` that records the call,
    and `emit`, which reports the events.
    """

    agent: AgentSpec
    use: ToolUse
    work: Work
    emit: Emit


@dataclass(slots=True)
class _Course:
    """The state of a loop: the conversation with the model, and the sources and calls so far."""

    turns: list[Turn]
    sources: list[Source] = field(default_factory=list)
    made: set[str] = field(default_factory=set)
    #: characters of results, and number of calls that found something
    read: int = 0
    brought: int = 0
    #: queries searched for so far, by tool
    queries: dict[str, list[str]] = field(default_factory=dict)

    def is_new(self, call: ToolCall) -> bool:
        """Record a call. Returns False if an earlier call of the same tool had nearly the same query."""
        query = call.arguments.get("query")
        if not isinstance(query, str):
            return True
        before = self.queries.setdefault(call.tool, [])
        if nearest(query, before) is not None:
            return False
        before.append(query)
        return True

    def report(self, task: str, text: str, failure: str = "") -> Report:
        return Report(task, text, tuple(self.sources), self.brought > 0, failure)


class ToolLoop:
    """Runs loops with the available tools. Several threads may use it at the same time."""

    def __init__(self, tools: Toolbox) -> None:
        self._tools = tools

    def run(self, assignment: AgentTask, model: ChatModel, work: Work, emit: Emit) -> Report:
        """Run the loop for one task. Returns the report, which also says whether the model failed or the budget ended
        the loop.

        Raises Cancelled if the caller stops everything.
        """
        specs = self._tools.specs(assignment.agent.tools, assignment.use)
        course = _Course([Turn("system", _instructions(assignment, specs)), Turn("user", assignment.task)])
        expires = time.monotonic() + assignment.use.seconds
        for turn in range(1, assignment.agent.turns + 1):
            if work.halted:
                return course.report(assignment.task, "", STOPPED)
            left = expires - time.monotonic()
            last = turn == assignment.agent.turns or course.read >= MOST_READ or left <= 0
            offered = () if last or not specs else specs
            asked = ChatRequest(
                tuple(course.turns),
                model=assignment.model,
                temperature=0.2,
                max_tokens=REPORT_TOKENS,
                search=False,
                tools=offered,
            )
            if turn > 1 and not offered:
                asked = replace(asked, turns=_closing(asked.turns))
            try:
                with cancellation.obeying(work.stop_request):
                    reply = model.complete(asked, emit)
            except ProviderError as error:
                return course.report(assignment.task, "", error.detail)
            except Cancelled:
                cancellation.check()  # raises if everything must stop, not only the search
                return course.report(assignment.task, "", STOPPED)
            work.record_reply(reply, assignment.agent.role)
            action = actions.read(reply)
            if not action.calls or not offered:
                return course.report(assignment.task, action.report)
            use = replace(assignment.use, seconds=max(1.0, left))
            self._act(course, action.calls, Caller(assignment.agent, use, work, emit))
        return course.report(assignment.task, "")

    def call(self, wanted: ToolCall, caller: Caller) -> ToolResult:
        """Make the tool call `wanted`, and emit its events. If the call fails, or the agent may not call this tool, the
        result is an explanation for the model. Raises Cancelled if the caller stops everything.
        """
        agent, use, work, emit = caller.agent, caller.use, caller.work, caller.emit
        told: dict[str, object] = {"tool_call_id": f"call_{uuid.uuid4().hex[:12]}", "tool": wanted.tool[:40]}
        spec = next(iter(self._tools.specs({wanted.tool}, use)), None)
        if spec is not None:
            told |= _said_of(spec, wanted)
        began = time.monotonic()

        def ended(status: str, **more: object) -> Event:
            took = round(1000 * (time.monotonic() - began))
            return Event(f"tool_call_{status}", {**told, "status": status, "took_ms": took, **more})

        emit(Event("tool_call_started", {**told, "status": "running"}))
        try:
            if wanted.tool not in agent.tools:
                raise NotFound(f"{agent.name} may not call {wanted.tool[:40]!r}.")
            with cancellation.obeying(work.stop_request):
                result = self._tools.call(wanted, use)
        except Cancelled:
            emit(ended("error", error="was stopped"))
            cancellation.check()  # raises if everything must stop, not only the search
            return ToolResult("The search was stopped: write your report from what you have.", failed=True)
        except CoscribeError as error:
            emit(ended("error", error=error.detail[:200]))
            work.failures.append(Failure(wanted.tool[:40], error.detail[:300]))
            return ToolResult(f"This failed: {error.detail[:500]}", failed=True)
        count = {} if result.count is None else {"count": result.count}
        emit(ended("success", **count))
        return result

    def _act(self, course: _Course, calls: Sequence[ToolCall], caller: Caller) -> None:
        """Make these calls at the same time, and add their results to the conversation with the model."""
        stop_request = cancellation.current()

        def make(call: ToolCall) -> ToolResult:
            with cancellation.obeying(stop_request):
                return self.call(call, caller)

        keys = [json.dumps([call.tool, call.arguments], sort_keys=True, default=str) for call in calls]
        fresh: dict[str, ToolCall] = {}
        for key, call in zip(keys, calls, strict=True):
            if key not in course.made and course.is_new(call):
                fresh[key] = call
                course.made.add(key)
        with ThreadPoolExecutor(max(1, len(fresh)), thread_name_prefix="coscribe-tools") as pool:
            results = dict(zip(fresh, pool.map(make, fresh.values()), strict=True))
        again = ToolResult("You have already made this call, or nearly the same one; its result is above.")
        brought = [results.get(key, again) for key in keys]
        course.brought += sum(not each.failed for each in results.values())
        course.sources += [each for result in results.values() for each in result.sources]
        course.read += sum(min(len(each.text), actions.MOST_RESULT) for each in brought)
        words = prompts.render("tool_results", results=actions.call_results(calls, brought))
        course.turns += [Turn("assistant", actions.written(calls)), Turn("user", words)]


def _said_of(spec: ToolSpec, call: ToolCall) -> dict[str, object]:
    """Return the facts about a call that its events report."""
    told: dict[str, object] = {}
    if isinstance(call.arguments.get(spec.about), str):
        told["url" if spec.about in ("url", "video") else "query"] = str(call.arguments[spec.about])[:200]
    extra = dict(spec.extra(call.arguments)) if spec.extra is not None else {}
    return told | ({"extra": extra} if extra else {})


def _closing(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """Return the turns with a request for the final report added at the end. The model is offered no tools for this
    report.
    """
    *before, last = turns
    return (*before, Turn(last.role, f"{last.content}\n\n{prompts.render('tool_end')}"))


def _instructions(assignment: AgentTask, specs: Sequence[ToolSpec]) -> str:
    return prompts.render(
        assignment.agent.prompt,
        tools=[{"name": each.name, "about": each.description, "arguments": _arguments(each)} for each in specs],
        earlier=list(assignment.seen),
        location=assignment.location,
        rules=assignment.rules,
    )


def _arguments(spec: ToolSpec) -> str:
    told = spec.parameters["properties"].items()
    return json.dumps({name: each["description"] for name, each in told}, ensure_ascii=False)
