"""Helpers over canned services: what is split, what is told, and that the plain way stays open."""

import json
import threading
from dataclasses import replace

import pytest

from backend.errors import ProviderTimeout
from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation
from backend.kernel.events import Emit, Event
from backend.kernel.exchange import ChatReply, ChatRequest, Turn
from backend.kernel.tool_calls import ToolCall, ToolUse
from backend.kernel.works import Source
from backend.ports import Listener
from backend.research.inquiry import Found, Inquiry, Report
from backend.research.source_search import Work
from backend.research.subagents.actions import AGENTS, written
from backend.research.subagents.parallel_agents import ParallelAgents, joined
from backend.tools import tools
from tests.canned import CannedPages, CannedServices, research_ports
from tests.fakes import ScriptedModel

QUESTION = "How do tides and storms differ in what they do to mangroves?"
WEB = Source("Tides", "https://a.example/tides", content="Tides flood mangroves twice a day.")
OWN = Source("My paper", doi="10.1000/own", content="Storms break roots.", metadata={"page": 4})
SPLIT = json.dumps(
    {
        "split": True,
        "subtasks": [
            {"helper": "deep_research", "task": "What do tides do to mangroves?"},
            {"helper": "file_analyzer", "task": "What do my papers say about storms?"},
        ],
    }
)


class ByTask:
    """A model that searches once and then reports, whatever it is asked; it may be told to fail at a task."""

    name, model, searches = "scripted", "scripted-1", False

    def __init__(self, fails: str = "", first: str = "") -> None:
        self._fails, self._first = fails, first
        self.requests: list[ChatRequest] = []
        self._lock = threading.Lock()

    def complete(self, request: ChatRequest, emit: Emit, listen: Listener | None = None) -> ChatReply:
        with self._lock:
            self.requests.append(request)
        said = " ".join(turn.content for turn in request.turns)
        if self._fails and self._fails in said:
            raise ProviderTimeout("late")
        if "You decide whether" in said:
            return ChatReply(self._first, self.name, self.model)
        if request.tools and len(request.turns) == 2:
            return ChatReply(written([ToolCall(request.tools[0].name, {"query": "x"})]), self.name, self.model)
        return ChatReply("It is so.", self.name, self.model)


def gathered(chat, system, question=QUESTION, files=True, tmp_path=None, pages=None, halt=None, **more):
    parts = research_ports(CannedServices(searxng=[WEB]), pages, chat, system)
    parts = replace(parts, tools=tools(parts, lambda url, seconds: None, tmp_path))  # type: ignore[arg-type,return-value]
    use = ToolUse(question, 30, files=(lambda query, most: [OWN]) if files else None)
    events: list[Event] = []
    work = Work(events.append, halt)
    found = ParallelAgents(parts).gather(Inquiry((Turn("user", question),), use=use, **more), work)
    return found, work, events


def test_a_question_with_two_sides_goes_to_two_helpers_at_once(tmp_path) -> None:
    model = ByTask(first=SPLIT)
    found, _, events = gathered(model, model, tmp_path=tmp_path)
    sources, reports = found.sources, found.reports
    assert {each.title for each in sources} == {"Tides", "My paper"}
    assert {each.task for each in reports} == {"What do tides do to mangroves?", "What do my papers say about storms?"}
    names = [each.name for each in events if each.name.startswith("subagent")]
    assert names.count("subagent_started") == names.count("subagent_completed") == 2
    ids = {each.data["subagent_id"] for each in events if each.name == "subagent_started"}
    assert len(ids) == 2
    nested = [each.data for each in events if each.name == "subagent_data"]
    assert {each["event"]["event"] for each in nested} >= {"tool_call_started", "tool_call_success"}
    assert not [each for each in events if each.name.startswith("tool_call")], "a helper's events are its own"
    done = next(each.data for each in events if each.name == "subagent_completed")
    assert done["status"] == "success" and done["summary"] == "It is so." and done["took_ms"] >= 0


def test_helpers_have_their_own_tools_only(tmp_path) -> None:
    model = ByTask(first=SPLIT)
    gathered(model, model, tmp_path=tmp_path)
    for request in model.requests:
        offered = {each.name for each in request.tools}
        assert offered <= AGENTS["deep_research"].tools or offered <= AGENTS["file_analyzer"].tools


def test_one_failing_helper_is_named_and_the_other_is_used(tmp_path) -> None:
    model = ByTask(first=SPLIT, fails="[TOOL RESULT: file_search")
    found, work, events = gathered(model, model, tmp_path=tmp_path)
    assert {each.title for each in found.sources} == {"Tides", "My paper"}, "what it had found by then is kept"
    assert found.lacking and [each.text for each in found.reports] == ["It is so.", ""]
    (error,) = [each.data for each in events if each.name == "subagent_error"]
    assert (error["name"], error["status"], error["error"]) == ("file_analyzer", "error", "late")
    assert ("file_analyzer", "late") in [(each.connector, each.reason) for each in work.failures]


@pytest.mark.parametrize("answer", ['{"split": false, "subtasks": []}', "nonsense", ""])
def test_the_plain_way_stays_open(tmp_path, answer: str) -> None:
    model = ByTask(first=answer)
    assert gathered(model, model, tmp_path=tmp_path)[0] is None
    assert len(model.requests) == 1


