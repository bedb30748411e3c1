"""A feed gives each follower what comes behind its position, and no more than it keeps."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from backend.kernel.events import SessionEvent
from backend.kernel.session_feed import KEPT, News, SessionFeed
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


def test_listeners_are_called_at_each_change_until_they_end() -> None:
    news, heard = News(), []
    stop = news.listen(lambda: heard.append("first"))
    news.listen(lambda: heard.append("second"))
    with news:
        news.tell()
    stop()
    with news:
        news.tell()
    assert heard == ["first", "second", "second"]


def test_a_waiting_thread_sees_the_change() -> None:
    news, waiting, values = News(), Event(), []

    def happened() -> bool:
        waiting.set()
        return bool(values)

    def wait() -> list[str]:
        with news:
            news.wait_for(happened, PATIENCE)
            return list(values)

    with ThreadPoolExecutor(1) as threads:
        seen = threads.submit(wait)
        assert waiting.wait(PATIENCE)
        with news:
            values.append("changed")
            news.tell()
        assert seen.result(PATIENCE) == ["changed"]


def test_a_wait_for_what_does_not_happen_ends() -> None:
    news = News()
    with news:
        news.wait_for(lambda: False, 0.001)


def test_who_holds_the_lock_may_take_it_again() -> None:
    news = News()
    with news, news:
        news.tell()
