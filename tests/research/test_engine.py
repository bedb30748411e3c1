"""The engine from question to answer: nothing found is lost, nothing is cited that is not there, and what fails is
named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.errors import Cancelled, ProviderError, ProviderMisanswered, ProviderTimeout, ProviderUnreachable
from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation, obeying
from backend.kernel.events import Event, silent
from backend.kernel.exchange import AnswerSchema, ChatReply, ChatRequest, Evidence, Excerpt, Reader, Turn, Usage
from backend.kernel.search_requests import Failure, Filters, SearchCall, SearchOptions
from backend.kernel.tool_calls import ToolCall, ToolUse
from backend.kernel.works import Source
from backend.research import serialise
from backend.research.engine import SelfHostedSonar
from backend.research.inquiry import Findings, Inquiry
from backend.research.lookup import LookupRequest
from backend.research.subagents.actions import written
from backend.sources.identifiers import source_id
from backend.tools import tools
from tests.canned import CannedPages, CannedServices, research_ports
from tests.fakes import ScriptedModel

QUESTION = "Why do mangroves flood?"
TIDES = Source("Tides", "https://a.example/tides", content="The tides flood mangroves twice a day.")
STORMS = Source("Storms", "https://b.example/storms", "10.1234/storms", content="Storms flood mangroves now and then.")
FOUND = (TIDES, STORMS)
A, B = source_id(TIDES), source_id(STORMS)
SAID = f"The tides do [{A}], as some say [sx_00000000]. So do storms [{B}][{A}]."
SHOWN = f"The tides do [{A}], as some say. So do storms [{B}][{A}]."
PROFILE, PLACE = "A retired brewer called Zacharias Quill", "Tromsø"


class Speaking:
    """A model that says its answer in pieces, tells of sources of its own, and fails at the end where it is told to."""

    name, model, searches = "speaking", "speaking-1", False

    def __init__(self, pieces: Sequence[str], fails: type[Exception] | None = None) -> None:
        self.pieces, self.fails = pieces, fails
        self.requests: list[ChatRequest] = []

    def complete(self, request: ChatRequest, emit: Any, listen: Any = None) -> ChatReply:
        self.requests.append(request)
        text = "".join(self.pieces)
        if listen is not None:
            listen.begun()
            listen.sources([Source("The model's own", "https://c.example")])
            for piece in self.pieces:
                listen.text(piece)
        if self.fails is not None:
            error = self.fails("It broke off.")
            error.partial = ChatReply(text, self.name, self.model)  # type: ignore[attr-defined]
            raise error
        return ChatReply(text, self.name, self.model, Usage(10, 5), finish_reason="stop")


class Hearing:
    """What a caller hears, in order."""

    def __init__(self, live: bool = True) -> None:
        self.live = live
        self.heard: list[tuple[str, Any]] = []

    def begun(self) -> None:
        self.heard.append(("begun", None))

    def text(self, delta: str) -> None:
        self.heard.append(("text", delta))

    def thought(self, delta: str) -> None:
        self.heard.append(("thought", delta))

    def sources(self, found: Sequence[Source]) -> None:
        self.heard.append(("sources", tuple(found)))

    def all(self, name: str) -> list[Any]:
        return [value for each, value in self.heard if each == name]


def sonar(
    chat: Any = None, system: Any = None, pages: Any = None, services: CannedServices | None = None, **parts: Any
) -> SelfHostedSonar:
    made = research_ports(services or CannedServices(searxng=FOUND), pages, chat, system)
    return SelfHostedSonar(replace(made, **parts), today=lambda: date(2026, 11, 20))


def inquiry(question: str = QUESTION, **more: Any) -> Inquiry:
    return Inquiry((Turn("user", question),), **{"effort": "low"} | more)


def failed(findings: Findings) -> dict[str, str]:
    return {each.connector: each.reason for each in findings.found.failures}


# --- citations --------------------------------------------------------------------------------------


def test_every_cited_source_is_there_and_what_is_not_is_removed_and_counted() -> None:
    found = sonar(ScriptedModel(SAID)).answer(inquiry(), silent)
    assert (found.text, found.cited, found.removed) == (SHOWN, (A, B), 1)
    assert {source_id(each) for each in found.sources} == {A, B}
    assert found.support > 0


def test_the_same_works_have_the_same_ids_in_every_call() -> None:
    def ids(*found: Source) -> set[str]:
        services = CannedServices(searxng=found)
        return {
            source_id(each) for each in sonar(ScriptedModel("x"), services=services).answer(inquiry(), silent).sources
        }

    assert ids(TIDES, STORMS) == ids(STORMS, replace(TIDES, url="http://www.a.example/tides/?utm_source=x")) == {A, B}


def test_a_work_that_two_services_and_two_queries_find_is_one_source() -> None:
    services = CannedServices(searxng=FOUND, crossref=(replace(STORMS, url=None, authors=("Ann Lee",)), TIDES))
    system = ScriptedModel('{"queries": ["mangroves tides", "mangroves storms"]}')
    found = sonar(ScriptedModel(SAID), system, services=services).answer(inquiry(), silent)
    assert sorted(map(source_id, found.sources)) == sorted({A, B})
    assert next(each for each in found.sources if source_id(each) == B).authors == ("Ann Lee",)
    assert len(services.asked) == 2


def test_numbered_marks_are_the_places_of_their_sources() -> None:
    found = sonar(ScriptedModel(SAID)).answer(inquiry(numbered=True), silent)
    place = {source_id(each): number for number, each in enumerate(found.sources, start=1)}
    assert found.text == SHOWN.replace(A, str(place[A])).replace(B, str(place[B]))
    assert (found.cited, found.removed) == ((A, B), 1) and found.support > 0


def test_what_the_model_points_to_by_itself_is_told_and_among_numbers_no_mark() -> None:
    said = f"The tides do [{A}], as others say [1][99] (https://made.up/x, https://a.example/tides)."
    found = sonar(ScriptedModel(said)).answer(inquiry(), silent)
    assert found.text == said and found.cited == (A,)
    assert found.doubts == (
        "These citation marks in the answer have no source: [1], [99].",
        "No source contains these addresses of the answer: https://made.up/x.",
    )
    numbered = sonar(ScriptedModel(said)).answer(inquiry(numbered=True), silent)
    assert re.findall(r"\[\d+\]", numbered.text) == [f"[{[source_id(each) for each in found.sources].index(A) + 1}]"]
    assert numbered.doubts == found.doubts and "［1]［99]" in numbered.text
    assert sonar().answer(inquiry(), silent).doubts == (), "quotations are the sources' own words"


def test_an_answer_in_a_schema_names_whole_sources_and_has_no_marks() -> None:
    schema = AnswerSchema("a", {"type": "object", "properties": {"text": {"type": "string"}}})
    said = json.dumps({"text": f"The tides do [{A}].", "sources": [B, "sx_00000000"]})
    chat = ScriptedModel(said)
    found = sonar(chat).answer(inquiry(schema=schema), silent)
    made = json.loads(found.text)
    assert made["text"] == "The tides do." and made["sources"][1] == ""
    assert "10.1234/storms" in made["sources"][0] and "Storms" in made["sources"][0]
    assert set(found.cited) == {A, B} and found.removed == 1
    assert chat.requests[0].schema == schema


def test_without_a_model_the_schema_is_kept_too() -> None:
    schema = AnswerSchema(
        "a",
        {
            "type": "object",
            "properties": {"answer": {"type": "string"}, "sources": {"type": "array", "items": {"type": "string"}}},
        },
    )
    made = json.loads(sonar().answer(inquiry(schema=schema), silent).text)
    assert "flood mangroves" in made["answer"] and "[sx_" not in made["answer"]
    assert any("https://a.example/tides" in each for each in made["sources"])


def test_without_a_model_every_sentence_is_a_sources_own_with_its_mark() -> None:
    hearing = Hearing()
    found = sonar().answer(inquiry(), silent, hearing)
    quoted = [line for line in found.text.splitlines() if line.startswith("- ")]
    assert quoted and set(found.cited) <= {A, B} and found.removed == 0
    contents = {A: TIDES.content, B: STORMS.content}
    for line in quoted:
        sentence, mark = re.fullmatch(r"- (.+) \[(sx_\w+)\]", line).groups()  # type: ignore[union-attr]
        assert sentence in contents[mark]
    assert "".join(hearing.all("text")) == found.text and found.provider == "extractive"


# --- as it is heard ---------------------------------------------------------------------------------


@given(
    st.lists(st.sampled_from([f"[{A}]", A, "[", "]", "sx_", " ", "[sx_00000000]", f" [{B}]", f"[{A}, {B}]", "Tides. "]))
)
def test_what_is_heard_is_the_answer_however_it_is_cut(pieces: list[str]) -> None:
    chat, hearing = Speaking(pieces), Hearing()
    heard = sonar(chat).answer(inquiry(), silent, hearing)
    plain = sonar(Speaking(["".join(pieces)])).answer(inquiry(), silent)
    assert "".join(hearing.all("text")) == heard.text == plain.text
    assert (heard.cited, heard.removed) == (plain.cited, plain.removed)
    assert set(re.findall(r"\[(sx_\w{8})\]", heard.text)) <= set(heard.cited) <= {A, B}


def test_sources_are_heard_once_whole_and_before_the_first_word() -> None:
    hearing = Hearing()
    found = sonar(Speaking(["The ", "tides."])).answer(inquiry(), silent, hearing)
    assert hearing.all("sources") == [found.sources], "never the model's own, never twice"
    names = [name for name, _ in hearing.heard]
    assert names.index("begun") < names.index("sources") < names.index("text")


def test_a_provider_that_rewrites_what_it_said_has_the_last_word() -> None:
    class Rewriting(Speaking):
        def complete(self, request: ChatRequest, emit: Any, listen: Any = None) -> ChatReply:
            return replace(super().complete(request, emit, listen), text=f"Storms do [{B}].")

    found = sonar(Rewriting([f"The tides do [{A}]."])).answer(inquiry(), silent, Hearing())
    assert (found.text, found.cited, found.removed) == (f"Storms do [{B}].", (B,), 0)


# --- what fails -------------------------------------------------------------------------------------


def test_everything_that_fails_on_the_way_is_named_and_the_rest_is_used() -> None:
    class NoVectors:
        key = "none"

        def embed(self, texts: Sequence[str]) -> Any:
            raise ProviderTimeout

    services = CannedServices(searxng=FOUND, arxiv=Failure("arxiv", "did not answer in time"))
    pages = CannedPages({TIDES.url or "": "The moon pulls the tides, and they flood the mangroves. " * 9})
    system = ScriptedModel(ProviderUnreachable(), ProviderTimeout())
    chat = ScriptedModel(SAID)
    engine = sonar(chat, system, pages, services, embedder=NoVectors())
    found = engine.answer(inquiry(effort="medium", related=True), silent)
    assert set(failed(found)) == {"queries", "arxiv", "ranking", "pages", "related"}
    assert failed(found)["arxiv"] == "did not answer in time" and STORMS.url in failed(found)["pages"]
    assert ProviderUnreachable.title in failed(found)["queries"] and ProviderTimeout.title in failed(found)["ranking"]
    assert (found.text, found.related) == (SHOWN, ())
    assert "The moon pulls the tides" in chat.requests[0].turns[-1].content
    assert services.asked[0][0] == "mangroves flood", "keywords, where no model writes queries"


@pytest.mark.parametrize(
    ("brought", "why"),
    [
        (Failure("searxng", "answered 403"), "The search failed (searxng: answered 403)"),
        ((), "The search found nothing"),
    ],
)
def test_an_answer_from_memory_begins_by_saying_so(brought: Any, why: str) -> None:
    services, ear = CannedServices(searxng=brought), Hearing()
    found = sonar(Speaking(["Storms", " do."]), services=services).answer(inquiry(), silent, ear)
    assert found.text.startswith(f"{why}, so this answer rests on what the model remembers")
    assert found.text.endswith("\n\nStorms do.") and "".join(ear.all("text")) == found.text
    assert found.doubts[0] == found.text.split("\n\n")[0]
    schema = AnswerSchema("answer", {"type": "object", "properties": {"answer": {"type": "string"}}})
    found = sonar(ScriptedModel('{"answer": "x"}'), services=services).answer(inquiry(schema=schema), silent)
    assert found.text == '{"answer": "x"}' and why in found.doubts[0], "JSON stays JSON"
    assert not sonar(ScriptedModel("Hi."), services=services).answer(inquiry(search=False), silent).doubts


def test_pages_that_nobody_reads_are_named_where_they_would_be_read() -> None:
    assert failed(sonar(ScriptedModel("x")).answer(inquiry(effort="medium"), silent)) == {
        "pages": "were not read: this server reads no pages"
    }
    assert failed(sonar(ScriptedModel("x")).answer(inquiry(), silent)) == {}


def test_without_a_service_that_is_said_and_the_model_answers() -> None:
    chat = ScriptedModel("Nothing was found.")
    found = sonar(chat, services=CannedServices()).answer(inquiry(), silent)
    assert found.text.startswith("The search failed (no search service is configured") and "search" in failed(found)
    assert found.text.endswith("\n\nNothing was found.")
    assert "(the search found nothing)" in chat.requests[0].turns[-1].content


@pytest.mark.parametrize("listen", [None, Hearing()])
def test_a_chat_model_that_fails_fails_the_call_and_what_it_said_is_kept(listen: Hearing | None) -> None:
    with pytest.raises(ProviderTimeout) as caught:
        sonar(Speaking([SAID], ProviderTimeout)).answer(inquiry(), silent, listen)
    assert caught.value.partial is not None and caught.value.partial.text == SHOWN
    if listen is not None:
        assert listen.all("sources") and {source_id(each) for each in listen.all("sources")[0]} == {A, B}


@pytest.mark.parametrize("error", [ProviderTimeout, ProviderUnreachable, ProviderMisanswered])
def test_a_deep_research_that_nobody_writes_up_is_quoted(error: type[ProviderError]) -> None:
    """What was found in minutes is not lost with one call, and nobody takes it for the model's answer."""
    found = sonar(ScriptedModel(error("no"))).answer(inquiry("What floods mangroves?", deep=True), silent)
    assert found.provider == found.model == "extractive" and "chat" not in found.ran
    assert set(found.cited) == {A, B} and found.text.startswith("Quoted word for word")
    assert found.text.endswith(f"({error.title}). Ask again; the model may succeed then.*")
    assert found.found.failures[-1].connector == "synthesis" and "quoted instead" in found.found.failures[-1].reason


