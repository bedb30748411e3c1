"""A run followed over connections that break, against a transport that breaks them."""

import json

import httpx2
import pytest

from backend.client.connection import Call, Connection
from backend.client.failures import RequestRefused, ServerError, Unreachable
from backend.client.private_files import Store
from backend.client.run_watcher import PAUSES, ReceivedText, Run
from backend.client.tokens import Tokens
from backend.kernel import sse

EVENTS = [("phase", {"phase": "hearing"}), ("phase", {"phase": "asking"}), ("final_answer", {"response": "Yes."})]


class Cut(httpx2.SyncByteStream):
    """Bytes, and then the cable is out."""

    def __init__(self, data):
        self._data = data

    def __iter__(self):
        yield self._data
        raise httpx2.ReadError("reset")


def stream(after=0, upto=None, last=EVENTS):
    """The events behind one number, whole or cut behind another."""
    wire = b"".join(
        sse.encode(json.dumps(data), name, str(number))
        for number, (name, data) in enumerate(last, 1)
        if after < number and (upto is None or number <= upto)
    )
    headers = {"Content-Type": "text/event-stream; charset=utf-8", "X-Run-Id": "run-1"}
    return httpx2.Response(200, headers=headers, **({"content": wire} if upto is None else {"stream": Cut(wire)}))


@pytest.fixture
def connect(tmp_path):
    """A connection that answers from a list; exceptions in it are raised."""
    made = []

    def make(*answers):
        tokens = Tokens(Store(tmp_path), "http://127.0.0.1:1")
        tokens.keep("token", "refresh", "")
        connection = Connection(tokens)
        left = list(answers)

        def handle(request):
            connection.asked.append(request)
            answer = left.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer

        connection.asked = []
        connection._client = httpx2.Client(base_url=connection.server, transport=httpx2.MockTransport(handle))
        made.append(connection)
        return connection

    yield make
    for each in made:
        each.close()


def follow(connection, key="key"):
    waited = []
    run = Run(connection, Call("POST", "/api/chat/message", {"message": "x"}), key, waited.append)
    return run, waited


def test_a_run_that_is_cut_twice_is_heard_once(connect):
    connection = connect(stream(upto=1), httpx2.ConnectError("away"), stream(after=1, upto=2), stream(after=1))
    run, waited = follow(connection)
    told = list(run)
    heard = [(each.id, each.name) for each in told if each.id]
    assert heard == [(1, "phase"), (2, "phase"), (3, "final_answer")], "what is sent again is not heard again"
    assert [each.name for each in told].count("connection_lost") == 3
    assert waited == [PAUSES[0], PAUSES[1], PAUSES[0]]
    assert [request.headers.get("Last-Event-ID") for request in connection.asked] == [None, "1", "1", "2"]
    assert [request.url.path for request in connection.asked[1:]] == ["/api/runs/run-1/events"] * 3


def test_a_call_whose_answer_was_lost_is_made_again_under_its_key(connect):
    connection = connect(httpx2.RemoteProtocolError("no answer"), stream())
    assert list(follow(connection)[0])[-1].data == {"response": "Yes."}
    assert [request.headers["Idempotency-Key"] for request in connection.asked] == ["key", "key"]


def test_a_call_without_a_key_is_made_once(connect):
    connection = connect(httpx2.ReadTimeout("slow"))
    with pytest.raises(Unreachable, match="in time"):
        list(follow(connection, key=None)[0])


def test_a_server_that_is_not_there_is_said_at_once(connect):
    with pytest.raises(Unreachable, match="cannot be reached"):
        list(follow(connect(httpx2.ConnectError("refused")))[0])


def test_patience_ends_and_the_run_is_named(connect):
    connection = connect(stream(upto=1), *[httpx2.ConnectError("away")] * len(PAUSES))
    run, waited = follow(connection)
    with pytest.raises(Unreachable, match="run-1"):
        list(run)
    assert waited == list(PAUSES)


def test_a_stream_that_just_ends_is_a_lost_one(connect):
    cut_off = stream(last=EVENTS[:2])
    connection = connect(cut_off, stream(after=2))
    assert list(follow(connection)[0])[-1].name == "final_answer"


def test_a_gap_begins_anew(connect):
    gap = sse.encode(json.dumps({"phase": "gap", "detail": "all of it follows"}), "phase")
    again = stream()
    whole = httpx2.Response(200, headers=again.headers, content=gap + again.read())
    told = list(follow(connect(stream(upto=2), whole))[0])
    assert [each.id for each in told if each.name != "connection_lost"] == [1, 2, None, 1, 2, 3]


def test_an_error_is_raised_as_what_it_means(connect):
    ends = [EVENTS[0], ("error", {"status": 502, "detail": "The provider failed.", "retry_after": 3})]
    run, _ = follow(connect(stream(last=ends)))
    with pytest.raises(ServerError, match=r"The provider failed\. Try again in 3 s"):
        list(run)
    problem = httpx2.Response(409, json={"detail": "Busy.", "run_id": "other"})
    with pytest.raises(RequestRefused) as raised:
        list(follow(connect(problem))[0])
    assert raised.value.problem["run_id"] == "other"


def test_a_stored_answer_may_come_instead_of_a_stream(connect):
    stored = httpx2.Response(200, json={"response": "Before."}, headers={"X-Run-Id": "run-1"})
    assert [each.name for each in follow(connect(stored))[0]] == ["final_answer"]


def test_what_is_stopped_before_its_id_is_known_is_stopped_then(connect):
    connection = connect(stream(), httpx2.Response(200, json={}))
    run, _ = follow(connection)
    run.stop()
    assert connection.asked == []
    list(run)
    assert [request.url.path for request in connection.asked][-1] == "/api/runs/run-1/cancel"
    assert connection.asked[-1].method == "POST"


def test_text_stands_from_its_offset_on():
    written = ReceivedText()
    for offset, text in ((0, "One two"), (4, "three"), (0, "Four")):
        written.insert({"channel": "message", "offset": offset, "text": text})
    assert written.text == {"message": "Four"}


def test_whether_the_server_was_asked_to_stop_is_told(connect):
    for answer, asked in ((httpx2.Response(200, json={}), True), (httpx2.ConnectError("away"), False)):
        run, _ = follow(connect(stream(), answer))
        list(run)
        assert run.stop() is asked
    unknown, _ = follow(connect())
    assert unknown.stop() is False
