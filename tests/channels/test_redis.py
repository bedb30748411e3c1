"""News between processes by way of a real Redis, which may go away at any time."""

import threading

import pytest

from backend.channels.redis import RedisChannel, answers
from backend.kernel.events import Numbered
from tests.redis_server import RedisServer
from tests.waiting import PATIENCE, until

RUN = "0b1e6f0e-7a52-4c2f-9a5e-0d9f3c1b2a4d"


@pytest.fixture
def server():
    with RedisServer() as made:
        yield made


@pytest.fixture
def here(server):
    """The process that works."""
    return RedisChannel(server.url)


@pytest.fixture
def there(server):
    """The one that follows, and listens by now."""
    made = RedisChannel(server.url)
    made.feed = made.watch(RUN, (Numbered(1, "phase", {"phase": "hearing"}),))
    made.await_hint(0)
    eventually(lambda: made._client.pubsub_numsub("coscribe:runs")[0][1] == 1)
    return made


def eventually(true):
    until(lambda: true() or None)


def test_a_hint_ends_the_wait_of_who_follows(here, there):
    waiting = threading.Thread(target=there.await_hint, args=(60,))
    waiting.start()
    here.hint(["another run", RUN])
    waiting.join(PATIENCE)
    assert not waiting.is_alive()


def test_words_come_before_they_are_stored(here, there):
    feed = here.open(RUN)
    feed.write("message", 0, "Die Größe ")
    feed.write("message", 10, "σ² — “so”.")
    eventually(lambda: there.feed.texts() == {"message": "Die Größe σ² — “so”."})
    there.feed.settle("message", "Die Größe", whole=False)  # the database is behind
    assert there.feed.texts() == {"message": "Die Größe σ² — “so”."}
    there.feed.settle("message", "Die Größe.")
    assert there.feed.texts() == {"message": "Die Größe."}


def test_a_gap_is_left_to_the_database(here, there):
    feed = there.feed
    feed.add_unsaved("message", 5, "later")
    assert feed.texts() == {}
    feed.settle("message", "some words later on", whole=False)
    feed.add_unsaved("message", 0, "some")
    assert feed.texts() == {"message": "some words later on"}
    feed.add_unsaved("message", 11, "later on and on")
    assert feed.texts() == {"message": "some words later on and on"}


def test_what_is_not_ours_is_left_alone(here, there):
    for words in (f"{RUN} [", f"{RUN} no json", f"{RUN} 5", "", "\udcff"):
        there._receive(words)
    assert there.feed.texts() == {}


def test_a_redis_that_dies_holds_nobody_up(server, here, there, monkeypatch):
    monkeypatch.setattr("backend.channels.redis.PATIENCE", 0.05)
    assert answers(server.url)
    server.stop()
    assert not answers(server.url)
    feed = here.open(RUN)
    for place in range(50):
        feed.write("message", 2 * place, "a ")
        here.hint([RUN])
    assert len(feed.texts()["message"]) == 100
    there.await_hint(0.01)  # goes on by looking
    server.start()
    eventually(lambda: (there._client.pubsub_numsub("coscribe:runs")[0][1]) == 1)

    def arrives():
        here.hint([RUN])
        there.await_hint(0)
        return there._hinted.wait(0.1)

    eventually(arrives)