def test_what_a_model_had_said_of_a_deep_research_stands_before_the_quotations() -> None:
    hearing = Hearing()
    chat = Speaking([SAID], ProviderTimeout)
    found = sonar(chat).answer(inquiry("What floods mangroves?", deep=True), silent, hearing)
    assert found.text.startswith(f"{SHOWN} …\n\nQuoted word for word")
    assert set(found.cited) == {A, B} and "".join(hearing.all("text")) == found.text


def test_a_deep_research_that_found_nothing_fails_with_its_model() -> None:
    with pytest.raises(ProviderTimeout):
        sonar(ScriptedModel(ProviderTimeout("no")), services=CannedServices(searxng=())).answer(
            inquiry(deep=True), silent
        )
    schema = AnswerSchema("a", {"type": "object", "properties": {"text": {"type": "string"}}})
    for form in ({"schema": schema}, {"numbered": True}):
        with pytest.raises(ProviderTimeout):  # programs are told by the status
            sonar(ScriptedModel(ProviderTimeout("no"))).answer(inquiry(deep=True, **form), silent)


def test_what_speaks_of_something_else_is_not_quoted_and_what_may_not_answer_says_so() -> None:
    found = sonar().answer(inquiry("What is the boiling point of tungsten?"), silent)
    assert (found.cited, found.support) == ((), 0) and "nothing to quote" in found.text
    found = sonar().answer(inquiry("What floods mangroves in Borneo or Sumatra?"), silent)
    assert found.cited and not found.sure and "nothing on “Borneo” or “Sumatra”" in found.text
    assert sonar().answer(inquiry("What floods mangroves?"), silent).sure


