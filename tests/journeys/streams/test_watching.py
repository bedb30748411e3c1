"""Watching it work: a message as a stream, from the first phase to the answer."""

import json

import pytest

from backend.kernel.sse import Decoder
from tests.journeys.streams.watching import CONTENT, EVENTS, MESSAGE, Held, Told, begin, follow, some_text
from tests.researcher import highlight
from tests.sonar_stand_in import Answer, Streamed


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
    assert told.last["document_content"] == told.text["document_content"] == "## Step\n\nShort."
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


def test_a_plain_answer_is_told_as_events_all_the_same(researcher, sonar):
    answer = researcher.send("Add the step size.")
    told = Told(follow(researcher, answer["meta"]["run_id"])).read()
    assert {name: value for name, value in told.last.items() if name != "run_id"} == answer
    assert told.text == {"message": MESSAGE, "document_content": CONTENT}
    done = researcher.decide("approve")
    newest = researcher.call("GET", f"/api/runs?session_id={researcher.session}")["items"][0]
    approved = Told(follow(researcher, newest["id"])).read()
    assert approved.names[0] == "phase" and approved.last["revision"] == done["revision"]
