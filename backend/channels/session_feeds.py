"""Keep a feed for each session that somebody follows in this process. A feed passes on the session's events. All
followers of a session share its feed.
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
    """The feeds of sessions, by session id. A feed is kept as long as it has a follower. `most` is the maximum number
    of followers of all feeds together.
    """

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._feeds: dict[str, tuple[SessionFeed, int]] = {}

    def watch(self, session_id: str) -> SessionFeed:
        """Return the session's feed for a new follower. The follower must call `unwatch` at its end. Raises Busy if
        there are too many followers.
        """
        with self._lock:
            if sum(followers for _, followers in self._feeds.values()) >= self._most:
                raise Busy("Too many event streams are open. Close one, or try again in a few seconds.", retry_after=5)
            feed, followers = self._feeds.get(session_id) or (SessionFeed(session_id), 0)
            self._feeds[session_id] = (feed, followers + 1)
            return feed

    def unwatch(self, session_id: str) -> None:
        """Remove one follower of the session. When the last follower is removed, the feed is removed, too."""
        with self._lock:
            feed, followers = self._feeds.pop(session_id)
            if followers > 1:
                self._feeds[session_id] = (feed, followers - 1)

    def watched(self) -> tuple[SessionFeed, ...]:
        """Return the feeds of all sessions that have followers in this process."""
        with self._lock:
            return tuple(feed for feed, _ in self._feeds.values())