def test_where_a_helper_fails_a_plain_look_is_taken_beside_what_the_others_brought() -> None:
    own = Source("My paper", doi="10.1000/own", content="Storms break roots.")
    split = {"split": True, "subtasks": [{"helper": "deep_research", "task": "Tides?"},
                                         {"helper": "file_analyzer", "task": "Storms in my papers?"}]}  # fmt: skip

    class System(ScriptedModel):
        def complete(self, request: ChatRequest, *rest: Any) -> ChatReply:
            said = json.dumps(split) if "You decide whether" in request.turns[0].content else '["mangroves"]'
            if request.tools:
                said = written([ToolCall("file_search", {"query": "storms"})])
            elif "[TOOL RESULT" in request.turns[-1].content:
                said = "Storms break roots."
            return ChatReply(said, self.name, self.model)

    services = CannedServices(searxng=FOUND)
    parts = research_ports(services, None, ScriptedModel(ProviderTimeout("late"), SAID), System())
    parts = replace(parts, tools=tools(parts, lambda url, seconds: None, None))  # type: ignore[arg-type,return-value]
    asked = inquiry(
        "How do tides and storms differ for mangroves?",
        effort="medium",
        use=ToolUse(QUESTION, 30, files=lambda query, most: [own]),
    )
    found = SelfHostedSonar(parts, today=lambda: date(2026, 11, 20)).answer(asked, silent)
    assert {each.title for each in found.sources} == {"Tides", "Storms", "My paper"}
    assert found.text == SHOWN and found.found.queries == ("mangroves",)
    assert [each for each in serialise.of(found)["warnings"] if "deep_research" in each and "late" in each]
    parts.chat.answers.extend([ProviderTimeout("late"), ProviderTimeout("late")])  # type: ignore[union-attr]
    unwritten = SelfHostedSonar(parts, today=lambda: date(2026, 11, 20)).answer(asked, silent)
    assert unwritten.provider == "extractive" and len(unwritten.sources) == 3, "what helpers found is not lost either"


