"""A feed gives each follower what comes behind its position, and no more than it keeps."""

from __future__ import annotations

import threading

from backend.kernel.events import SessionEvent
from backend.kernel.session_feed import KEPT, SessionFeed
from tests.waiting import PATIENCE


def event(number: int) -> SessionEvent:
    return SessionEvent(str(number), "revision", {"revision": number})


def test_followers_hear_what_comes_behind_their_position():
    feed = SessionFeed("s")
    feed.add([event(1)])
    start = feed.position()
    feed.add([event(2), event(3)])
    told, position = feed.wait(start, 0)
    assert told == (event(2), event(3)) and feed.wait(position, 0) == ((), position)


def test_who_waits_is_woken_by_news_and_by_the_end():
    feed, heard = SessionFeed("s"), []
    thread = threading.Thread(target=lambda: heard.append(feed.wait(0, PATIENCE)))
    thread.start()
    feed.add([event(1)])
    thread.join(PATIENCE)
    assert heard == [((event(1),), 1)]
    feed.close()
    assert feed.closed and feed.wait(1, PATIENCE) == ((), 1)


def test_a_slow_follower_misses_the_oldest():
    feed = SessionFeed("s")
    feed.add([event(number) for number in range(KEPT + 5)])
    told, position = feed.wait(0, 0)
    assert (len(told), told[0], position) == (KEPT, event(5), KEPT + 5)


def test_who_listens_is_called_at_news_and_at_the_end_until_it_stops():
    feed, called = SessionFeed("s"), []
    stop = feed.listen(lambda: called.append(feed.closed))
    feed.add([event(1)])
    feed.close()
    stop()
    feed.add([event(2)])
    assert called == [False, True]
