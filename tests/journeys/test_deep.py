"""Deep research through the API: watched, stopped in the middle, without a model, and with its server killed."""

import json
import re
import threading

import httpx2
import pytest

from backend.sources.identifiers import source_id
from tests.connectors.web import Reply
from tests.journeys.streams.watching import EVENTS, Told
from tests.journeys.test_crash import Served
from tests.researcher import Researcher
from tests.searxng_stand_in import RESULTS, SearxngStandIn
from tests.sonar_stand_in import Answer, SonarStandIn
from tests.waiting import PATIENCE

QUESTION = "How do marine heatwaves affect coral bleaching and the recovery of reefs?"
PLAN = {
    "thought": "Cause and recovery are two questions.",
    "queries": [
        {"query": "marine heatwave coral bleaching threshold", "purpose": "the cause", "expected": "degrees"},
        {"query": "reef recovery after bleaching years", "purpose": "recovery", "expected": "years"},
        {"query": "heat-tolerant symbionts review", "purpose": "adaptation", "expected": "species"},
    ],
    "gaps": ["deep reefs"],
    "confidence": 50,
}
THIN = {
    "critique": "Nothing on deep reefs.", "confidence": 40, "next_action": "refine_strategy",
    "queries": ["mesophotic reefs bleaching depth", "bleaching threshold marine heatwave coral"],
    "gaps": ["deep reefs"],
}  # fmt: skip
ENOUGH = {"critique": "That will do.", "confidence": 82, "next_action": "finalize", "queries": [], "gaps": []}
FIRST = source_id(RESULTS[0]["url"])


class Brain(SonarStandIn):
    """A compatible server that plans, reviews (one after another, the last for ever) and answers, as it is told."""

    def __init__(self) -> None:
        super().__init__(key="k", strict=False)
        self.plans, self.reviews, self.words = (
            [PLAN],
            [THIN, ENOUGH],
            f"Marine heatwaves cause coral bleaching [{FIRST}] [sx_00000000].",
        )
        self.reviewing = threading.Event()
        self.answer = self.think

    def think(self, handler):
        said = json.dumps(handler.recorded.body["messages"])
        if "You plan the searches" in said:
            Answer(self._next(self.plans), results=())(handler)
        elif "You review how far" in said:
            self.reviewing.set()
            made = self._next(self.reviews)
            if made == "wait":
                self.released.wait(PATIENCE)
            Answer(made, results=())(handler)
        else:
            Answer(self.words, results=())(handler)

    @staticmethod
    def _next(queue):
        made = queue.pop(0) if len(queue) > 1 else queue[0]
        return made if isinstance(made, str) else json.dumps(made)


def numbered(seen):
    """Three works for every query: one everybody knows, and two of its own."""
    query = re.sub(r"\W+", "-", seen.path.partition("q=")[2].partition("&")[0])
    own = [{**RESULTS[1], "url": f"http://10.0.0.7/{query}/{n}", "title": f"Reefs {query} {n}"} for n in range(2)]
    return Reply(json.dumps({"results": [RESULTS[0], *own], "unresponsive_engines": []}).encode())


@pytest.fixture
def searxng():
    with SearxngStandIn() as web:
        web.on("/search", numbered)
        yield web


@pytest.fixture
def brain():
    with Brain() as server:
        yield server


@pytest.fixture
def environ(environ, searxng, brain):
    return environ | {
        "COSCRIBE_WRITER": "research",
        "COSCRIBE_SEARXNG_URL": searxng.url,
        "COSCRIBE_WRITER_BASE_URL": brain.url,
        "COSCRIBE_WRITER_API_KEY": "k",
    }


def ask(researcher, **more):
    return researcher.call("POST", "/api/research", {"query": QUESTION, "effort": "low", "deep": True, **more})


def watch(researcher, **more):
    body = {"query": QUESTION, "effort": "low", "deep": True, **more}
    return Told(researcher.client.post("/api/research", json=body, headers=researcher.headers | EVENTS))


