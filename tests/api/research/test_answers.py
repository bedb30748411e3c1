"""Ask and research over HTTP."""

from __future__ import annotations

import json
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from backend.errors import ProviderTimeout
from backend.kernel.sse import Decoder, decode
from backend.services import idempotency
from backend.services import research as service
from tests.api.conftest import Client
from tests.api.research.asking import QUESTION, ids
from tests.connectors.web import Reply, Web
from tests.searxng_stand_in import RESULTS, SearxngStandIn
from tests.sonar_stand_in import Answer
from tests.waiting import PATIENCE

MARK = re.compile(r"\[(sx_[0-9a-f]{8})\]")


PROFILE = "A retired brewer called Zacharias Quill who keeps bees"


@pytest.fixture
def modelled(make, searxng, model):
    """With a model that writes, another that writes queries, and names that callers may choose from."""
    return Client(
        make(
            WRITER="research", SEARXNG_URL=searxng.url, WRITER_BASE_URL=model.url, WRITER_API_KEY="k", WRITER_MODEL="w",
            SYSTEM_MODEL="s", ALLOWED_MODELS="big, small",
        )
    )  # fmt: skip


def asked(model):
    """What the model was told, without the queries."""
    return [each.body for each in model.requests if "You write queries" not in json.dumps(each.body)]


@pytest.mark.parametrize(
    "path, body", [("ask", {"question": QUESTION}), ("research", {"query": QUESTION, "deep": True})]
)
def test_an_answer_without_sources_says_what_failed(make, path, body):
    answer = Client(make()).call("POST", f"/api/{path}", body).json["answer"]
    assert "no search service is configured" in answer
    with SearxngStandIn() as web:
        web.on("/search", Reply(b"<html>", type="text/html", status=403))
        answer = Client(make(SEARXNG_URL=web.url)).call("POST", f"/api/{path}", body).json["answer"]
        assert "searxng: answered 403" in answer, "and not that there is nothing to be found"


def test_ask_quotes_without_a_model_and_cites_what_it_quotes(keyless):
    told = keyless.call("POST", "/api/ask", {"question": QUESTION}).json
    marks = MARK.findall(told["answer"])
    assert marks and set(marks) == set(told["citations"]) <= {each["id"] for each in told["sources"]}
    assert all(told["citations"][each]["id"] == each for each in marks)
    assert "Marine heatwaves cause coral bleaching" in told["answer"]


def test_research_answers_in_the_contracts_form_and_is_a_run(modelled, searxng):
    answer = modelled.call("POST", "/api/research", {"query": QUESTION, "effort": "low"})
    told = answer.json
    assert {"answer", "citations", "sources", "confidence", "iterations", "steps", "meta"} <= set(told)
    first, second = ids()[:2]
    assert told["answer"] == f"Heat [{first}] and light, says [{second}]."
    assert set(told["citations"]) == {first, second} and told["meta"]["removed_citations"] == 1
    assert answer.headers["X-Run-Id"] == told["meta"]["run_id"]
    run = modelled.call("GET", f"/api/runs/{told['meta']['run_id']}").json
    assert (run["status"], run["kind"], run["session_id"]) == ("succeeded", "research", None)
    assert run["result"]["answer"] == told["answer"]
    assert [each["step"] for each in told["steps"]] == ["queries", "search", "synthesise"]


def test_research_tells_what_the_model_points_to_by_itself(modelled, model):
    said = f"Heat [{ids()[0]}] and light [1], says https://made.up/x, not {RESULTS[0]['url']}."
    model.answer = Answer(said, results=())
    told = modelled.call("POST", "/api/research", {"query": QUESTION, "effort": "low"}).json
    assert told["answer"] == said
    assert [each.partition(": ")[2] for each in told["warnings"]] == [
        "[1]. Check the sentences with them.", "https://made.up/x. They may be invented."
    ]  # fmt: skip


def test_research_sent_again_under_its_key_is_answered_again_and_not_done_again(modelled, model):
    body, key = {"query": QUESTION, "effort": "low"}, {"Idempotency-Key": "once"}
    first = modelled.call("POST", "/api/research", body, headers=key)
    asked = len(model.requests)
    second = modelled.call("POST", "/api/research", body, headers=key)
    assert second.data == first.data and second.headers["X-Run-Id"] == first.headers["X-Run-Id"]
    watched = modelled.call("POST", "/api/research", body, headers=key | {"Accept": "text/event-stream"})
    *_, last = decode([watched.data])
    assert (last.event, json.loads(last.data)["answer"]) == ("final_answer", first.json["answer"])
    assert len(model.requests) == asked, "nobody was asked twice"
    other = modelled.call("POST", "/api/research", body | {"query": "Another?"}, headers=key)
    assert other.status_code == 422 and set(other.json["errors"]) == {"Idempotency-Key"}


