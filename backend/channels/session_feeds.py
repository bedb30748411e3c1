"""Manage the sessions that are followed in this process: one feed per session, shared by its followers."""

from __future__ import annotations

import threading

from backend.errors import Busy
from backend.kernel.session_feed import SessionFeed

#: Streams of one process. A stream keeps a thread of the server's 256, and the others have to answer requests.
MOST_STREAMS = 160
#: With EDGE=on a stream keeps no thread, and costs some 20 kB; this bounds them to 100 MB.
MOST_HELD_STREAMS = 5000


class SessionFeeds:
    """The feeds by session, each kept while somebody follows it."""

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._feeds: dict[str, tuple[SessionFeed, int]] = {}

    def watch(self, session_id: str) -> SessionFeed:
        """Return the session's feed; `unwatch` ends it. Raises Busy if too many streams are open."""
        with self._lock:
            if sum(followers for _, followers in self._feeds.values()) >= self._most:
                raise Busy("Too many event streams are open. Close one, or try again in a few seconds.", retry_after=5)
            feed, followers = self._feeds.get(session_id) or (SessionFeed(session_id), 0)
            self._feeds[session_id] = (feed, followers + 1)
            return feed

    def unwatch(self, session_id: str) -> None:
        """Remove one follower; the feed is removed with the last one."""
        with self._lock:
            feed, followers = self._feeds.pop(session_id)
            if followers > 1:
                self._feeds[session_id] = (feed, followers - 1)

    def watched(self) -> tuple[SessionFeed, ...]:
        """Return the feeds that must be filled from the database."""
        with self._lock:
            return tuple(feed for feed, _ in self._feeds.values())
