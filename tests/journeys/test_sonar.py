"""The loop with a key: a strict stand-in for Sonar drafts, another places; what they do wrong costs nothing."""

import json
import threading
import time
from contextlib import nullcontext

import pytest

from tests import sonar_stand_in as stand_in
from tests.deadlines import impatient
from tests.researcher import Researcher, highlight
from tests.sonar_stand_in import Answer, SonarStandIn
from tests.waiting import PATIENCE

#: Servers that never end their answers: only a deadline ends a call to them.
ENDLESS = (stand_in.hang, stand_in.drip_body)

PAPER = "# Title\r\n\r\n## Methods\r\n\r\nWe measured.\r\n\r\n## Results\r\n\r\n$$\r\n\\nabla f = 0\r\n$$\r\n"
CONTENT = "The step is $\\nabla f(\\theta)$, with \\frac{1}{2}."


def drafted(content=CONTENT, sources=("https://example.org/survey", "10.1000/other", "A book nobody found"), **more):
    return Answer(
        json.dumps(
            {
                "message": "Here it is.",
                "document_content": content,
                "document_structure": [],
                "sources": list(sources),
                "new_types": [],
            }
            | more
        )
    )


def planned(**plan):
    return Answer(json.dumps(plan), results=())


@pytest.fixture
def sonar():
    with SonarStandIn() as server:
        server.answer = drafted()
        yield server
        assert server.violations == []


@pytest.fixture
def placer():
    with SonarStandIn(key="placer-key", strict=False) as server:
        yield server


@pytest.fixture
def seconds(request):
    """How long a model is waited for: long, but where a test is about a wait that is longer still."""
    return getattr(request, "param", "300")


@pytest.fixture
def environ(environ, sonar, placer, seconds):
    return environ | {
        "COSCRIBE_WRITER": "perplexity",
        "COSCRIBE_WRITER_BASE_URL": sonar.url,
        "PERPLEXITY_API_KEY": sonar.key,
        "COSCRIBE_WRITER_TIMEOUT": seconds,
        "COSCRIBE_PLACER": "openai",
        "COSCRIBE_PLACER_BASE_URL": placer.url,
        "COSCRIBE_PLACER_API_KEY": placer.key,
        "COSCRIBE_PLACER_TIMEOUT": seconds,
    }


@pytest.fixture
def researcher(app):
    made = Researcher(app)
    made.bring(PAPER)
    return made


def last_turn(server):
    return server.requests[-1].body["messages"][-1]


def test_one_call_whose_last_turn_is_the_query_alone(researcher, sonar):
    answer = researcher.send("Add the step size to Methods.", highlight("Step sizes vary.", note="n", source="s"))
    assert len(sonar.requests) == 1
    content = last_turn(sonar)["content"]
    assert "Add the step size to Methods." in content and "- Step sizes vary. (Note: n; Source: s)" in content
    assert "We measured" not in content and "We measured" in json.dumps(sonar.requests[-1].body["messages"][:-1])
    assert sonar.requests[-1].body["temperature"] == 0.7 and sonar.requests[-1].body["model"] == "sonar-pro"

    assert answer["document_content"] == CONTENT
    assert [each["status"] for each in answer["citations"]] == ["resolved", "resolved", "unchecked"]
    assert any("A book nobody found" in each for each in answer["warnings"])
    assert answer["meta"]["usage"] == {"prompt_tokens": 11, "completion_tokens": 7, "cost": 0.0061}
    usage = researcher.call("GET", f"{researcher.path}/usage")
    assert usage["total"]["cost"] == 0.0061 and usage["stage2"] == dict.fromkeys(
        ("prompt_tokens", "completion_tokens", "cost")
    ) | {"calls": 0}


def test_fast_asks_the_quicker_model(researcher, sonar):
    researcher.send("Add the step size.", fast=True)
    assert sonar.requests[-1].body["model"] == "sonar"


def test_a_message_says_how_to_search_and_its_rewrite_searches_so_too(researcher, sonar):
    wanted = {"mode": "academic", "domains": ["https://www.nature.com/x"], "recency": "year", "context": "high"}
    researcher.send("Add the step size.", search=wanted)
    researcher.decide("rewrite", instruction="Shorter.")
    for request in sonar.requests:
        body = request.body
        assert (body["search_mode"], body["search_domain_filter"]) == ("academic", ["nature.com"])
        assert body["search_recency_filter"] == "year"
        assert body["web_search_options"]["search_context_size"] == "high"
    refused = researcher.send("Add.", search={"mode": "images", "recency": "decade", "depth": 3}, status=422)
    assert set(refused["errors"]) == {"search.mode", "search.recency", "search.depth"}


