"""A server killed in the middle loses nothing that it acknowledged, and is free at once when it comes back."""

import contextlib
import json
import os
import signal
import threading
import time

import httpx2
import pytest

from tests import warm
from tests.ports import free_port
from tests.sonar_stand_in import Answer, SonarStandIn
from tests.waiting import PATIENCE

ANSWER = Answer(
    json.dumps(
        {"message": "Here.", "document_content": "New text.", "document_structure": [], "sources": [], "new_types": []}
    )
)


class Served:
    """`coscribe serve` as a user starts it, in a process group of its own."""

    def __init__(self, environ, log=None):
        self.log = log
        self.port = free_port()
        self.environ = os.environ | environ | {"COSCRIBE_PORT": str(self.port)}
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None

    def start(self):
        self.process = warm.start("backend.cli", "serve", environ=self.environ, log=self.log)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if httpx2.get(f"{self.url}/readyz", trust_env=False).status_code == 200:
                    return
            except httpx2.TransportError:
                assert self.process.poll() is None, f"it ended: {self.log and self.log.read_text()[-2000:]}"
                time.sleep(0.05)
        raise AssertionError("the server did not come up")

    def kill(self):
        with contextlib.suppress(ProcessLookupError):  # it ended by itself, which the test has said already
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def database_url(sqlite_url):
    """The process is what is killed here; what the databases promise is tested with them."""
    return sqlite_url


@pytest.fixture
def sonar():
    with SonarStandIn() as server:
        server.answer = ANSWER
        yield server


@pytest.fixture
def served(environ, sonar, tmp_path):
    made = Served(
        environ
        | {
            "COSCRIBE_WRITER": "perplexity",
            "COSCRIBE_WRITER_BASE_URL": sonar.url,
            "PERPLEXITY_API_KEY": sonar.key,
        },
        tmp_path / "log",
    )
    try:
        made.start()
        yield made
    finally:
        made.kill()


def test_killed_while_the_model_thinks(served, sonar, data_dir):
    client = httpx2.Client(base_url=served.url, trust_env=False, timeout=PATIENCE)
    account = {"email": "one@example.org", "password": "a quiet long phrase"}
    token = client.post("/api/auth/register", json=account).raise_for_status().json()["access_token"]
    client.headers["Authorization"] = f"Bearer {token}"
    session = client.post("/api/sessions", json={}).raise_for_status().json()["id"]
    path = f"/api/sessions/{session}"
    client.put(f"{path}/document", json={"content": "# One\n\nText.\n"}, headers={"If-Match": '"0"'}).raise_for_status()
    first = client.post(
        "/api/chat/message", json={"session_id": session, "message": "Add it at the end of the document."}
    ).raise_for_status()

    reached = threading.Event()

    def think(handler):
        reached.set()
        sonar.released.wait(PATIENCE)

    sonar.script(think)

    def ask():
        with pytest.raises(httpx2.TransportError):
            client.post("/api/chat/message", json={"session_id": session, "message": "And more."})

    asking = threading.Thread(target=ask)
    asking.start()
    assert reached.wait(PATIENCE)
    served.kill()
    asking.join()
    (data_dir / "sessions" / session / "doc.md").unlink()  # as if the kill had come before it was written
    served.start()

    assert client.get(f"{path}/document").raise_for_status().json()["content"] == "# One\n\nText.\n"
    assert (data_dir / "sessions" / session / "doc.md").read_bytes() == b"# One\n\nText.\n", "renewed at its next use"
    kept = client.get(f"{path}/messages").raise_for_status().json()["items"]
    assert [each["content"] for each in kept] == ["Add it at the end of the document.", "Here.", "And more."]
    waiting = client.get(f"/api/chat/pending?session_id={session}").json()["pending"]
    assert waiting["pending_content_id"] == first.json()["pending_content_id"]
    # free at once: nobody waits for a lease
    done = client.post("/api/chat/approve", json={"session_id": session}).raise_for_status().json()
    assert done["document"] == "# One\n\nText.\n\nNew text.\n"