def is_reviewed(told):
    return any(data.get("phase") == "review" for _, data in told.events)


def test_it_is_watched_from_the_plan_to_the_answer_and_again_afterwards(app, searxng):
    researcher = Researcher(app)
    told = watch(researcher).read()
    steps = [name for name in told.names if name in ("plan_thought", "exec_action", "review", "final_answer")]
    assert steps == ["plan_thought", *["exec_action"] * 4, "review", *["exec_action"] * 3, "review", "final_answer"]
    data = [each for name, each in told.events if name == "review"]
    assert [(each["confidence"], each["next_action"]) for each in data] == [(40, "refine_strategy"), (82, "finalize")]
    assert all(each["text"] and each["run_id"] == told.last["run_id"] for each in data)
    found = [len(each["sources"]) for name, each in told.events if name == "sources"]
    assert found == sorted(found) and found[0] == 7 and found[-1] == 9
    answer = told.last
    assert answer["answer"] == told.text["message"] == f"Marine heatwaves cause coral bleaching [{FIRST}]."
    assert set(answer["citations"]) == {FIRST} and len(answer["sources"]) == 9
    assert (answer["iterations"], answer["confidence"]) == (2, 82)
    assert [each["step"] for each in answer["steps"]] == [
        "plan", "search", "review", "search", "review", "end", "synthesise",
    ]  # fmt: skip
    deep = answer["meta"]["deep"]
    assert (deep["ended"], deep["cut_short"], deep["planner"], deep["reviewer"]) == (
        "confident",
        False,
        "model",
        "model",
    )
    assert len(deep["executed"]) == 4 and deep["skipped"] == ["bleaching threshold marine heatwave coral"]
    assert deep["budget"]["searches"] == {"limit": 20, "spent": 4}
    assert deep["budget"]["tokens"]["spent"] == 3 * 18 and deep["budget"]["cost"]["limit"] is None
    assert len(searxng.queries) == 4
    run_id = answer["run_id"]
    assert researcher.call("GET", f"/api/runs/{run_id}")["result"]["answer"] == answer["answer"]
    again = Told(researcher.client.get(f"/api/runs/{run_id}/events", headers=researcher.headers)).read()
    assert again.events == told.events


def test_stopped_in_the_middle_it_answers_from_what_there_is(app, brain):
    researcher = Researcher(app)
    brain.reviews = ["wait"]
    told = watch(researcher).read(is_reviewed)
    assert brain.reviewing.wait(PATIENCE)
    run_id = told.events[0][1]["run_id"]
    said = researcher.call("POST", f"/api/runs/{run_id}/cancel", {"only": "retrieval"})
    assert said["stopping"] and "answers from what it has found so far" in said["detail"]
    answer = told.read().last
    assert told.names[-1] == "final_answer" and len(answer["sources"]) == 7
    assert (
        answer["answer"].startswith("Marine heatwaves cause coral bleaching")
        and "because it was stopped" in answer["answer"]
    )
    assert (answer["meta"]["deep"]["ended"], answer["iterations"]) == ("stopped", 1)


def test_cancelled_in_the_middle_it_ends(app, brain):
    researcher = Researcher(app)
    brain.reviews = ["wait"]
    told = watch(researcher).read(is_reviewed)
    assert brain.reviewing.wait(PATIENCE)
    run_id = told.events[0][1]["run_id"]
    researcher.call("POST", f"/api/runs/{run_id}/cancel")
    told.read()
    assert told.names[-1] == "error" and "exec_action" in told.names
    assert researcher.call("GET", f"/api/runs/{run_id}")["status"] == "cancelled"


def test_a_model_that_talks_nonsense_comes_to_an_end_that_says_so(app, brain):
    brain.plans, brain.reviews = ["As a reef, I think…"], ["Mostly harmless."]
    answer = ask(Researcher(app))
    deep = answer["meta"]["deep"]
    assert (deep["planner"], deep["reviewer"], answer["iterations"]) == ("default", "default", 1)
    assert {each["connector"] for each in answer["meta"]["failures"]} == {"plan", "review"}
    review = next(each["text"] for each in answer["steps"] if each["step"] == "review")
    assert "twice gave an answer that could not be parsed" in review and "written from what was found" in review
    assert set(answer["citations"]) == {FIRST}


