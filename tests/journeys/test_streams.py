"""Watching it work: a message as a stream, followed from anywhere, resumed at any event, stopped within a second."""

import json
import threading
from typing import ClassVar

import pytest

from backend.bootstrap import create_app
from backend.kernel.sse import Decoder
from backend.storage.db import db
from tests import sonar_stand_in as stand_in
from tests.researcher import Researcher, highlight
from tests.sonar_stand_in import Answer, SonarStandIn, Streamed
from tests.waiting import PATIENCE

CONTENT = (
    '## Step\n\nThe step is $\\nabla f(\\theta)$, "small".\n\n```python\nprint("a\\n")\n```\n\n| a | b |\n|---|---|'
)
MESSAGE = 'Here it is — "the step".'
ANSWER = Answer(
    json.dumps(
        {
            "message": MESSAGE,
            "document_content": CONTENT + "\n",
            "document_structure": [],
            "sources": ["https://example.org/survey"],
            "new_types": [],
        }
    )
)
EVENTS = {"Accept": "text/event-stream"}


class Held:
    """A streamed answer that stops half-way until it is let go on. `made` lists those of one test."""

    made: ClassVar[list["Held"]] = []

    def __init__(self, answer=ANSWER, size=9):
        self.made.append(self)
        self.answer, self.size = answer, size
        self.reached, self.go, self.gone = (threading.Event() for _ in range(3))

    def __call__(self, handler):
        frames = Streamed(self.answer, size=self.size).frames("concise", "sonar-pro")
        handler.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        for number, frame in enumerate(frames):
            if number == len(frames) // 2:
                self.reached.set()
                while not self.go.wait(0.05):
                    if not handler.raw(b": wait\n\n"):
                        self.gone.set()
                        break
            handler.raw(frame)
        handler.close_connection = True


@pytest.fixture
def sonar():
    with SonarStandIn() as server:
        server.answer = ANSWER
        yield server
        assert server.violations == []


@pytest.fixture
def environ(environ, sonar):
    return environ | {
        "COSCRIBE_WRITER": "perplexity",
        "COSCRIBE_WRITER_BASE_URL": sonar.url,
        "PERPLEXITY_API_KEY": sonar.key,
        "COSCRIBE_WRITER_TIMEOUT": "300",
    }


@pytest.fixture
def researcher(app):
    yield Researcher(app)
    while Held.made:  # a test that failed has let nothing go on, and the app is closed after its runs have ended
        Held.made.pop().go.set()


@pytest.fixture
def elsewhere(environ, researcher):
    """The same researcher at another process of the same server: nothing in memory is shared."""
    app = create_app(environ=environ)
    yield app.test_client()
    with app.app_context():
        db.engine.dispose()


class Told:
    """What a stream says, as a client keeps it."""

    def __init__(self, answer):
        assert answer.status_code == 200 and answer.mimetype == "text/event-stream", answer.text
        self.answer, self._pieces, self._decoder = answer, iter(answer.iter_encoded()), Decoder()
        self.events, self.names, self.ids, self.text = [], [], [], {}
        self.tokens, self.states = 0, []

    def read(self, until=None):
        """Read on, to the end or until an event that `until` says yes to."""
        for piece in self._pieces:
            for event in self._decoder.feed(piece):
                data = json.loads(event.data)
                if event.event == "token":
                    self._hear(data)
                else:
                    self.ids.append(int(event.id))
                    self.events.append((event.event, data))
                    self.names.append(event.event)
            if until is not None and until(self):
                return self
        assert until is None, "the stream ended"
        self.answer.close()
        return self

    def _hear(self, token):
        before = self.text.get(token["channel"], "")
        assert token["offset"] <= len(before)
        self.tokens += 1
        self.text[token["channel"]] = before[: token["offset"]] + token["text"]
        self.states.append(dict(self.text))

    @property
    def last(self):
        return self.events[-1][1]

    def leave(self):
        self.answer.close()


def begin(researcher, words="Add the step size.", path="message", headers=None, **more):
    body = {"session_id": researcher.session, **({"message": words} if path == "message" else {}), **more}
    return researcher.client.post(f"/api/chat/{path}", json=body, headers=researcher.headers | EVENTS | (headers or {}))