def test_research_whose_answer_was_lost_is_answered_from_its_run(modelled, model):
    """It was watched: only the run has the answer."""
    body, key = {"query": QUESTION, "effort": "low"}, {"Idempotency-Key": "once"}
    watched = modelled.call("POST", "/api/research", body, headers=key | {"Accept": "text/event-stream"})
    *_, last = decode([watched.data])
    asked = len(model.requests)
    again = modelled.call("POST", "/api/research", body, headers=key)
    assert again.json["answer"] == json.loads(last.data)["answer"] and len(model.requests) == asked
    assert again.headers["X-Run-Id"] == watched.headers["X-Run-Id"]


def test_research_reads_no_page_inside_and_says_so(keyless):
    told = keyless.call("POST", "/api/research", {"query": QUESTION}).json
    assert set(MARK.findall(told["answer"])) == set(told["citations"]) != set()
    reasons = [each["reason"] for each in told["meta"]["failures"]]
    assert len(reasons) == 3 and all("address is not public" in each for each in reasons)


def test_research_streams_its_run(modelled):
    answer = modelled.call("POST", "/api/research", {"query": QUESTION}, headers={"Accept": "text/event-stream"})
    assert answer.mimetype == "text/event-stream" and answer.headers["X-Run-Id"]
    events = [(each.event, json.loads(each.data)) for each in Decoder().feed(answer.data)]
    names = [name for name, _ in events]
    assert names[0] == "phase" and names[-1] == "final_answer"
    (sources,) = [data["sources"] for name, data in events if name == "sources"]
    final = events[-1][1]
    assert [each["id"] for each in sources] == [each["id"] for each in final["sources"]] and len(sources) == 3
    assert "".join(data["text"] for name, data in events if name == "token") == final["answer"]
    tools = [data for name, data in events if name.startswith("tool_call")]
    assert {"searxng", "read_page"} == {each["tool"] for each in tools}
    run_id = answer.headers["X-Run-Id"]
    again = modelled.call("GET", f"/api/runs/{run_id}/events", headers={"Last-Event-ID": "2"})
    told = [(each.event, json.loads(each.data)) for each in Decoder().feed(again.data)]
    assert told[0] == ("token", {"run_id": run_id, "channel": "message", "offset": 0, "text": final["answer"]})
    assert told[-1] == events[-1]
    assert Client(modelled.app).call("GET", f"/api/runs/{run_id}").status_code == 404


def test_a_follow_up_takes_its_subject_from_the_session(keyless, searxng):
    session = keyless.session()
    keyless.call("POST", "/api/chat/message", {"session_id": session, "message": QUESTION})
    searxng.requests.clear()
    keyless.call("POST", "/api/research", {"query": "And how long does it take?", "session_id": session})
    assert "coral bleaching" in searxng.queries[0]
    assert len(keyless.call("GET", f"/api/sessions/{session}/messages").json["items"]) == 2, "the chat is not added to"


def test_research_names_every_bad_field(modelled):
    body = {"query": "", "effort": "huge", "focus": "moon", "models": {"chat": 5, "x": "y"}, "user_location": 1,
            "user_profile": "x" * 2_001, "stray": 1}  # fmt: skip
    refused = modelled.call("POST", "/api/research", body)
    assert refused.status_code == 422
    assert set(refused.json["errors"]) == {*body, "models.chat", "models.x"} - {"models"}
    denied = modelled.call("POST", "/api/research", {"query": "x", "models": {"chat": "huge", "system": "s"}})
    assert denied.status_code == 422 and set(denied.json["errors"]) == {"models.chat", "models.system"}


def test_models_are_those_that_were_named(modelled, model):
    body = {"query": QUESTION, "effort": "low", "models": {"chat": "big", "system": "small"}}
    answered = modelled.call("POST", "/api/research", body)
    assert answered.status_code == 200
    assert [each.body["model"] for each in model.requests] == ["small", "big"]
    assert answered.json["meta"]["models"] == {"chat": "big", "system": "small"}, "and the answer says which ran"


