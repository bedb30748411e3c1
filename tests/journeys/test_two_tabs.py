"""A second tab hears of what the first one, an agent or anybody else does to a paper, also across a killed server."""

import json
import threading

import httpx2
import pytest

from backend.kernel.sse import Decoder
from tests.researcher import Researcher
from tests.torture.rig import Client, Served
from tests.waiting import PATIENCE, until


class Tab:
    """Somebody who follows a session, as a page does, until told to stop."""

    def __init__(self, client, session, last_id=""):
        self.heard, self.open, self.ended = [], threading.Event(), threading.Event()
        headers = {"Authorization": f"Bearer {client.token}"} | ({"Last-Event-ID": last_id} if last_id else {})
        where = f"{client._http.base_url}/api/sessions/{session}/events".replace("//api", "/api")
        self._thread = threading.Thread(target=self._listen, args=(where, headers), daemon=True)
        self._thread.start()
        assert self.open.wait(PATIENCE)

    def _listen(self, where, headers):
        decoder = Decoder()
        try:
            with httpx2.stream("GET", where, headers=headers, trust_env=False, timeout=PATIENCE) as answer:
                assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/event-stream")
                for piece in answer.iter_raw():
                    self.open.set()
                    self.heard += [(each.event, json.loads(each.data), each.id) for each in decoder.feed(piece)]
        except httpx2.TransportError:
            pass  # the server was killed
        self.ended.set()

    def told(self, name, **fields):
        """The first event of this name and these fields, as soon as it comes."""

        def look():
            return next((e for e in self.heard if e[0] == name and fields.items() <= e[1].items()), None)

        return until(look)


@pytest.fixture
def database_url(sqlite_url):
    """The processes are what counts here; both databases are tried with the services."""
    return sqlite_url


@pytest.fixture
def served(environ, tmp_path):
    made = Served(environ, tmp_path)
    made.start()
    yield made
    made.kill()


def test_a_second_tab_hears_everything_also_after_a_kill(served):
    client = Client(served.url)
    client.sign_in()
    session = client.call("POST", "/api/sessions", {}, 201)["id"]
    path = f"/api/sessions/{session}"
    tabs = [Tab(client, session) for _ in range(4)]  # both of the server's processes have some
    client.call("PUT", f"{path}/document", {"content": "# Wind\n\nWe measured.\n"}, If_Match='"0"')
    body = {"session_id": session, "document_content": "Gusts came. Nobody fell."}
    draft = client.call("POST", "/api/chat/propose", body)["pending_content_id"]
    for tab in tabs:  # before it is approved: a state that lasts for less than a look may be passed over
        tab.told("draft", pending_content_id=draft, status="pending")
    seen = client.call("POST", "/api/chat/preview", {"session_id": session})
    client.call("POST", "/api/chat/approve", {"session_id": session, "hunks": [seen["hunks"][1]["id"]]})
    for tab in tabs:
        tab.told("revision", revision=1, cause="imported")
        tab.told("run", kind="approve", status="succeeded")
        tab.told("revision", revision=2, cause="placed")
        _, _, last_id = tab.told("draft", pending_content_id=draft, status="approved")
    served.kill()
    assert all(tab.ended.wait(PATIENCE) for tab in tabs)
    served.start()
    second = client.call("POST", "/api/chat/propose", body)["pending_content_id"]
    again = Tab(client, session, last_id)
    again.told("draft", pending_content_id=second, status="pending")
    client.call("POST", "/api/chat/reject", {"session_id": session})
    again.told("draft", pending_content_id=second, status="rejected")
    assert not [data for name, data, _ in again.heard if name == "revision"]
    assert client._http.delete(path).status_code == 204
    assert again.ended.wait(PATIENCE)


def test_an_open_page_does_not_keep_the_server_from_stopping(environ, tmp_path):
    """It waits for answers that are being written, as long as a writer may take; a page waits for ever."""
    made = Served(environ | {"COSCRIBE_WRITER_TIMEOUT": "600"}, tmp_path)
    made.start()
    try:
        client = Client(made.url)
        client.sign_in()
        tab = Tab(client, client.call("POST", "/api/sessions", {}, 201)["id"])
        made.process.terminate()
        made.process.wait(PATIENCE)
        assert tab.ended.wait(PATIENCE)
    finally:
        made.kill()


def test_nobody_follows_somebody_elses_session(app):
    mine, other = Researcher(app), Researcher(app)
    problem = other.call("GET", f"{mine.path}/events", status=404, Accept="text/event-stream")
    assert problem["detail"] == other.call("GET", "/api/sessions/x/events", status=404)["detail"]
    mine.call("GET", f"{mine.path}/events", status=422, Last_Event_ID="yesterday")
    mine.client.get(f"{mine.path}/events").close()