def follow(researcher, run_id, client=None, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    client = client or researcher.client
    return client.get(f"/api/runs/{run_id}/events", headers=researcher.headers | EVENTS | named)


def some_text(told):
    return bool(told.text.get("document_content"))


@pytest.mark.parametrize("citations", ["none", "keys"])
def test_what_the_answer_loses_is_never_shown_on_the_way(researcher, sonar, citations):
    researcher.bring("# Things\n\nThings have been known for long [7].\n")
    researcher.call("PATCH", researcher.path, {"citations": citations})
    content = "Things have been known for long [7]. Some vary [1], others do not [2][9]."
    answer = {"message": "<think>Hm.</think>[HISTORICAL CONTEXT]\nI wrote it [1].", "document_content": content}
    sonar.script(Streamed(Answer(json.dumps(answer)), size=3))
    told = Told(begin(researcher, "Write the paragraph anew.")).read()
    final = told.last
    assert final["response"] == told.text["message"] == "I wrote it [1]."
    assert final["document_content"] == told.text["document_content"]
    assert "[7]" in final["document_content"] and ("[@" in final["document_content"]) is (citations == "keys")
    shown = [state.get("document_content", "") for state in told.states]
    assert not any(mark in text for text in shown for mark in ("[1]", "[2]", "[9]"))
    assert not any(mark in state.get("message", "") for state in told.states for mark in ("<", "HISTORICAL"))


def test_a_message_is_watched_from_the_first_phase_to_the_answer(researcher, sonar):
    held = Held()
    sonar.script(held)
    answer = begin(researcher)
    assert answer.headers["Cache-Control"] == "no-cache, no-transform" and answer.headers["X-Accel-Buffering"] == "no"
    told = Told(answer).read(some_text)
    assert "final_answer" not in told.names and CONTENT.startswith(told.text["document_content"])
    held.go.set()
    told.read()
    assert told.events[0] == ("phase", {"run_id": answer.headers["X-Run-Id"], "phase": "hearing"})
    assert told.ids == list(range(1, len(told.ids) + 1)) and told.names[-1] == "final_answer"
    assert told.tokens > 1 and told.text == {"message": MESSAGE, "document_content": CONTENT}
    final = told.last
    assert (final["response"], final["document_content"]) == (MESSAGE, CONTENT)
    assert final["status"] == "pending_approval" and final["meta"]["run_id"] == final["run_id"]
    assert [data["phase"] for name, data in told.events if name == "phase"] == [
        "hearing", "retrieving", "asking", "writing",
    ]  # fmt: skip
    tools = [data for name, data in told.events if name.startswith("tool_call")]
    assert [each["status"] for each in tools] == ["running", "success"] and tools[1]["count"] == 2
    assert len({each["tool_call_id"] for each in tools}) == 1 and tools[0]["query"] == "Add the step size."
    (sources,) = [data["sources"] for name, data in told.events if name == "sources"]
    assert [each["url"] for each in sources] == ["https://example.org/survey", "https://doi.org/10.1000/other"]
    # reloaded, the conversation shows what the live one did
    stored = researcher.messages()[-1]
    assert stored["id"] == final["message_id"]
    assert [(each["event"], each["data"]) for each in stored["events"]] == told.events[:-1]
    run = researcher.call("GET", f"/api/runs/{final['run_id']}")
    assert (run["status"], run["result"]["response"], run["partial"]) == ("succeeded", MESSAGE, None)
    assert len(sonar.requests) == 1 and researcher.pending()["document_content"] == CONTENT


def test_a_stream_resumes_at_every_event_live_and_after_the_end(researcher, elsewhere, sonar):
    whole = Told(begin(researcher)).read()
    run_id = whole.last["run_id"]
    for client in (researcher.client, elsewhere):
        for after in range(len(whole.ids) + 1):
            told = Told(follow(researcher, run_id, client, Last_Event_ID=str(after))).read()
            assert (told.ids, told.events) == (whole.ids[after:], whole.events[after:])
            assert told.text == whole.text
    by_cursor = researcher.client.get(f"/api/runs/{run_id}/events?cursor=2", headers=researcher.headers)
    assert Told(by_cursor).read().ids == whole.ids[2:]
    from_the_start = Told(follow(researcher, run_id)).read()
    assert from_the_start.events == whole.events and from_the_start.text == whole.text


def test_a_run_is_followed_live_from_another_process(researcher, elsewhere, sonar):
    held = Held()
    sonar.script(held)
    here = Told(begin(researcher)).read(some_text)
    run_id = here.events[0][1]["run_id"]
    there = Told(follow(researcher, run_id, elsewhere)).read(some_text)
    assert "final_answer" not in there.names and there.text["message"] == MESSAGE
    back = Told(follow(researcher, run_id, elsewhere, Last_Event_ID="2")).read(some_text)
    held.go.set()
    here.read()
    assert there.read().events == here.events and there.text == here.text
    assert back.read().events == here.events[2:] and back.text == here.text


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


def test_offsets_are_counted_as_a_page_counts(researcher, sonar):
    text = "\U0001f333 trees \U0001d4b3 cool \U0001f32c\ufe0f caf\u0065\u0301s. " * 8
    told = {"message": text, "document_content": f"# \U0001f333\n\n{text}", "sources": []}
    sonar.script(Streamed(Answer(json.dumps(told)), size=7))
    body = {"session_id": researcher.session, "message": "Write on trees."}
    researcher.call("POST", "/api/chat/message?unit=bytes", body, 422, Accept="text/event-stream")
    assert researcher.messages() == []
    kept, final = {}, None
    answer = researcher.client.post("/api/chat/message?unit=utf16", json=body, headers=researcher.headers | EVENTS)
    assert answer.status_code == 200, answer.text
    run = answer.headers["X-Run-Id"]
    for stream in (answer, researcher.client.get(f"/api/runs/{run}/events?unit=utf16", headers=researcher.headers)):
        decoder = Decoder()
        for event in decoder.feed(stream.data):
            data = json.loads(event.data)
            if event.event == "token":
                before = kept.get(data["channel"], b"")
                assert 2 * data["offset"] <= len(before)
                kept[data["channel"]] = before[: 2 * data["offset"]] + data["text"].encode("utf-16-le")
            final = data
    assert kept["message"].decode("utf-16-le") == final["response"] and "\U0001d4b3" in final["response"]
    assert kept["document_content"].decode("utf-16-le") == final["document_content"]
    researcher.call("GET", f"/api/runs/{run}/events?unit=bytes", status=422)


def test_a_rewrite_is_watched_too(researcher, sonar):
    first = researcher.send("Add the step size.", highlight("Steps vary."))
    sonar.answer = Answer(json.dumps({"message": "Shorter now.", "document_content": "Short."}))
    told = Told(begin(researcher, path="rewrite", instruction="Shorter.")).read()
    assert told.last["document_content"] == told.text["document_content"] == "Short."
    assert told.last["pending_content_id"] != first["pending_content_id"]
    assert "Steps vary." in json.dumps(sonar.requests[-1].body["messages"])


def test_research_comes_in_plain_text(researcher, sonar):
    markdown = "# Findings\n\nThe rate **falls** [a lot](https://e.org). More words follow.\n\n- One.\n- Two."
    held = Held(Answer(json.dumps({"message": markdown, "document_content": ""})), size=4)
    sonar.script(held)
    told = Told(begin(researcher, "What is known?", mode="research")).read(lambda told: told.text.get("message"))
    assert "final_answer" not in told.names
    held.go.set()
    told.read()
    assert told.text["message"] == told.last["response"] == researcher.messages()[-1]["content"]
    assert "[a lot]" not in told.text["message"]


def test_what_is_refused_is_a_plain_problem(researcher):
    for more, status in (({"mode": "dream"}, 422), ({"session_id": "x"}, 404)):
        answer = begin(researcher, **more)
        assert answer.status_code == status and answer.mimetype == "application/problem+json"
    answer = begin(researcher, path="rewrite")
    assert answer.status_code == 409 and answer.mimetype == "application/problem+json"


def test_the_same_key_joins_the_run_and_then_its_answer(app, researcher, sonar):
    held = Held()
    sonar.script(held)
    key = {"Idempotency-Key": "once"}
    first = Told(begin(researcher, headers=key)).read(some_text)
    joined = Told(begin(researcher, headers=key))
    body = {"session_id": researcher.session, "message": "Add the step size."}
    plain = researcher.client.post("/api/chat/message", json=body, headers=researcher.headers | key)
    assert plain.status_code == 409 and plain.json["run_id"] == first.events[0][1]["run_id"]
    held.go.set()
    assert joined.read().events == first.read().events
    again = Told(begin(researcher, headers=key)).read()
    assert again.events == first.events and again.text == first.text
    plain = researcher.client.post("/api/chat/message", json=body, headers=researcher.headers | key)
    assert plain.status_code == 200 and plain.headers["X-Run-Id"] == first.last["run_id"]
    assert plain.json == {name: value for name, value in first.last.items() if name != "run_id"}
    assert len(sonar.requests) == 1 and len(researcher.messages()) == 2
    other = begin(researcher, "Something else.", headers=key)
    assert other.status_code == 422


def test_a_key_whose_run_failed_runs_again(researcher, sonar):
    sonar.script(stand_in.HTML)
    key = {"Idempotency-Key": "once"}
    assert Told(begin(researcher, headers=key)).read().names[-1] == "error"
    assert Told(begin(researcher, headers=key)).read().names[-1] == "final_answer"
    assert [each["role"] for each in researcher.messages()] == ["user", "assistant"]


def test_a_plain_answer_is_told_as_events_all_the_same(researcher, sonar):
    answer = researcher.send("Add the step size.")
    told = Told(follow(researcher, answer["meta"]["run_id"])).read()
    assert {name: value for name, value in told.last.items() if name != "run_id"} == answer
    assert told.text == {"message": MESSAGE, "document_content": CONTENT}
    done = researcher.decide("approve")
    newest = researcher.call("GET", f"/api/runs?session_id={researcher.session}")["items"][0]
    approved = Told(follow(researcher, newest["id"])).read()
    assert approved.names[0] == "phase" and approved.last["revision"] == done["revision"]


def test_a_gap_is_said(researcher, sonar):
    whole = Told(begin(researcher)).read()
    answer = follow(researcher, whole.last["run_id"], Last_Event_ID="999")
    text = answer.get_data(as_text=True)
    first = text[: text.index("\n\n")]
    assert "999" in first and '"phase": "gap"' in first and not first.startswith("id:")
    assert text.count("event: final_answer") == 1 and "id: 1\n" in text