# --- stopping ---------------------------------------------------------------------------------------


def test_a_model_that_writes_queries_is_not_waited_for_when_the_search_is_stopped() -> None:
    wish = Cancellation()
    halt = Cancellation(within=wish)

    class Hanging(ScriptedModel):
        def complete(self, request: ChatRequest, *rest: Any) -> ChatReply:
            halt.cancel()
            cancellation.pause(60)
            raise AssertionError("nobody stopped it")

    with obeying(wish):
        found = sonar(ScriptedModel("From what there is."), Hanging()).answer(inquiry(), silent, None, halt)
    assert found.text == "From what there is."


class Stopping(CannedServices):
    """Somebody wishes for an end while it searches."""

    def __init__(self, wish: Cancellation) -> None:
        super().__init__(searxng=FOUND)
        self.wish = wish

    def search_all(self, call: SearchCall) -> Any:
        self.wish.cancel()
        assert call.stop is not None and call.stop() is True, "the services are told"
        return super().search_all(call)


def test_stopping_the_search_answers_from_what_there_is() -> None:
    wish, pages = Cancellation(), CannedPages({})
    halt = Cancellation(within=wish)
    with obeying(wish):
        found = sonar(ScriptedModel(SAID), pages=pages, services=Stopping(halt)).answer(
            inquiry(effort="medium"), silent, halt=halt
        )
    assert found.text == SHOWN and not pages.asked
    assert [each.name for each in found.steps] == ["queries", "search", "synthesise"]