def test_the_system_model_follows_the_chat_model_where_one_provider_does_both(make, searxng, model, modelled):
    linked = {"WRITER": "research", "SEARXNG_URL": searxng.url, "WRITER_BASE_URL": model.url, "WRITER_API_KEY": "k"}
    client = Client(make(**linked, WRITER_MODEL="w", ALLOWED_MODELS="big, small"))
    body = {"query": QUESTION, "effort": "low", "models": {"chat": "big"}}
    assert client.call("POST", "/api/research", body).json["meta"]["models"] == {"chat": "big", "system": "big"}
    own = body | {"models": {"system": "small"}}
    assert client.call("POST", "/api/research", own).json["meta"]["models"] == {"chat": "w", "system": "small"}
    apart = modelled.call("POST", "/api/research", body).json["meta"]["models"]
    assert apart == {"chat": "big", "system": "s"}, "a system model of its own stays what the operator named"


def test_models_that_had_no_part_are_not_told_of(keyless, modelled):
    meta = keyless.call("POST", "/api/research", {"query": QUESTION, "effort": "low"}).json["meta"]
    assert meta["models"] == {"chat": None, "system": None}
    meta = modelled.call("POST", "/api/research", {"query": QUESTION, "focus": "chat"}).json["meta"]
    assert meta["models"]["system"] is None and meta["models"]["chat"] == meta["model"]


def test_the_profile_sets_tone_and_leaves_in_no_query(modelled, model, searxng):
    body = {"query": QUESTION, "effort": "low", "user_profile": PROFILE, "user_location": "Tallinn"}
    meta = modelled.call("POST", "/api/research", body).json["meta"]
    assert (meta["used_location"], meta["used_personalization"]) == (True, True)
    queries = model.requests[0].body
    assert "Tallinn" in json.dumps(queries) and "Quill" not in json.dumps(queries)
    (answering,) = asked(model)
    system, user = answering["messages"][0]["content"], answering["messages"][-1]["content"]
    assert PROFILE in system and "Never quote it" in system and "Quill" not in user
    assert not any("Quill" in query for query in searxng.queries)
    meta = modelled.call("POST", "/api/research", {"query": QUESTION, "effort": "low"}).json["meta"]
    assert (meta["used_location"], meta["used_personalization"]) == (False, False)


def test_without_a_model_only_a_place_that_matters_is_used(keyless, searxng):
    reader = {"effort": "low", "user_profile": PROFILE, "user_location": "Tallinn"}
    told = keyless.call("POST", "/api/research", {"query": "coral aquariums near me", **reader}).json
    assert (told["meta"]["used_location"], told["meta"]["used_personalization"]) == (True, False)
    assert "Tallinn" in searxng.queries[0] and "Quill" not in searxng.queries[0]
    told = keyless.call("POST", "/api/research", {"query": QUESTION, **reader}).json
    assert (told["meta"]["used_location"], told["meta"]["used_personalization"]) == (False, False)


def test_a_model_that_fails_is_no_empty_answer(modelled, model):
    model.answer = lambda handler: handler.send_json(500, {"error": {"message": "no"}})
    refused = modelled.call("POST", "/api/research", {"query": QUESTION, "effort": "low"})
    assert refused.status_code == 502 and refused.json["run_id"]
    run = modelled.call("GET", f"/api/runs/{refused.json['run_id']}").json
    assert run["status"] == "failed" and run["result"] is None
    assert modelled.call("POST", "/api/ask", {"question": QUESTION}).status_code == 502


def test_a_message_with_our_own_engine_searches_near_the_reader(keyless, searxng):
    session, reader = keyless.session(), {"user_location": "Tallinn", "user_profile": PROFILE}
    body = {"session_id": session, "message": "Write about coral aquariums near me.", **reader}
    told = keyless.call("POST", "/api/chat/message", body).json
    assert "Tallinn" in searxng.queries[0] and "Quill" not in searxng.queries[0]
    assert (told["meta"]["used_location"], told["meta"]["used_personalization"]) == (True, False)


