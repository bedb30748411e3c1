"""News wakes the threads that wait and calls the listeners until they are taken away."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from backend.kernel.change_signal import News
from tests.waiting import PATIENCE


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