def test_stopping_everything_asks_nobody_any_more() -> None:
    wish, chat = Cancellation(), ScriptedModel(SAID)
    with obeying(wish), pytest.raises(Cancelled):
        sonar(chat, services=Stopping(wish)).answer(inquiry(), silent, halt=Cancellation(within=wish))
    assert not chat.requests
    with obeying(wish), pytest.raises(Cancelled):
        sonar(chat).answer(inquiry(), silent)


def test_what_was_said_when_it_was_stopped_is_kept() -> None:
    with pytest.raises(Cancelled) as caught:
        sonar(Speaking([SAID], Cancelled)).answer(inquiry(), silent, Hearing())
    assert caught.value.partial is not None and caught.value.partial.text == SHOWN


# --- who asks ---------------------------------------------------------------------------------------


@given(st.sampled_from([QUESTION, "What grows near me?"]), st.booleans(), st.booleans())
def test_the_profile_is_in_no_query_and_no_model_but_the_one_that_answers(
    question: str, system: bool, chat: bool
) -> None:
    services = CannedServices(searxng=FOUND)
    helper, writer = ScriptedModel('{"queries": ["mangroves"]}', '["And then?"]'), ScriptedModel(SAID)
    engine = sonar(writer if chat else None, helper if system else None, services=services)
    found = engine.answer(inquiry(question, reader=Reader(PLACE, PROFILE), related=True), silent)
    assert not any("Quill" in query for query, _ in services.asked)
    assert not any("Quill" in turn.content for request in helper.requests for turn in request.turns)
    assert "Quill" not in found.text
    assert found.used_profile is chat
    if chat:
        assert "Quill" in writer.requests[0].turns[0].content
    if not system:
        assert any(PLACE in query for query, _ in services.asked) is (question != QUESTION)
        assert found.used_location is (chat or question != QUESTION)


