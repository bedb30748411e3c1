"""One thread that reads all streams: who is read, and when a stream goes back to its own thread."""

from __future__ import annotations

import contextvars
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from backend.kernel.cancellation import Cancellation, obeying
from backend.net import deadline
from backend.net.stream_reader import read_together
from tests.waiting import NEVER, PATIENCE, until


@contextmanager
def pairs(count: int = 1) -> Iterator[list[tuple[socket.socket, socket.socket]]]:
    made = [socket.socketpair() for _ in range(count)]
    try:
        yield made
    finally:
        for each in made:
            for end in each:
                end.close()


def test_all_streams_are_read_in_one_thread_and_each_in_its_own_context() -> None:
    whose: contextvars.ContextVar[int] = contextvars.ContextVar("whose")
    heard: dict[int, list[bytes]] = {}
    threads: set[int] = set()

    def follow(number: int, source: socket.socket) -> None:
        def read() -> bool:
            threads.add(threading.get_ident())
            heard.setdefault(whose.get(), []).append(source.recv(100))
            return heard[number][-1] != b"last"

        whose.set(number)
        read_together(source, read)
        threads.add(0 if threading.get_ident() in threads else 1)

    with pairs(20) as made, ThreadPoolExecutor(20) as pool:
        ends = [pool.submit(follow, number, theirs) for number, (_, theirs) in enumerate(made)]
        for piece in (b"first", b"last"):
            for ours, _ in made:
                ours.sendall(piece)
            until(lambda piece=piece: True if all(piece in heard.get(n, ()) for n in range(20)) else None)
        for end in ends:
            end.result(PATIENCE)
    assert heard == {number: [b"first", b"last"] for number in range(20)}
    assert threads - {1} and 0 not in threads and len(threads) == 2
    until(lambda: True if all(each.name != "streams" for each in threading.enumerate()) else None)


def test_an_error_is_raised_where_the_call_was_made() -> None:
    def read() -> bool:
        raise ValueError("odd")

    with pairs() as [(ours, theirs)]:
        ours.sendall(b"x")
        with pytest.raises(ValueError, match="odd"):
            read_together(theirs, read)


def test_a_stream_goes_back_at_its_deadline() -> None:
    with pairs() as [(_, theirs)], deadline.limit(0.1):
        read_together(theirs, _never)


def test_a_stream_goes_back_when_its_work_is_cancelled() -> None:
    wish = Cancellation()
    threading.Timer(0.1, wish.cancel).start()
    with pairs() as [(_, theirs)], obeying(wish), deadline.limit(NEVER):
        began = time.monotonic()
        read_together(theirs, _never)
        assert time.monotonic() - began < PATIENCE


def test_a_stream_whose_socket_is_closed_goes_back_and_its_number_can_be_used_again() -> None:
    with pairs() as [(_, theirs)]:
        threading.Timer(0.1, theirs.close).start()
        read_together(theirs, _never)
    with pairs() as [(ours, theirs)]:
        ours.sendall(b"x")
        read_together(theirs, lambda: not theirs.recv(10))


def _never() -> bool:
    raise AssertionError("nothing has arrived")