class TestBudget:
    @pytest.fixture
    def environ(self, environ):
        return environ | {"COSCRIBE_DEEP_TOKENS": "30", "COSCRIBE_DEEP_COST": "0.5"}

    def test_when_it_is_spent_the_answer_says_so(self, app):
        answer = ask(Researcher(app))
        assert (answer["meta"]["deep"]["ended"], answer["meta"]["deep"]["cut_short"]) == ("budget", True)
        assert answer["meta"]["deep"]["budget"]["tokens"] == {"limit": 30, "spent": 36}
        assert "its budget of 30 tokens was spent" in answer["answer"]
        assert "its budget of 30 tokens was spent" in next(e["text"] for e in answer["steps"] if e["step"] == "end")


class TestKeyless:
    @pytest.fixture
    def environ(self, environ):
        return {name: value for name, value in environ.items() if not name.startswith("COSCRIBE_WRITER_")}

    def test_rules_plan_and_review_and_the_answer_quotes(self, app, searxng, brain):
        answer = ask(Researcher(app))
        deep = answer["meta"]["deep"]
        assert (deep["planner"], deep["reviewer"], brain.requests) == ("rules", "rules", [])
        assert 3 <= len(deep["executed"]) == len(searxng.queries) <= 20
        assert 1 <= answer["iterations"] <= 5 and deep["ended"] in ("confident", "finalized", "exhausted", "rounds")
        assert answer["citations"] and "Marine heatwaves cause coral bleaching" in answer["answer"]


class TestHanging:
    @pytest.fixture
    def environ(self, environ):
        kept = {name: value for name, value in environ.items() if not name.startswith("COSCRIBE_WRITER_")}
        return kept | {"COSCRIBE_DEEP_SECONDS": "1"}

    def test_a_service_that_hangs_is_waited_for_as_long_as_the_time_allows(self, app, searxng):
        searxng.on("/search", Reply(delay=60))
        answer = ask(Researcher(app))
        deep = answer["meta"]["deep"]
        assert deep["ended"] == "budget" and "budget of 1 second was" in deep["reason"] and deep["failed"] == 3
        assert answer["answer"] and answer["confidence"] == 0


class TestKilled:
    @pytest.fixture
    def database_url(self, sqlite_url):
        """The process is what is killed here."""
        return sqlite_url

    def test_a_server_killed_in_the_middle_leaves_a_run_that_says_so(self, environ, brain):
        brain.reviews = ["wait"]
        served = Served(environ)
        try:
            served.start()
            client = httpx2.Client(base_url=served.url, trust_env=False, timeout=PATIENCE)
            account = {"email": "one@example.org", "password": "a quiet long phrase"}
            token = client.post("/api/auth/register", json=account).raise_for_status().json()["access_token"]
            client.headers["Authorization"] = f"Bearer {token}"

            def research():
                with pytest.raises(httpx2.TransportError):
                    client.post("/api/research", json={"query": QUESTION, "effort": "low", "deep": True})

            asking = threading.Thread(target=research)
            asking.start()
            assert brain.reviewing.wait(PATIENCE)
            (run,) = client.get("/api/runs").raise_for_status().json()["items"]
            with client.stream("GET", f"/api/runs/{run['id']}/events") as following:  # what a follower got is stored
                assert "event: exec_action" in following.iter_lines()
            served.kill()
            asking.join()
            served.start()
            (run,) = client.get("/api/runs").raise_for_status().json()["items"]
            assert (run["kind"], run["status"], run["error"]["title"]) == ("research", "failed", "Interrupted")
            told = client.get(f"/api/runs/{run['id']}/events").raise_for_status().text
            assert "event: plan_thought" in told and "event: exec_action" in told and "event: error" in told
        finally:
            served.kill()
