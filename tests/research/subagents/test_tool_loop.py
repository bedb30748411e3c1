import threading
from collections.abc import Collection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.errors import Cancelled, ProviderTimeout, Refused
from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation, obeying
from backend.kernel.events import Event
from backend.kernel.exchange import ChatReply, Usage
from backend.kernel.tool_calls import ToolCall, ToolResult, ToolSpec, ToolUse
from backend.kernel.works import Source
from backend.research.source_search import Work
from backend.research.subagents.actions import AGENTS, written
from backend.research.subagents.tool_loop import STOPPED, AgentTask, Caller, ToolLoop, _Course
from tests.fakes import ScriptedModel
from tests.waiting import PATIENCE

PAGE = Source("Tides", "https://a.example/tides", content="Tides rise.")
USE = ToolUse("question", 30)


class CannedTools:
    """Tools that say their name; `broken` fails. It remembers what was called."""

    def __init__(self) -> None:
        self.called: list[ToolCall] = []

    def specs(self, names: Collection[str], use: ToolUse) -> tuple[ToolSpec, ...]:
        schema = {"type": "object", "properties": {"query": {"type": "string", "description": "what"}}}
        return tuple(ToolSpec(name, f"about {name}", schema, "query") for name in sorted(names))

    def call(self, call: ToolCall, use: ToolUse) -> ToolResult:
        self.called.append(call)
        if call.arguments.get("query") == "broken":
            raise Refused("this can't be done")
        return ToolResult(f"result of {call.tool}", (PAGE,), 1)


def wants(tool: str, query: str = "tides") -> str:
    return written([ToolCall(tool, {"query": query})])


def run(tools: CannedTools, model: ScriptedModel, agent: str = "deep_research", halt: Cancellation | None = None):
    events: list[Event] = []
    work = Work(events.append, halt)
    assignment = AgentTask(AGENTS[agent], "What do tides do?", [{"speaker": "User", "text": "hello"}], USE)
    return ToolLoop(tools).run(assignment, model, work, events.append), work, events


def test_calls_are_made_until_there_is_a_report() -> None:
    tools, model = CannedTools(), ScriptedModel(wants("web_search"), wants("pdf_loader"), "Tides rise.")
    report, _, events = run(tools, model)
    assert (report.text, report.task) == ("Tides rise.", "What do tides do?")
    assert [each.tool for each in tools.called] == ["web_search", "pdf_loader"]
    assert report.sources == (PAGE, PAGE)
    assert [each.name for each in events] == ["tool_call_started", "tool_call_success"] * 2
    assert len({each.data["tool_call_id"] for each in events}) == 2
    assert events[0].data["query"] == "tides" and events[1].data["count"] == 1
    assert "result of web_search" in model.requests[1].turns[-1].content
    roles = [turn.role for turn in model.requests[-1].turns]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user"]


def test_a_tool_that_it_was_not_given_is_refused_when_called() -> None:
    tools, model = CannedTools(), ScriptedModel(wants("write"), wants("web_search"), "Done.")
    report, _, events = run(tools, model)
    assert [each.tool for each in tools.called] == ["web_search"]
    assert "may not call 'write'" in model.requests[1].turns[-1].content
    assert events[1].name == "tool_call_error"
    assert all("write" not in [spec.name for spec in request.tools] for request in model.requests)
    assert report.text == "Done."


def test_what_fails_is_answered_in_words() -> None:
    tools, model = CannedTools(), ScriptedModel(wants("web_search", "broken"), "Nothing.")
    _, work, _ = run(tools, model)
    assert "this can't be done" in model.requests[1].turns[-1].content
    assert [(each.connector, each.reason) for each in work.failures] == [("web_search", "this can't be done")]


def test_the_same_call_is_made_once() -> None:
    tools, model = CannedTools(), ScriptedModel(wants("web_search"), wants("web_search"), "Done.")
    run(tools, model)
    assert len(tools.called) == 1
    assert "already made this call, or nearly the same one" in model.requests[2].turns[-1].content


def test_one_that_never_reports_is_asked_to_in_its_last_turn() -> None:
    turns = AGENTS["deep_research"].turns
    tools = CannedTools()
    model = ScriptedModel(*[wants("web_search", str(number)) for number in range(turns)])
    report, _, _ = run(tools, model)
    assert len(model.requests) == turns and len(tools.called) == turns - 1
    assert model.requests[-1].tools == () and "Report now" in model.requests[-1].turns[-1].content
    assert report.text == ""


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.text(max_size=30) | st.sampled_from([wants("web_search"), wants("x"), "{}"]), min_size=6, max_size=6)
)
def test_any_model_ends(answers: list[str]) -> None:
    model = ScriptedModel(*answers)
    run(CannedTools(), model)
    assert len(model.requests) <= AGENTS["deep_research"].turns


