"""Hints by way of Redis: a process that follows another one's run looks into the database as soon as there is news.

A hint is a run's id and nothing more. One that is lost costs a moment, since the database is looked at anyhow.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable

import redis

from backend.channels.memory import MemoryChannel

log = logging.getLogger(__name__)

#: The name under which hints are published.
TOPIC = "coscribe:runs"
#: Seconds until a server that was away is tried again.
PATIENCE = 5.0
#: Seconds within which Redis has to answer: it only saves time.
TIMEOUT = 1.0


class RedisChannel(MemoryChannel):
    """As in memory, with hints to and from the other processes at `url`. Raises ValueError for an odd URL."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._client = redis.Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)
        self._listener: threading.Thread | None = None
        self._away_until = 0.0
        self._starting = threading.Lock()

    def hint(self, run_ids: Iterable[str]) -> None:
        if time.monotonic() < self._away_until:
            return
        try:
            for run_id in run_ids:
                self._client.publish(TOPIC, run_id)
        except redis.RedisError as error:
            self._away_until = time.monotonic() + PATIENCE
            log.warning("Redis can't be told of news: %s", type(error).__name__)

    def await_hint(self, seconds: float) -> None:
        with self._starting:
            if self._listener is None:
                self._listener = threading.Thread(target=self._listen, name="hints", daemon=True)
                self._listener.start()
        super().await_hint(seconds)

    def _listen(self) -> None:
        while True:
            try:
                with self._client.pubsub(ignore_subscribe_messages=True) as subscription:
                    subscription.subscribe(TOPIC)
                    while True:
                        told = subscription.get_message(timeout=TIMEOUT)
                        if told is not None and self._is_watched(told.get("data")):
                            self.wake()
            except redis.RedisError as error:
                log.warning("Redis can't be listened to: %s", type(error).__name__)
                time.sleep(PATIENCE)

    def _is_watched(self, data: object) -> bool:
        run_id = data.decode("ascii", "replace") if isinstance(data, bytes) else str(data)
        return any(feed.run_id == run_id for feed in self.watched())
