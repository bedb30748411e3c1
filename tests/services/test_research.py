"""Search, ask and research for a user: what the caller gets, what is kept of it, and what stays whose it is."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

import pytest

from backend.errors import Cancelled, NotFound, ProviderTimeout, Refused
from backend.kernel.events import silent
from backend.kernel.exchange import Turn
from backend.kernel.search_requests import Failure, SearchCall
from backend.kernel.wanted import Wanted
from backend.kernel.works import Source
from backend.research.inquiry import Inquiry
from backend.services import accounts, research, run_kinds, runs, sessions
from backend.services.research import AnswerCallbacks, Research, Search
from backend.sources.identifiers import source_id
from backend.storage import messages, run_events
from backend.storage import runs as stored
from backend.storage.db import reading, transaction
from tests.canned import CannedPages, CannedServices, research_ports
from tests.fakes import ScriptedModel

QUESTION = "Why do mangroves flood?"
TIDES = Source("Tides", "https://a.example/tides", content="The tides flood mangroves twice a day.")
STORMS = Source("Storms", "https://b.example/storms", content="Storms flood mangroves now and then.")
A, B = source_id(TIDES), source_id(STORMS)
SAID = f"The tides do [{A}], as some say [sx_00000000]."
AWAY = Failure("arxiv", "was away")


def outfitted(world, *answers: Any, services: CannedServices | None = None, **parts: Any):
    services = services or CannedServices(searxng=[TIDES, STORMS], arxiv=AWAY)
    chat = ScriptedModel(*answers) if answers else None
    made = research_ports(services, chat=chat, **parts)
    return replace(world.ports, research=replace(made, memory=world.ports.research.memory)), services, chat


def told(run_id: str) -> list[Any]:
    with reading():
        return list(run_events.after(run_id))


def only_run(world):
    with reading():
        (run,) = stored.page(world.user_id, None).items
    return run


def test_the_answer_has_every_source_and_every_cited_id_in_its_map(world) -> None:
    ports, _, _ = outfitted(world, SAID)
    made = research.research(ports, world.user_id, Research(QUESTION, "low"), silent)
    assert made["answer"] == f"The tides do [{A}], as some say."
    assert {each["id"] for each in made["sources"]} == {A, B} and len(made["sources"]) == 2
    assert list(made["citations"]) == [A] and made["citations"][A]["title"] == "Tides"
    assert made["meta"]["removed_citations"] == 1
    assert made["meta"]["failures"] == [{"connector": "arxiv", "reason": "was away"}]
    assert made["meta"]["usage"] == {"prompt_tokens": None, "completion_tokens": None, "cost": None}


def test_one_failure_is_named_once_however_many_queries_met_it(world) -> None:
    ports, _, _ = outfitted(world, SAID, system=ScriptedModel('["tides", "storms", "floods"]'))
    made = research.research(ports, world.user_id, Research(QUESTION, "low"), silent)
    assert made["meta"]["failures"] == [{"connector": "arxiv", "reason": "was away"}]
    assert made["meta"]["queries"] == ["tides", "storms", "floods"]


def test_ask_is_a_quick_look_in_which_no_page_is_read(world) -> None:
    pages = CannedPages({})
    ports, _, _ = outfitted(world, SAID, pages=pages)
    made = research.ask(ports, world.user_id, Research(QUESTION, "high"), silent)
    assert set(made["citations"]) == {A} and not pages.asked


def test_a_run_tells_its_sources_once_and_ends_with_the_answer(world) -> None:
    ports, _, _ = outfitted(world, SAID)
    made = research.send(ports, world.user_id, Research(QUESTION, "low", session_id=world.session_id))
    run = only_run(world)
    said = told(run.id)
    assert run.status == "succeeded" and made["meta"]["run_id"] == run.id
    assert [each.number for each in said] == list(range(1, len(said) + 1))
    (sources,) = [each.data["sources"] for each in said if each.name == "sources"]
    assert [each["id"] for each in sources] == [each["id"] for each in made["sources"]]
    assert said[-1].name == "final_answer" and said[-1].data["citations"] == made["citations"]
    with reading():
        assert messages.page(world.session_id).items == (), "nothing becomes part of the session's chat"


class Noticing(ScriptedModel):
    """Notes for each call if somebody may be watching."""

    def complete(self, request, emit, listen=None):
        self.watched = [*getattr(self, "watched", ()), listen is not None and listen.live]
        return super().complete(request, emit, listen)


def test_a_run_that_is_waited_for_is_watched_by_nobody(world) -> None:
    model = Noticing(SAID, SAID)
    made = research_ports(CannedServices(searxng=[TIDES, STORMS], arxiv=AWAY), chat=model)
    ports = replace(world.ports, research=replace(made, memory=world.ports.research.memory))
    research.send(ports, world.user_id, Research(QUESTION, "low"))
    run = research.begin(ports, world.user_id, Research(QUESTION, "low"))
    run_kinds.perform(ports, world.user_id, run.id)
    assert model.watched == [False, True]


def test_a_model_that_fails_fails_the_run_and_keeps_the_sources(world) -> None:
    ports, _, _ = outfitted(world, ProviderTimeout())
    with pytest.raises(ProviderTimeout) as caught:
        research.send(ports, world.user_id, Research(QUESTION, "low"))
    run = only_run(world)
    said = told(run.id)
    assert run.status == "failed" and caught.value.extra["run_id"] == run.id
    assert [each.data["sources"] for each in said if each.name == "sources"] and said[-1].name == "error"


class Asked(CannedServices):
    """While it searches, the user cancels."""

    def __init__(self, what: str) -> None:
        super().__init__(searxng=[TIDES])
        self.what = what

    def search_all(self, call: SearchCall) -> Any:
        self.cancel(self.what)
        return super().search_all(call)


@pytest.mark.parametrize("what", ["retrieval", "all"])
def test_cancelling_the_search_answers_and_cancelling_the_run_ends_it(world, what) -> None:
    pages, services = CannedPages({}), Asked(what)
    ports, _, chat = outfitted(world, SAID, services=services, pages=pages)
    run = research.begin(ports, world.user_id, Research(QUESTION))
    app = _app()

    def cancel(what: str) -> None:
        with app.app_context():
            assert runs.cancel(ports, world.user_id, run.id, what)[1] is True

    services.cancel = cancel  # type: ignore[attr-defined]
    if what == "all":
        with pytest.raises(Cancelled), runs.hold(ports, run) as holding:
            research.carry_out(ports, holding)
        assert not chat.requests and only_run(world).status == "cancelled"
    else:
        with runs.hold(ports, run) as holding:
            made = research.carry_out(ports, holding)
        assert list(made["citations"]) == [A] and only_run(world).status == "succeeded"
    assert not pages.asked


def _app() -> Any:
    from flask import current_app

    return current_app._get_current_object()  # type: ignore[attr-defined]


def test_the_same_query_is_put_to_the_services_once_an_hour(world) -> None:
    ports, services, _ = outfitted(world)
    first = research.search(ports, world.user_id, Search("mangrove tides"), silent)
    again = research.search(ports, world.user_id, Search("Mangrove  tides"), silent)
    assert [each["id"] for each in first["results"]] == [each["id"] for each in again["results"]]
    assert again["total_results"] == 2 and again["failures"] == first["failures"], "who failed is asked again"
    assert len(services.asked) == 2
    everybody = outfitted(world, services=CannedServices(searxng=[TIDES]))[0]
    assert research.search(everybody, world.user_id, Search("mangrove tides"), silent)["total_results"] == 2


def test_services_that_are_not_there_are_refused_by_name(world) -> None:
    ports, services, _ = outfitted(world)
    with pytest.raises(Refused) as caught:
        research.search(ports, world.user_id, Search("x", connectors=("searxng", "tavily", "x")), silent)
    assert set(caught.value.errors or ()) == {"connectors.1", "connectors.2"} and not services.asked


def test_a_question_may_point_back_to_its_session_and_to_no_other(world) -> None:
    other = sessions.create(world.ports, world.user_id).id
    with transaction():
        for session, text in ((world.session_id, "Tell me about mangroves."), (other, "Tell me about whales.")):
            messages.add(session, "user", text, world.ports.clock())
            messages.add(session, "assistant", "Well.", world.ports.clock())
    ports, services, chat = outfitted(world, SAID)
    research.research(ports, world.user_id, Research("Why do they flood?", "low", session_id=world.session_id), silent)
    assert [query for query, _ in services.asked] == ["mangroves flood"]
    assert [turn.role for turn in chat.requests[0].turns] == ["system", "user", "assistant", "user"]
    assert not any("whales" in turn.content for turn in chat.requests[0].turns)


def test_who_the_reader_is_leaves_in_no_query_and_a_place_only_where_it_matters(world) -> None:
    reader = Wanted(location="Tromsø", profile="A retired brewer called Zacharias Quill")
    ports, services, _ = outfitted(world, SAID, SAID)
    far = research.research(ports, world.user_id, Research(QUESTION, "low", wanted=reader), silent)
    near = research.research(ports, world.user_id, Research("What grows near me?", "low", wanted=reader), silent)
    queries = [query for query, _ in services.asked]
    assert not any("Quill" in each or "brewer" in each for each in queries)
    assert ["Tromsø" in each for each in queries] == [False, True]
    for made in (far, near):
        assert made["meta"]["used_location"] is made["meta"]["used_personalization"] is True
    keyless, _, _ = outfitted(world)
    quoted = research.research(keyless, world.user_id, Research(QUESTION, "low", wanted=reader), silent)["meta"]
    assert quoted["used_location"] is quoted["used_personalization"] is False


CALLS = {
    "search": lambda ports, user, session: research.search(ports, user, Search(QUESTION, session_id=session), silent),
    "ask": lambda ports, user, session: research.ask(ports, user, Research(QUESTION, session_id=session), silent),
    "research": lambda ports, user, session: research.research(
        ports, user, Research(QUESTION, session_id=session), silent
    ),
    "begin": lambda ports, user, session: research.begin(ports, user, Research(QUESTION, session_id=session)),
}


@pytest.mark.parametrize("call", CALLS)
def test_another_users_session_is_not_found_and_costs_nothing(world, call) -> None:
    other = accounts.register(world.ports, "b@example.org", "a quiet long phrase")
    ports, services, chat = outfitted(world, SAID)
    for session in (world.session_id, str(uuid.uuid4()), "x"):
        with pytest.raises(NotFound):
            CALLS[call](ports, other.id, session)
    assert not services.asked and not chat.requests
    with reading():
        assert stored.page(other.id, None).items == ()


def test_models_are_those_that_the_operator_allows(world) -> None:
    ports, services, _ = outfitted(world, SAID)
    ports = replace(ports, allowed_models=frozenset({"big"}))
    with pytest.raises(Refused) as caught:
        research.begin(ports, world.user_id, Research(QUESTION, wanted=Wanted("huge", "odd")))
    assert set(caught.value.errors or ()) == {"models.chat", "models.system"} and not services.asked
    research.research(ports, world.user_id, Research(QUESTION, "low", wanted=Wanted("big")), silent)


class Speaking(ScriptedModel):
    """A model that thinks, and says its answer in pieces, as adapters do."""

    def complete(self, request, emit, listen=None):
        listen.begun()
        listen.thought("Hm.")
        listen.thought("Well.")
        made = super().complete(request, emit, listen)
        for at in range(0, len(made.text), 9):
            listen.text(made.text[at : at + 9])
        return made


def test_the_words_of_a_run_are_heard_as_they_come_and_phases_are_said_once(world) -> None:
    ports, _, _ = outfitted(world, SAID)
    ports = replace(ports, research=replace(ports.research, chat=Speaking(SAID)))
    run = research.begin(ports, world.user_id, Research(QUESTION, "low"))
    with runs.hold(ports, run, live=True) as holding:
        telling = research.ResearchListener(holding)
        for piece in ("The tides ", "do it."):
            telling.text(piece)
        assert telling.live and holding.progress.feed.texts() == {"message": "The tides do it."}
        made = research.carry_out(ports, holding)
        assert holding.progress.feed.texts()["message"] == made["answer"]
    phases = [each.data["phase"] for each in told(run.id) if each.name == "phase"]
    assert phases.count("thinking") == 1 and phases.index("thinking") < len(phases) - 1
    with reading():
        assert stored.get(world.user_id, run.id).asked_at is not None


def test_a_search_shows_results_and_counts_and_how_long_it_took(world) -> None:
    ports, services, _ = outfitted(world)
    made = research.search(ports, world.user_id, Search("mangrove tides", top_k=1), silent)
    assert set(made) == {"results", "failures", "total_results", "took_ms"}
    assert len(made["results"]) == 1 and made["total_results"] == 2
    assert made["failures"] == [{"connector": "arxiv", "reason": "was away"}] and 0 <= made["took_ms"] < 600_000
    assert services.asked[0][1].limit == 20, "asked for enough to be fused, however few are wanted"
    research.search(ports, world.user_id, Search("salt marshes", top_k=50), silent)
    assert services.asked[-1][1].limit == 50


def test_only_the_named_services_are_asked(world) -> None:
    ports, _, _ = outfitted(world, services=CannedServices(searxng=[TIDES], crossref=[STORMS]))
    made = research.search(ports, world.user_id, Search("mangroves", connectors=("crossref",)), silent)
    assert [each["title"] for each in made["results"]] == ["Storms"]


def test_what_is_not_configured_is_told_with_what_is(world) -> None:
    ports, _, _ = outfitted(world)
    with pytest.raises(Refused) as caught:
        research.search(ports, world.user_id, Search("x", connectors=("tavily",)), silent)
    assert caught.value.errors == {
        "connectors.0": ["This service is not configured; the configured ones are: searxng, arxiv."]
    }
    with pytest.raises(Refused) as caught:
        bare = outfitted(world, services=CannedServices())[0]
        research.search(bare, world.user_id, Search("x", connectors=("tavily",)), silent)
    assert caught.value.errors == {"connectors.0": ["This service is not configured; the configured ones are: none."]}


def test_an_answer_tells_its_effort_and_focus_and_ask_is_always_quick(world) -> None:
    ports, _, _ = outfitted(world, SAID, SAID)
    made = research.research(ports, world.user_id, Research(QUESTION, "medium"), silent)
    assert (made["meta"]["effort"], made["meta"]["focus"], made["meta"]["persona_id"]) == ("medium", "web", None)
    quick = research.ask(ports, world.user_id, Research(QUESTION, "high"), silent)
    assert set(quick) == {"answer", "sources", "citations", "warnings", "meta"} and quick["meta"]["effort"] == "low"
    assert 0 <= quick["meta"]["took_ms"] < 600_000


def test_with_the_chat_alone_nothing_is_searched_for(world) -> None:
    ports, services, chat = outfitted(world, "I think so.")
    made = research.research(ports, world.user_id, Research(QUESTION, wanted=Wanted(focus="chat")), silent)
    assert not services.asked and made["sources"] == [] and made["meta"]["focus"] == "chat" and len(chat.requests) == 1


def test_what_a_run_cost_is_booked_for_its_session(world) -> None:
    ports, _, _ = outfitted(world, SAID)
    research.send(ports, world.user_id, Research(QUESTION, "low", session_id=world.session_id))
    used = sessions.usage(ports, world.user_id, world.session_id)
    assert (used["total"]["calls"], used["stage1"]["calls"], used["stage2"]["calls"]) == (1, 0, 0)


def test_the_last_eight_messages_are_looked_back_to_from_a_question_on_and_cut(world) -> None:
    with transaction():
        for number in range(6):
            messages.add(world.session_id, "user", f"Question {number}. " + "x" * 4_000, world.ports.clock())
            messages.add(world.session_id, "assistant", f"Answer {number}.", world.ports.clock())
        messages.add(world.session_id, "user", "Never answered.", world.ports.clock())
    ports, _, chat = outfitted(world, SAID)
    research.research(ports, world.user_id, Research(QUESTION, "low", session_id=world.session_id), silent)
    turns = [each for each in chat.requests[0].turns if each.role != "system"]
    assert [each.role for each in turns] == ["user", "assistant"] * 3 + ["user"]
    assert turns[0].content.startswith("Question 3.") and len(turns[0].content) == 3_000
    assert not any("Never answered" in each.content for each in turns)


@pytest.mark.parametrize(
    ("asked", "searches"),
    [
        ("Thanks a lot!", False),
        ("I’m on page “Wages – Intranet” with “Our wages rise” selected. Please summarize the selection.", False),
        ("Why do mangroves flood?", True),
    ],
)
def test_neither_small_talk_nor_the_page_that_somebody_reads_is_searched_for(asked, searches) -> None:
    services = CannedServices(searxng=[TIDES])
    ports = research_ports(services, chat=ScriptedModel("It is so."))
    research.answer(ports, Inquiry((Turn("user", asked),)), AnswerCallbacks(silent))
    assert bool(services.asked) == searches