def test_nobody_known_is_nobody_used() -> None:
    found = sonar(ScriptedModel(SAID), ScriptedModel('["mangroves"]')).answer(inquiry(), silent)
    assert (found.used_location, found.used_profile) == (False, False)


# --- the rest of an answer --------------------------------------------------------------------------


def test_without_a_search_the_conversation_alone_is_answered_from() -> None:
    services, chat = CannedServices(searxng=FOUND), ScriptedModel(f"From what I know [{A}].")
    found = sonar(chat, services=services).answer(inquiry(search=False), silent, hearing := Hearing())
    assert (found.text, found.sources, found.removed) == ("From what I know.", (), 1)
    assert not services.asked and chat.requests[0].turns[-1] == Turn("user", QUESTION)
    assert [name for name, _ in hearing.heard if name == "begun"] == []
    assert "Nothing was searched for" in sonar().answer(inquiry(search=False), silent).text


def test_usage_is_that_of_all_models_and_unknown_stays_unknown() -> None:
    system = Speaking(['["mangroves"]'])
    assert sonar(Speaking(["x"]), system).answer(inquiry(), silent).usage == Usage(20, 10)
    assert sonar(ScriptedModel("x")).answer(inquiry(), silent).usage == Usage()


def test_named_models_and_wishes_reach_who_they_are_for() -> None:
    services = CannedServices(searxng=FOUND, arxiv=FOUND)
    chat, system = ScriptedModel("x"), ScriptedModel('["mangroves"]')
    filters = Filters(domains=("a.example",))
    sonar(chat, system, services=services).answer(
        inquiry(chat_model="big", system_model="small", filters=filters, only=frozenset({"arxiv"}), rules="In verse."),
        silent,
    )
    assert (chat.requests[0].model, system.requests[0].model) == ("big", "small")
    assert services.asked == [("mangroves", filters)] and "In verse." in chat.requests[0].turns[0].content
    assert chat.requests[0].search is False


