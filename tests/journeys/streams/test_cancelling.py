"""A run is stopped within a second, down to the provider's request, or breaks off by itself."""

import json
import threading

import pytest

from tests import sonar_stand_in as stand_in
from tests.journeys.streams.watching import ANSWER, CONTENT, MESSAGE, Held, Told, begin, follow, some_text
from tests.sonar_stand_in import Streamed
from tests.waiting import PATIENCE


def test_who_goes_away_stops_nothing(researcher, sonar):
    held = Held()
    sonar.script(held)
    told = Told(begin(researcher)).read(some_text)
    told.leave()
    refused = researcher.send("Me too.", status=409)
    run_id = told.events[0][1]["run_id"]
    assert refused["run_id"] == run_id
    held.go.set()
    assert Told(follow(researcher, run_id, Last_Event_ID=str(told.ids[-1]))).read().last["response"] == MESSAGE
    assert [each["role"] for each in researcher.messages()] == ["user", "assistant"]


@pytest.mark.parametrize("where", ["here", "there"])
def test_a_run_is_cancelled_down_to_the_providers_request(researcher, elsewhere, sonar, where):
    first = researcher.send("Add the step size.")
    held = Held()
    sonar.script(held)
    told = Told(begin(researcher, "Now the batch size.")).read(some_text)
    run_id = told.events[0][1]["run_id"]
    client = researcher.client if where == "here" else elsewhere
    answer = client.post(f"/api/runs/{run_id}/cancel", json={}, headers=researcher.headers)
    assert answer.status_code == 200 and answer.json["stopping"]
    told.read()
    assert held.gone.wait(PATIENCE)
    assert told.names[-1] == "error" and told.last["title"] == "Cancelled"
    assert told.last["partial"]["characters"]["document_content"] == len(told.text["document_content"]) > 0
    run = researcher.call("GET", f"/api/runs/{run_id}")
    assert run["status"] == "cancelled" and run["partial"] == told.text
    assert researcher.pending()["pending_content_id"] == first["pending_content_id"]
    again = researcher.call("POST", f"/api/runs/{run_id}/cancel")
    assert not again["stopping"] and "cancelled" in again["detail"]
    assert researcher.send("Once more.")["response"] == MESSAGE, "the session is free"


def test_a_waiting_request_is_cancelled_too(app, researcher, sonar):
    reached = threading.Event()

    def hang(handler):
        reached.set()
        stand_in.hang(handler)

    sonar.script(hang)
    problems = []
    asking = threading.Thread(target=lambda: problems.append(researcher.send("Add the step size.", status=409)))
    asking.start()
    assert reached.wait(PATIENCE)
    other = app.test_client()
    (run,) = other.get(f"/api/runs?session_id={researcher.session}", headers=researcher.headers).json["items"]
    other.post(f"/api/runs/{run['id']}/cancel", headers=researcher.headers)
    asking.join(PATIENCE)
    assert problems[0]["title"] == "Cancelled" and problems[0]["run_id"] == run["id"]


def test_only_retrieval_says_that_there_is_none_to_stop(researcher, sonar):
    held = Held()
    sonar.script(held)
    told = Told(begin(researcher)).read(some_text)
    run_id = told.events[0][1]["run_id"]
    said = researcher.call("POST", f"/api/runs/{run_id}/cancel", {"only": "retrieval"})
    assert said["stopping"] and "the run continues" in said["detail"] and said["run"]["cancel"] == "retrieval"
    held.go.set()
    assert told.read().names[-1] == "final_answer"


def test_a_stream_that_breaks_off_keeps_what_came(researcher, sonar):
    first = researcher.send("Add the step size.")
    whole = Streamed(ANSWER, size=9)
    upto = sum(map(len, whole.frames("concise", "sonar-pro"))) * 2 // 3
    sonar.script(Streamed(ANSWER, size=9, upto=upto, then="cut"))
    told = Told(begin(researcher, "Now the batch size.")).read()
    assert told.names[-1] == "error" and told.last["status"] == 502 and told.last["partial"]["truncated"]
    assert told.last["request_id"] and sonar.key not in json.dumps(told.last)
    run = researcher.call("GET", f"/api/runs/{told.last['run_id']}")
    assert (
        run["status"] == "failed" and run["partial"] == told.text and CONTENT.startswith(told.text["document_content"])
    )
    assert researcher.pending()["pending_content_id"] == first["pending_content_id"]
    assert [each["role"] for each in researcher.messages()] == ["user", "assistant", "user"]


@pytest.mark.parametrize(
    ("failure", "status"), [(stand_in.Fails(401), 502), (stand_in.HTML, 502), (stand_in.cut_before, 502)]
)
def test_a_failing_provider_ends_the_stream_in_its_problem(researcher, sonar, failure, status):
    sonar.answer = failure
    told = Told(begin(researcher)).read()
    assert told.names[-1] == "error" and told.last["status"] == status and not told.text
    assert ("tool_call_error" in told.names) and "partial" not in told.last