def test_a_model_that_fails_is_not_hidden_and_what_was_found_is_kept() -> None:
    report, _, _ = run(CannedTools(), ScriptedModel(ProviderTimeout("late")))
    assert (report.failure, report.sources, report.of_use) == ("late", (), False)
    report, _, _ = run(CannedTools(), ScriptedModel(wants("web_search"), ProviderTimeout("late")))
    assert (report.failure, report.sources, report.of_use, report.text) == ("late", (PAGE,), True, "")


def test_what_nobody_looked_up_is_of_no_use() -> None:
    assert not run(CannedTools(), ScriptedModel(wants("write"), "From memory: so."))[0].of_use
    assert run(CannedTools(), ScriptedModel(wants("web_search"), "They say so."))[0].of_use


def test_stopping_the_search_asks_the_model_nothing_more() -> None:
    halt = Cancellation()

    class Stopped(CannedTools):
        def call(self, call: ToolCall, use: ToolUse) -> ToolResult:
            halt.cancel()
            return super().call(call, use)

    model = ScriptedModel(wants("web_search"), "never asked for")
    report, _, _ = run(Stopped(), model, halt=halt)
    assert len(model.requests) == 1
    assert (report.sources, report.text, report.failure) == ((PAGE,), "", STOPPED)


def test_a_model_that_hangs_is_not_waited_for_when_the_search_is_stopped() -> None:
    wish = Cancellation()
    halt = Cancellation(within=wish)

    class Hanging(ScriptedModel):
        def complete(self, request, emit, listen=None) -> ChatReply:
            if self.answers:
                return super().complete(request, emit, listen)
            halt.cancel()
            cancellation.pause(60)
            raise AssertionError("nobody stopped it")

    with obeying(wish):
        report, _, _ = run(CannedTools(), Hanging(wants("web_search")), halt=halt)
    assert (report.sources, report.failure) == ((PAGE,), STOPPED)
    halt = wish  # all of it is to end
    with obeying(wish), pytest.raises(Cancelled):
        run(CannedTools(), Hanging(), halt=Cancellation(within=wish))


def test_cancelling_ends_it() -> None:
    wish = Cancellation()

    class Stopping(CannedTools):
        def call(self, call: ToolCall, use: ToolUse) -> ToolResult:
            wish.cancel()
            raise Cancelled()

    with obeying(wish), pytest.raises(Cancelled):
        run(Stopping(), ScriptedModel(wants("web_search"), "never"))


def test_calls_of_one_turn_run_beside_each_other_and_usage_is_counted() -> None:
    meeting = threading.Barrier(2, timeout=PATIENCE)

    class Meeting(CannedTools):
        def call(self, call: ToolCall, use: ToolUse) -> ToolResult:
            meeting.wait()
            return super().call(call, use)

    class Counting(ScriptedModel):
        def complete(self, request, emit, listen=None) -> ChatReply:
            reply = super().complete(request, emit, listen)
            return ChatReply(reply.text, reply.provider, reply.model, usage=Usage(3, 2, None))

    both = written([ToolCall("web_search", {"query": "a"}), ToolCall("pdf_loader", {"query": "b"})])
    report, work, _ = run(Meeting(), Counting(both, "Done."))
    assert report.text == "Done." and len(work.spent) == 2


def test_a_query_in_nearly_the_same_words_is_not_searched_for_again() -> None:
    course = _Course([])
    assert course.is_new(ToolCall("web_search", {"query": "coral bleaching causes"}))
    assert not course.is_new(ToolCall("web_search", {"query": "the causes of coral bleaching"}))
    assert course.is_new(ToolCall("file_search", {"query": "causes of coral bleaching"})), "another tool"
    assert course.is_new(ToolCall("url_summarization", {"url": "https://a.example"}))


def test_a_call_tells_what_it_is_for_and_how_long_it_took() -> None:
    class Videos:
        def specs(self, names: Collection[str], use: ToolUse) -> tuple[ToolSpec, ...]:
            return (ToolSpec("youtube_transcript", "", {}, "video", lambda given: {"video_id": given["video"][-3:]}),)

        def call(self, call: ToolCall, use: ToolUse) -> ToolResult:
            return ToolResult("words", count=1)

    heard: list[Event] = []
    caller = Caller(AGENTS["chat"], ToolUse("q", 5), Work(heard.append), heard.append)
    ToolLoop(Videos()).call(ToolCall("youtube_transcript", {"video": "https://youtu.be/abc"}), caller)
    begun, done = (each.data for each in heard)
    assert begun["extra"] == done["extra"] == {"video_id": "abc"} and begun["url"] == "https://youtu.be/abc"
    assert done["took_ms"] >= 0 and "took_ms" not in begun