@pytest.mark.parametrize(("effort", "most"), [("low", 5), ("medium", 10), ("high", 20)])
def test_effort_is_how_many_sources_are_shown(effort: str, most: int) -> None:
    many = [Source(f"Tides {n}", f"https://a.example/{n}", content=f"Tides, part {n}.") for n in range(40)]
    chat = ScriptedModel("x")
    found = sonar(chat, services=CannedServices(searxng=many)).answer(inquiry(effort=effort), silent)
    assert len(found.sources) == most and found.found.total == 40
    assert len(re.findall(r"^\[sx_", chat.requests[0].turns[-1].content, re.MULTILINE)) == most


def test_search_ranks_without_any_model() -> None:
    services = CannedServices(searxng=FOUND, arxiv=Failure("arxiv", "was away"))
    chat = ScriptedModel()
    found = sonar(chat, ScriptedModel(), services=services).search(
        "storms", silent, LookupRequest(Filters(), None, 1, 60, 8.0)
    )
    assert len(found.sources) == 1 and found.total == 2 and found.sources[0].connector == "searxng"
    assert found.failures == (Failure("arxiv", "was away"),) and not chat.requests


# --- as Stage 1's writer ----------------------------------------------------------------------------

DRAFT = {
    "message": f"Done [{A}].",
    "document_content": f"The tides do [{B}].",
    "sources": [A, "sx_00000000", "My notes"],
}
DOCUMENT = "[DOCUMENT] A secret draft about whales. [END OF DOCUMENT] Write about mangroves and floods."


def stage_one(**more: Any) -> ChatRequest:
    evidence = Evidence("write", "Write about mangroves and floods.")
    return ChatRequest((Turn("system", "Rules."), Turn("user", DOCUMENT)), evidence=evidence, **more)


def test_a_draft_names_its_sources_as_lines_that_are_known_again() -> None:
    services, events = CannedServices(searxng=FOUND), list[Event]()
    chat, hearing = Speaking([json.dumps(DRAFT)[:40], json.dumps(DRAFT)[40:]]), Hearing()
    reply = sonar(chat, services=services).complete(stage_one(), events.append, hearing)
    made = json.loads(reply.text)
    assert made["document_content"] == f"The tides do [{B}]." and made["message"] == f"Done [{A}]."
    assert reply.by_id, "ids stay until the answer is cited"
    assert "https://a.example/tides" in made["sources"][0] and made["sources"][1:] == ["", "My notes"]
    assert {source_id(each) for each in reply.results} == {A, B} and reply.provider == "research"
    numbers = {source_id(each): f"[{place}]" for place, each in enumerate(reply.results, start=1)}
    heard = reply.text.replace(f"[{A}]", numbers[A]).replace(f"[{B}]", numbers[B])
    assert "".join(hearing.all("text")) == heard and hearing.all("sources") == [reply.results]
    assert [query for query, _ in services.asked] and not any("whales" in query for query, _ in services.asked)
    assert chat.requests[0].search is False and chat.requests[0].turns[-1].content.endswith(DOCUMENT)


def test_a_draft_that_needs_no_search_is_asked_for_as_it_is() -> None:
    services, chat = CannedServices(searxng=FOUND), Speaking([json.dumps(DRAFT)])
    reply = sonar(chat, services=services).complete(stage_one(search=False), silent)
    assert not services.asked and reply.results == ()
    assert chat.requests[0].turns == stage_one().turns


def test_without_a_model_the_draft_is_quoted_from_what_was_found() -> None:
    hearing = Hearing()
    reply = sonar().complete(stage_one(), silent, hearing)
    made = json.loads(reply.text)
    assert "flood mangroves" in made["document_content"] and made["sources"] and reply.warnings == ()
    assert {A, B} <= {source_id(each) for each in reply.results} and reply.provider == "research"
    assert "".join(hearing.all("text")) == reply.text


def test_the_writer_searches_as_the_request_says() -> None:
    services = CannedServices(searxng=FOUND)
    request = ChatRequest((Turn("user", QUESTION),), search_options=SearchOptions("academic", ("a.example",), "year"))
    sonar(ScriptedModel(SAID), services=services).complete(request, silent)
    assert {filters for _, filters in services.asked} == {Filters("academic", ("a.example",), recency="year")}