def test_where_every_helper_fails_the_plain_way_is_gone(tmp_path) -> None:
    model = ByTask(first=SPLIT, fails="The task is in the next message")
    found, work, _ = gathered(model, model, tmp_path=tmp_path)
    assert found is None and len(work.failures) == 2
    supervisor = ScriptedModel(ProviderTimeout("late"))
    found, work, _ = gathered(ScriptedModel(), supervisor, tmp_path=tmp_path)
    assert found is None and work.failures[0].connector == "supervisor"


@pytest.mark.parametrize("calls", ["write", ""])
def test_a_helper_that_brings_nothing_has_failed(tmp_path, calls: str) -> None:
    """It only makes calls that it may not make, or says what it remembers: nobody takes that for a success."""

    class Idle(ByTask):
        def complete(self, request, emit, listen=None):
            if any(turn.content == "What do tides do to mangroves?" for turn in request.turns):
                said = written([ToolCall(calls, {"query": "x"})]) if calls and request.tools else "I remember that."
                return ChatReply(said, self.name, self.model)
            return super().complete(request, emit, listen)

    model = Idle(first=SPLIT)
    found, work, events = gathered(model, model, tmp_path=tmp_path)
    assert [each.title for each in found.sources] == ["My paper"] and found.lacking
    assert [each.task for each in found.reports] == ["What do my papers say about storms?"]
    (error,) = [each.data for each in events if each.name == "subagent_error"]
    assert (error["name"], error["status"]) == ("deep_research", "error") and error["error"].startswith("found nothing")
    assert [each.data["name"] for each in events if each.name == "subagent_completed"] == ["file_analyzer"]
    assert "deep_research" in [each.connector for each in work.failures]


def test_where_the_search_is_stopped_no_plain_look_is_due(tmp_path) -> None:
    halt = Cancellation()

    class Stopping(ByTask):
        def complete(self, request, emit, listen=None):
            if "[TOOL RESULT: web_search" in request.turns[-1].content:
                halt.cancel()
                cancellation.pause(60)
            return super().complete(request, emit, listen)

    model = Stopping(first=SPLIT)
    found, work, events = gathered(model, model, tmp_path=tmp_path, halt=halt)
    assert "Tides" in {each.title for each in found.sources} and not found.lacking and work.failures == []
    assert "was stopped" in [each.data["error"] for each in events if each.name == "subagent_error"]


def test_what_helpers_and_a_plain_look_bring_is_one_list_of_works() -> None:
    helped = Found((OWN, WEB), 2, reports=(Report("tides?", "It is so.", (WEB,)),), lacking=True)
    other = Source("Storms", url="https://b.example/storms")
    made = joined(helped, Found((other, WEB), 9, queries=("tides",)))
    assert {each.title for each in made.sources} == {"Tides", "My paper", "Storms"}
    assert (made.total, made.queries, made.reports, made.lacking) == (9, ("tides",), helped.reports, False)


@pytest.mark.parametrize("question", ["Hello there!", "Thanks a lot", "Why mangroves?"])
def test_small_talk_costs_no_call(tmp_path, question: str) -> None:
    assert gathered(ScriptedModel(), ScriptedModel(), question, tmp_path=tmp_path)[0] is None


def test_nobody_is_asked_for_a_quick_look_or_without_a_system_model(tmp_path) -> None:
    assert gathered(ScriptedModel(), ScriptedModel(), tmp_path=tmp_path, effort="low")[0] is None
    assert gathered(None, None, tmp_path=tmp_path)[0] is None


def test_without_a_library_nobody_is_sent_there(tmp_path) -> None:
    model = ByTask(first=SPLIT)
    assert gathered(model, model, files=False, tmp_path=tmp_path)[0] is None


PAGE = "Tides and mangroves\n\nMangroves are flooded by tides twice a day, which their roots survive."
ASKED = "What does https://a.example/page say about tides?"


def test_an_address_in_the_question_is_read_without_a_model(tmp_path) -> None:
    pages = CannedPages({"https://a.example/page": PAGE})
    found, _, events = gathered(None, None, ASKED, tmp_path=tmp_path, pages=pages)
    assert found.sources[0].url == "https://a.example/page"
    assert [each.name for each in events if "tool" in each.name] == ["tool_call_started", "tool_call_success"]


def test_an_address_in_the_question_is_work_for_the_chat_with_tools(tmp_path) -> None:
    pages = CannedPages({"https://a.example/page": PAGE})
    call = written([ToolCall("url_summarization", {"url": "https://a.example/page"})])
    chat = ScriptedModel(call, "It says that tides flood them.")
    found, _, events = gathered(chat, ScriptedModel(), ASKED, tmp_path=tmp_path, pages=pages)
    assert found.reports[0].text == "It says that tides flood them."
    assert [each.name for each in events if "tool" in each.name] == ["tool_call_started", "tool_call_success"]
    assert pages.asked == ["https://a.example/page"]
    failing = ScriptedModel(ProviderTimeout("late"))
    found, work, _ = gathered(failing, ScriptedModel(), ASKED, tmp_path=tmp_path, pages=pages)
    assert found.sources[0].url == "https://a.example/page" and work.failures