def test_many_turns_alternate(researcher, sonar):
    for number in range(3):
        researcher.send(f"Request {number}: add the step size.")
    sonar.answer = stand_in.HTML
    researcher.send("This one fails.", status=502)
    sonar.answer = drafted()
    researcher.send("And this follows.", mode="research")
    researcher.decide("reject")
    researcher.decide("rewrite", instruction="Shorter.", status=200)
    turns = sonar.requests[-1].body["messages"]
    assert "This one fails." in json.dumps(turns)


def test_the_model_places_and_is_told_what_was_wrong_once(researcher, placer):
    researcher.send("Add the step size to Methods.")
    placer.script(
        planned(operation="insert_after", block=999, section=None, heading=None, reason="there"),
        planned(operation="append_to_section", block=None, section="Methods", heading=None, reason="asked for"),
    )
    done = researcher.decide("approve")
    assert len(placer.requests) == 2 and "999" in last_turn(placer)["content"]
    assert done["placement"]["decided_by"] == "model" and done["placement"]["section"][-1] == "Methods"
    assert done["document"] == PAPER.replace("We measured.\r\n", f"We measured.\r\n\r\n{CONTENT}\r\n")
    assert researcher.call("GET", f"{researcher.path}/usage")["stage2"]["calls"] == 2


@pytest.mark.parametrize("failure", [stand_in.HTML, stand_in.Fails(500), stand_in.cut_within, stand_in.hang])
def test_rules_place_where_the_model_fails(researcher, placer, failure):
    researcher.send("Add the step size to Methods.")
    placer.answer = failure
    with impatient() if failure in ENDLESS else nullcontext():
        done = researcher.decide("approve")
    assert done["placement"]["decided_by"] == "rules" and done["placement"]["section"][-1] == "Methods"
    assert "placement model failed" in done["placement"]["reason"]


@pytest.mark.parametrize(
    ("failure", "status", "seconds"),
    [
        (stand_in.over_limit("30"), 503, "20"),
        (stand_in.Fails(401, kind="invalid_api_key"), 502, "300"),
        (stand_in.Fails(500), 502, "300"),
        (stand_in.hang, 504, "300"),
        (stand_in.drip_body, 504, "300"),
        (stand_in.HTML, 502, "300"),
        (stand_in.NO_CHOICES, 502, "300"),
        (stand_in.cut_before, 502, "300"),
        (stand_in.cut_within, 502, "300"),
    ],
    indirect=["seconds"],
)
def test_a_failing_provider_loses_nothing(researcher, sonar, failure, status):
    first = researcher.send("Add the step size to Methods.")
    sonar.answer = failure
    with impatient() if failure in ENDLESS else nullcontext():
        problem = researcher.send("Now add the batch size.", status=status)
    assert problem["status"] == status and problem["error"] == problem["detail"] and problem["request_id"]
    assert sonar.key not in researcher.answer.text and "Traceback" not in researcher.answer.text
    if status == 503:
        assert int(researcher.answer.headers["Retry-After"]) >= 1
    assert researcher.pending()["pending_content_id"] == first["pending_content_id"]
    assert researcher.messages()[-1]["content"] == "Now add the batch size."
    assert researcher.document()["content"] == PAPER
    sonar.answer = drafted("Recovered.")
    assert researcher.send("Once more.")["document_content"] == "Recovered."


def test_a_failed_rewrite_leaves_the_old_content(researcher, sonar):
    first = researcher.send("Add the step size to Methods.")
    sonar.answer = stand_in.Fails(500)
    researcher.decide("rewrite", 502, instruction="Shorter.")
    assert researcher.pending()["pending_content_id"] == first["pending_content_id"]
    sonar.answer = drafted("")
    nothing = researcher.decide("rewrite", instruction="Shorter.")
    assert nothing["status"] is None
    assert researcher.pending()["pending_content_id"] == first["pending_content_id"]
    sonar.answer = drafted("New.")
    assert researcher.decide("rewrite", instruction="Shorter.")["document_content"] == "New."


def test_the_same_key_runs_once(researcher, sonar):
    sonar.script(stand_in.HTML)
    researcher.send("Add the step size.", status=502, Idempotency_Key="one")
    first = researcher.send("Add the step size.", Idempotency_Key="one")
    again = researcher.send("Add the step size.", Idempotency_Key="one")
    assert again == first and len(sonar.requests) == 2
    assert [each["role"] for each in researcher.messages()] == ["user", "assistant"]
    researcher.send("Something else.", status=422, Idempotency_Key="one")


def test_one_run_at_a_time(app, researcher, sonar):
    answers = []
    reached, refused_once = threading.Event(), threading.Event()

    def slow(handler):
        reached.set()
        refused_once.wait(PATIENCE)
        drafted()(handler)

    sonar.script(slow)
    other = threading.Thread(target=lambda: answers.append(researcher.send("Add the step size.")))
    other.start()
    reached.wait(PATIENCE)
    client = app.test_client()
    body = {"session_id": researcher.session, "message": "Me too."}
    refused = client.post("/api/chat/message", json=body, headers=researcher.headers)
    refused_once.set()
    other.join()
    assert refused.status_code == 409 and refused.get_json()["run_id"] == answers[0]["meta"]["run_id"]


