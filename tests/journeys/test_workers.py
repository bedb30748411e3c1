"""Workers beside the server: they do streamed runs, are watched and stopped through it, and may be killed."""

import threading
import time

import pytest

from tests.redis_server import RedisServer
from tests.sonar_stand_in import SonarStandIn
from tests.torture.rig import Client, Heard, Provider, Served, Started, content_of, said
from tests.waiting import PATIENCE


@pytest.fixture
def database_url(sqlite_url):
    """What is killed here are processes; what the databases promise is tested with them."""
    return sqlite_url


@pytest.fixture(params=["sqlite", "redis"])
def queue(request):
    """The queue's settings."""
    if request.param == "sqlite":
        yield {}
    else:
        with RedisServer() as server:
            yield {"COSCRIBE_REDIS_URL": server.url}


class World:
    """A server with `workers`, and somebody who uses it."""

    def __init__(self, environ, folder, sonar):
        self.provider = sonar.answer = Provider()
        self.served = Served(environ, folder)
        self.worker = Started(environ, folder, "worker")
        self.client = Client(self.served.url)

    def begin(self):
        self.served.start()
        self.worker.spawn()
        self.client.sign_in()
        self.session = self.client.call("POST", "/api/sessions", {}, 201)["id"]

    def send(self, mark, heard):
        body = {"session_id": self.session, "message": f"Add {mark}."}
        self.client.listen("POST", "/api/chat/message", body, heard)

    def sent(self, mark):
        """A message that somebody watches, while the test goes on."""
        heard = Heard()
        thread = threading.Thread(target=self.send, args=(mark, heard))
        thread.start()
        return heard, thread

    def await_text(self, heard):
        until = time.monotonic() + PATIENCE
        while not heard.text.get("document_content"):
            assert time.monotonic() < until and not heard.ended, heard.events
            time.sleep(0.02)

    def kill(self):
        self.worker.kill()
        self.served.kill()


@pytest.fixture
def world(environ, tmp_path, queue):
    with SonarStandIn() as sonar:
        writer = {
            "COSCRIBE_WRITER": "perplexity",
            "COSCRIBE_WRITER_BASE_URL": sonar.url,
            "PERPLEXITY_API_KEY": sonar.key,
        }
        made = World({**environ, **writer, **queue, "COSCRIBE_EXECUTOR": "huey"}, tmp_path, sonar)
        try:
            made.begin()
            yield made
        finally:
            made.kill()


def test_a_worker_does_it_and_everybody_watches_through_the_server(world):
    world.provider.pauses["ask-0000000001"] = 0.05
    heard, sending = world.sent("ask-0000000001")
    world.await_text(heard)
    assert not heard.ended, "the words come while they are written"
    sending.join(PATIENCE)
    assert heard.final["response"] == said("ask-0000000001", 1)["message"]
    assert heard.text["document_content"] == heard.final["document_content"] == content_of("ask-0000000001", 1)
    again = world.client.listen("GET", f"/api/runs/{heard.run_id}/events")
    assert again.events == heard.events and world.provider.calls["ask-0000000001"] == 1

    world.provider.pauses["ask-0000000002"] = 0.2
    heard, sending = world.sent("ask-0000000002")
    world.await_text(heard)
    assert world.client.call("POST", f"/api/runs/{heard.run_id}/cancel", {})["stopping"]
    sending.join(PATIENCE)
    assert heard.events[-1][2]["title"] == "Cancelled"

    world.provider.pauses["ask-0000000003"] = 0.2
    heard, sending = world.sent("ask-0000000003")
    world.await_text(heard)
    world.worker.kill()
    sending.join(PATIENCE)
    assert (heard.events[-1][1], heard.events[-1][2]["title"]) == ("error", "Interrupted")
    assert (
        "was not repeated automatically" in heard.events[-1][2]["detail"]
        and world.provider.calls["ask-0000000003"] == 1
    )

    heard, sending = world.sent("ask-0000000004")  # waits for a worker, which dies before it asks; the next one does it
    world.worker.arm("retrieve-")
    world.worker.spawn()
    assert world.worker.await_order(PATIENCE)
    world.worker.process.wait()
    world.worker.spawn()
    sending.join(PATIENCE)
    assert heard.final["response"] == said("ask-0000000004", 1)["message"]
    assert [data["phase"] for _, name, data in heard.events if name == "phase"].count("resuming") == 1
    assert [number for number, *_ in heard.events] == list(range(1, heard.last + 1))
    assert world.provider.calls["ask-0000000004"] == 1
