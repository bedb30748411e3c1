"""Keep one feed of events for each session that is followed in this process; all followers of a session share the
feed.
"""

from __future__ import annotations

import threading

from backend.errors import Busy
from backend.kernel.session_feed import SessionFeed

#: The most event streams of one process. A stream occupies one of the server's 256 threads, and the other threads must
#: answer requests.
MOST_STREAMS = 160
#: The most event streams of one process with EDGE=on. There a stream occupies no thread but about 20 kB, so all need
#: 100 MB.
MOST_HELD_STREAMS = 5000


class SessionFeeds:
    """The feeds of sessions by session id. A feed is kept while somebody follows it."""

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._feeds: dict[str, tuple[SessionFeed, int]] = {}

    def watch(self, session_id: str) -> SessionFeed:
        """Return the session's feed. Each caller must call `unwatch` at its end. Raises Busy if too many streams are
        open.
        """
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
        """Return all feeds, which the heartbeat must fill from the database."""
        with self._lock:
            return tuple(feed for feed, _ in self._feeds.values())