def test_truncated_content_needs_a_word(researcher, sonar):
    whole = drafted().content
    sonar.answer = Answer(whole[: whole.index("frac")], finish_reason="length")
    answer = researcher.send("Add the step size to Methods.")
    assert answer["meta"]["truncated"] and answer["warnings"]
    assert researcher.pending()["truncated"]
    researcher.decide("approve", 409)
    assert researcher.decide("approve", accept_truncated=True)["status"] == "approved"


def test_new_types_belong_to_the_session(researcher, sonar):
    vignette = {"type_name": "vignette", "description": "A short case told as a story.", "metadata_schema": "{}"}
    bad = {"type_name": "Bad Name!", "description": "x", "metadata_schema": "{}"}
    sonar.answer = drafted(new_types=[vignette, bad])
    answer = researcher.send("Add a vignette.")
    assert answer["new_types"] == ["vignette"] and any("Bad Name!" in each for each in answer["warnings"])
    types = researcher.call("GET", f"/api/document-types?session_id={researcher.session}")["items"]
    assert [each["type_name"] for each in types if not each["is_system"]] == ["vignette"]
    researcher.send("And another.")
    assert "- vignette: A short case told as a story." in json.dumps(sonar.requests[-1].body["messages"])


def test_no_connection_is_held_while_a_model_thinks(app, researcher, sonar):
    from backend.storage import db

    held = []

    def look(handler):
        """What is stored beside the call is done in no time; what is held stays out for as long as the call."""
        with app.app_context():
            database = app.extensions[db._EXTENSION]
            for _ in range(40):
                held[:] = [database.engine.pool.checkedout()]
                if held == [0]:
                    break
                time.sleep(0.05)
        drafted()(handler)

    sonar.script(look)
    researcher.send("Add the step size.")
    assert held == [0]


def test_a_long_conversation_is_summarised_once_and_then_extended(app, researcher, sonar):
    spoken = "We should speak of the learning rate and of how it decays over time. " * 120
    sonar.answer = drafted("")
    calls = 0
    for number in range(16):
        researcher.send(f"Message {number}. {spoken}", mode="research")
        calls += 1
        if len(sonar.requests) > calls:
            break
    asked = sonar.requests[-2].body
    assert "response_format" not in asked and "Message 0." in json.dumps(asked["messages"])
    assert len(sonar.requests) == calls + 1
    spent = researcher.call("GET", f"{researcher.path}/usage")
    assert spent["total"]["calls"] == calls + 1 and spent["stage1"]["calls"] == calls
    researcher.send("Short one.", mode="research")
    assert len(sonar.requests) == calls + 2, "the summary is kept"


class TestRepeatedQuestions:
    """Where the operator keeps answers, the same question on the same document is answered from before."""

    @pytest.fixture
    def environ(self, environ):
        return environ | {"COSCRIBE_ANSWER_CACHE": "3600"}

    def test_asked_once(self, researcher, sonar):
        sonar.answer = drafted("", sources=("https://example.org/survey",))
        first = researcher.send("What is known about step sizes?", mode="research")
        again = researcher.send("What is known about  step sizes?", mode="research")
        assert len(sonar.requests) == 1 and again["meta"]["cached"]
        assert (again["response"], again["citations"]) == (first["response"], first["citations"])
        assert again["meta"]["usage"]["cost"] is None
        assert researcher.call("GET", f"{researcher.path}/usage")["stage1"]["calls"] == 1
        researcher.bring(PAPER + "\r\nMore.\r\n")
        researcher.send("What is known about step sizes?", mode="research")
        assert len(sonar.requests) == 2


def test_what_no_database_takes_is_left_out(researcher, sonar):
    odd = {"title": "A\x00 \ud800title", "url": "https://e.org/\ud800x", "snippet": "\x00"}
    sonar.answer = Answer(drafted(sources=("https://e.org/\ud800x",)).content, results=(odd,))
    answer = researcher.send("Add the step size.")
    assert answer["citations"][0]["title"] == "A title"


def test_only_who_watches_is_streamed_to(researcher, sonar):
    """A plain answer costs less, and not every compatible server streams."""
    researcher.send("Add the step size.")
    assert "stream" not in sonar.requests[-1].body
    body = {"session_id": researcher.session, "message": "Again, please."}
    watched = researcher.client.post(
        "/api/chat/message", json=body, headers=researcher.headers | {"Accept": "text/event-stream"}
    )
    assert "event: final_answer" in watched.text
    assert sonar.requests[-1].body["stream"] is True
