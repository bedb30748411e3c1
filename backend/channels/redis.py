"""Tell other processes through Redis that a run has new events, so that followers there get them without delay.

There are two kinds of message. The id of a run alone says that the database has new events of this run. An id with a
piece of text says that the run has written this piece. A lost message does no harm, because followers also read the
database regularly. The sender never waits for Redis.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
import time
from collections.abc import Iterable, Mapping
from typing import Any

import redis
from redis import RedisError as RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from backend.channels.memory import Feed, MemoryChannel
from backend.channels.session_feeds import MOST_STREAMS
from backend.kernel.events import Numbered

log = logging.getLogger(__name__)

#: The name under which news is published.
TOPIC = "coscribe:runs"
#: Seconds until a Redis server that could not be reached is tried again.
PATIENCE = 5.0
#: Seconds within which Redis must answer. The limit is short, because Redis only saves time.
TIMEOUT = 1.0
#: Seconds that an HTTP request may lose per question if Redis accepts connections and does not answer. An upload asks
#: two questions (how often its user has called, and the queue), and must lose less than 0.2 seconds in all.
QUICK = 0.06
#: Seconds within which Redis must answer a worker that asks for a task. Redis itself waits 1 second for a task.
WORK = 5


def time_limits(seconds: float) -> dict[str, Any]:
    """Return options for the Redis client. Connecting takes at most `seconds`, and so does waiting for an answer. The
    client's own retries, which would take seconds, are turned off: if Redis is too slow, the work is done without it.
    """
    return {
        "socket_connect_timeout": seconds,
        "socket_timeout": seconds,
        "retry": Retry(NoBackoff(), 0),
    }


def pool(url: str, seconds: float) -> redis.ConnectionPool:
    """Return a pool of connections to Redis at `url`. Connecting takes at most `seconds`, and so does waiting for an
    answer.
    """
    return redis.ConnectionPool.from_url(url, **time_limits(seconds))


def answers(url: str) -> bool:
    """Return True if Redis at `url` can be reached and answers."""
    try:
        return bool(redis.Redis(connection_pool=pool(url, TIMEOUT)).ping())
    except RedisError:
        return False


class RedisChannel(MemoryChannel):
    """Passes the events of runs and sessions to the followers in this process and, through Redis at `url`, to other
    processes. Raises ValueError for an invalid URL.
    """

    def __init__(self, url: str, most_streams: int = MOST_STREAMS) -> None:
        super().__init__(most_streams)
        self._client = redis.Redis.from_url(url, **time_limits(TIMEOUT))
        self._outbox: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._starting = threading.Lock()
        self._threads: dict[str, threading.Thread] = {}
        self._away_until = 0.0

    def open(self, run_id: str, events: Iterable[Numbered] = (), texts: Mapping[str, str] | None = None) -> Feed:
        feed = super().open(run_id, events, texts)
        feed.told = self._tell
        return feed

    def hint(self, run_ids: Iterable[str]) -> None:
        for run_id in run_ids:
            self._post(run_id)

    def await_hint(self, seconds: float) -> None:
        self._start("listener")
        super().await_hint(seconds)

    def _tell(self, run_id: str, channel: str, offset: int, text: str) -> None:
        self._post(f"{run_id} {json.dumps([channel, offset, text])}")

    def _post(self, words: str) -> None:
        if time.monotonic() >= self._away_until:
            self._outbox.put(words)
            self._start("publisher")

    def _start(self, name: str) -> None:
        """Start the thread `name` if it does not run yet. It is not started earlier, because a server process forks
        before its first run, and threads do not survive a fork.
        """
        if name not in self._threads:
            with self._starting:
                if name not in self._threads:
                    work = {"listener": self._listen, "publisher": self._publish}[name]
                    self._threads[name] = threading.Thread(target=work, name=name, daemon=True)
                    self._threads[name].start()

    def _publish(self) -> None:
        while True:
            told = [self._outbox.get()]
            while not self._outbox.empty():
                told.append(self._outbox.get())
            if time.monotonic() < self._away_until:
                continue
            try:
                with self._client.pipeline(transaction=False) as pipeline:
                    for each in told:
                        pipeline.publish(TOPIC, each)
                    pipeline.execute()
            except RedisError as error:
                self._away_until = time.monotonic() + PATIENCE
                log.warning(
                    "Redis cannot be reached (%s): other processes read news from the database", type(error).__name__
                )

    def _listen(self) -> None:
        while True:
            try:
                with self._client.pubsub(ignore_subscribe_messages=True) as subscription:
                    subscription.subscribe(TOPIC)
                    while True:
                        told = subscription.get_message(timeout=TIMEOUT)
                        if told is not None:
                            self._receive(told.get("data"))
            except RedisError as error:
                log.warning("Redis cannot be reached (%s): news is read from the database", type(error).__name__)
                time.sleep(PATIENCE)

    def _receive(self, data: object) -> None:
        run_id, _, rest = (data.decode("utf-8", "replace") if isinstance(data, bytes) else str(data)).partition(" ")
        feed = next((each for each in self.watched() if each.run_id == run_id), None)
        if feed is None:
            return
        if not rest:
            self.wake()
            return
        try:
            channel, offset, text = json.loads(rest)
        except (ValueError, TypeError):
            log.warning("a message from Redis was ignored: it does not have the form of Coscribe's messages")
            return
        feed.add_unsaved(channel, offset, text)