def test_searching_can_be_stopped_by_itself_and_what_there_is_is_used(make, searxng):
    """SearXNG answers, Tavily hangs: told to stop searching, the run answers from SearXNG's results."""
    with Web() as hanging:
        hanging.on("/search", Reply(delay=60))
        user = Client(make(WRITER="research", SEARXNG_URL=searxng.url, TAVILY_BASE_URL=hanging.url, TAVILY_API_KEY="k"))
        answer = user.call("POST", "/api/research", {"query": QUESTION}, headers={"Accept": "text/event-stream"})
        decoder, events = Decoder(), []
        for piece in answer.iter_encoded():
            events += [(each.event, json.loads(each.data)) for each in decoder.feed(piece)]
            if not any(data.get("status") == "success" for _, data in events):
                continue
            run_id = answer.headers["X-Run-Id"]
            if events[-1][0] == "tool_call_success":
                told = user.call("POST", f"/api/runs/{run_id}/cancel", {"only": "retrieval"})
                assert told.json["stopping"] is True and "answers from what it has found so far" in told.json["detail"]
        answer.close()
    name, final = events[-1]
    assert name == "final_answer" and {each["id"] for each in final["sources"]} == set(ids())
    assert MARK.findall(final["answer"]) and "page-0" not in {data.get("tool_call_id") for _, data in events}
    (failure,) = final["meta"]["failures"]
    assert failure["connector"] == "tavily" and "did not answer within" not in failure["reason"]
    run = user.call("GET", f"/api/runs/{run_id}").json
    assert (run["status"], run["cancel"]) == ("succeeded", "retrieval")


def test_research_is_cancelled_whole(keyless, searxng):
    searxng.on("/search", Reply(delay=60))
    answer = keyless.call("POST", "/api/research", {"query": QUESTION}, headers={"Accept": "text/event-stream"})
    decoder, events = Decoder(), []
    for piece in answer.iter_encoded():
        events += [(each.event, json.loads(each.data)) for each in decoder.feed(piece)]
        if events and events[-1][0] == "tool_call_started":
            keyless.call("POST", f"/api/runs/{answer.headers['X-Run-Id']}/cancel", {})
    answer.close()
    assert events[-1][0] == "error" and events[-1][1]["title"] == "Cancelled"
    assert keyless.call("GET", f"/api/runs/{answer.headers['X-Run-Id']}").json["status"] == "cancelled"


def test_an_equal_request_waits_for_the_run_that_is_about_to_begin(keyless, monkeypatch):
    reached, go, begun = threading.Event(), threading.Event(), service.begin

    def slow(*given):
        reached.set()
        assert go.wait(PATIENCE)
        return begun(*given)

    def look(seconds):
        go.set()
        threading.Event().wait(seconds)

    monkeypatch.setattr(service, "begin", slow)
    monkeypatch.setattr(idempotency, "ATTACHING", 60.0)
    monkeypatch.setattr(idempotency, "time", SimpleNamespace(monotonic=time.monotonic, sleep=look))
    headers = {
        "Authorization": f"Bearer {keyless.access}", "Idempotency-Key": "k", "Accept": "text/event-stream",
    }  # fmt: skip

    def ask(_):
        answer = keyless.app.test_client().post("/api/research", json={"query": QUESTION}, headers=headers)
        return answer.status_code, answer.headers.get("X-Run-Id"), b"final_answer" in answer.data

    with ThreadPoolExecutor(5) as pool:
        first = pool.submit(ask, 0)
        assert reached.wait(PATIENCE)
        answers = [*pool.map(ask, range(4)), first.result()]
    assert {status for status, *_ in answers} == {200} and len({run for _, run, _ in answers}) == 1
    assert all(whole for *_, whole in answers)


def test_the_wait_for_a_run_ends(keyless, monkeypatch):
    reached, go = threading.Event(), threading.Event()

    def stuck(*given):
        reached.set()
        assert go.wait(PATIENCE)
        raise ProviderTimeout("Too late.")

    monkeypatch.setattr(service, "begin", stuck)
    monkeypatch.setattr(idempotency, "ATTACHING", 0.1)
    headers = {
        "Authorization": f"Bearer {keyless.access}", "Idempotency-Key": "k", "Accept": "text/event-stream",
    }  # fmt: skip

    def ask():
        return keyless.app.test_client().post("/api/research", json={"query": QUESTION}, headers=headers).status_code

    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(ask)
        assert reached.wait(PATIENCE)
        assert ask() == 409
        go.set()
        assert first.result() == 504