def test_what_the_keyless_writer_says_of_highlights_is_passed_on() -> None:
    said = (Excerpt("Whales sing.", "highlight"), Excerpt("Tides flood mangroves.", "highlight"))
    asked = replace(stage_one(), evidence=Evidence("write", "Write about mangroves.", said))
    (told,) = sonar().complete(asked, silent).warnings
    assert told.endswith("1 of 2.")


def test_a_draft_that_breaks_off_keeps_what_had_come() -> None:
    with pytest.raises(ProviderTimeout) as caught:
        sonar(Speaking([json.dumps(DRAFT)], ProviderTimeout)).complete(stage_one(), silent, Hearing())
    assert caught.value.partial is not None and "[sx_" not in caught.value.partial.text


@pytest.mark.parametrize("chat", [None, json.dumps(DRAFT)])
def test_what_failed_while_a_draft_was_looked_up_for_is_said_in_its_warnings(chat: str | None) -> None:
    services = CannedServices(searxng=FOUND, arxiv=Failure("arxiv", "did not answer in time"))
    model = None if chat is None else Speaking([chat])
    told = sonar(model, ScriptedModel(ProviderTimeout()), services=services).complete(stage_one(), silent).warnings
    assert [re.search(r"\w+: ", each)[0] for each in told] == ["queries: ", "arxiv: "]  # type: ignore[index]
    assert "did not answer in time" in told[1]
    nobody = sonar(model, services=CannedServices()).complete(stage_one(), silent).warnings
    assert len(nobody) == 1 and "no search service is configured" in nobody[0]
    assert sonar(model).complete(stage_one(), silent).warnings == ()


# --- retracted works --------------------------------------------------------------------------------

WITHDRAWN = replace(STORMS, metadata={"is_retracted": True})


@pytest.mark.parametrize("numbered", [True, False])
def test_an_answer_that_cites_a_retracted_work_says_so_at_its_end(numbered: bool) -> None:
    ear = Hearing()
    engine = sonar(Speaking([SAID]), services=CannedServices(searxng=(TIDES, WITHDRAWN)))
    found = engine.answer(inquiry(numbered=numbered), silent, ear)
    shown = f"[{1 + [source_id(each) for each in found.sources].index(B)}]" if numbered else f"[{B}]"
    assert found.text.endswith(f"*Retracted, and no evidence any more: “Storms” {shown}.*")
    assert "".join(ear.all("text")) == found.text and found.doubts == ("“Storms” was retracted.",)
    told = serialise.of(found)
    assert [each["retracted"] for each in told["sources"] if each["id"] == B] == [True]
    assert "“Storms” was retracted." in told["warnings"]


def test_a_retracted_work_is_never_quoted_without_saying_so() -> None:
    services = CannedServices(searxng=(TIDES, WITHDRAWN))
    found = sonar(services=services).answer(inquiry("Do storms flood mangroves?"), silent)
    (line,) = [line for line in found.text.splitlines() if B in line and line.startswith("- ")]
    assert line.endswith(f"[{B}] (from a retracted work)") and "no evidence any more: “Storms”" in found.text


def test_a_draft_without_a_model_never_quotes_a_retracted_work_without_saying_so() -> None:
    reply = sonar(services=CannedServices(searxng=(WITHDRAWN,))).complete(stage_one(), silent)
    made = json.loads(reply.text)
    assert "retracted)" in made["document_content"] and "(retracted)" in made["message"]
    assert all("(retracted)" in each for each in made["sources"]) and made["sources"]


def test_a_retracted_work_that_is_not_cited_is_named_in_a_warning_alone() -> None:
    services = CannedServices(searxng=(TIDES, WITHDRAWN))
    found = sonar(ScriptedModel(f"Tides [{A}]."), services=services).answer(inquiry(), silent)
    assert found.text == f"Tides [{A}]." and found.doubts == ("“Storms” was retracted.",)
    reply = sonar(ScriptedModel("{}"), services=services).complete(ChatRequest((Turn("user", QUESTION),)), silent)
    assert "“Storms” was retracted." in reply.warnings, "a draft too"
