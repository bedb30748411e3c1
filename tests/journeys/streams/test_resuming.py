"""A stream is followed from anywhere, resumed at any event, and joined by its key."""

from tests import sonar_stand_in as stand_in
from tests.journeys.streams.watching import MESSAGE, Held, Told, begin, follow, some_text


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


def test_a_gap_is_said(researcher, sonar):
    whole = Told(begin(researcher)).read()
    answer = follow(researcher, whole.last["run_id"], Last_Event_ID="999")
    text = answer.get_data(as_text=True)
    first = text[: text.index("\n\n")]
    assert "999" in first and '"phase": "gap"' in first and not first.startswith("id:")
    assert text.count("event: final_answer") == 1 and "id: 1\n" in text
