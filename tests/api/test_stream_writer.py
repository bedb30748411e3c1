"""One thread sends all streams of a server with threads: what it sends itself, and what it leaves to other threads."""

from __future__ import annotations

import socket
import threading
from contextlib import ExitStack

import pytest

from backend.api import stream_writer as module
from backend.api.event_streams import HANDED_OVER
from backend.api.stream_writer import PIECE, sending_together
from backend.kernel.sse import KEEP_ALIVE
from tests.waiting import PATIENCE, until


class Body:
    """A stream of the pieces that the test adds."""

    def __init__(self, *pieces, endless=False):
        self.pieces, self.endless = list(pieces), endless
        self.done, self.calls, self.listeners = False, [], []
        self.taken, self.error = [], None

    def add(self, piece, last=False):
        self.pieces.append(piece)
        self.last = last
        for each in self.listeners:
            each()

    last = False

    def take(self, seconds):
        self.calls.append(threading.current_thread().name)
        if self.error is not None:
            raise self.error
        said, self.pieces = b"".join(self.pieces), []
        self.taken += [said] if said else []
        self.done = self.last
        return said

    def listen(self, call):
        self.listeners.append(call)
        return lambda: self.listeners.remove(call)


class Door:
    """A request on a socket of its own, whose thread begins with `begin`. `left` are the pieces that it sent itself."""

    def __init__(self):
        self.ours, self.theirs = socket.socketpair()
        self.stops, self.closed = False, False
        self.left, self.error, self.body = [], None, None

    def begin(self, body):
        self.body = body

        def application(environ, start_response):
            start_response("200 OK", [])
            if HANDED_OVER in environ:
                environ[HANDED_OVER] = body
            return self

        def start_response(status, headers):
            return self.ours.sendall

        environ = {"gunicorn.socket": self.ours}
        self.answer = sending_together(application, lambda: self.stops)(environ, start_response)
        self.thread = threading.Thread(target=self._iterate, daemon=True)
        self.thread.start()

    def _iterate(self):
        try:
            for piece in self.answer:
                self.left.append(piece)
                self.ours.sendall(piece)
        except OSError as error:
            self.error = error
        finally:
            self.answer.close()

    def __iter__(self):
        raise AssertionError("the body is not iterated over")

    def close(self):
        self.closed = True

    def end(self):
        self.theirs.close()
        if self.body is not None:
            self.body.add(b"", last=True)
            assert self.ended()
        self.ours.close()

    def ended(self):
        self.thread.join(PATIENCE)
        return not self.thread.is_alive()


@pytest.fixture
def doors():
    with ExitStack() as stack:

        def made():
            door = Door()
            stack.callback(door.end)
            return door

        yield made


@pytest.fixture
def door(doors):
    return doors()


def test_after_the_first_piece_one_thread_sends_short_ones_and_the_answer_is_closed_at_the_end(door):
    body = Body(b"one ")
    door.begin(body)
    assert door.theirs.recv(99) == b"one "
    body.add(b"two ")
    assert door.theirs.recv(99) == b"two "
    body.add(b"three", last=True)
    assert door.ended() and door.theirs.recv(99) == b"three"
    assert door.left == [b"one "] and door.closed and body.listeners == []
    assert body.calls[0] == door.thread.name and set(body.calls[1:]) == {"writer"}


class Slow(Body):
    """A stream that keeps the common thread busy, from when it `began` until it may `go_on`."""

    def __init__(self, *pieces):
        super().__init__(*pieces)
        self.began, self.go_on = threading.Event(), threading.Event()

    def take(self, seconds):
        if threading.current_thread().name == "writer":
            self.began.set()
            assert self.go_on.wait(PATIENCE)
        return super().take(seconds)


def test_what_comes_until_the_thread_sends_again_is_sent_together(doors):
    door, body, slow = doors(), Body(b"1"), Slow(b"first")
    door.begin(body)
    doors().begin(slow)
    assert door.theirs.recv(9) == b"1" and slow.began.wait(PATIENCE)
    for piece in (b"2", b"3", b"4"):
        body.add(piece)
    slow.go_on.set()
    assert door.theirs.recv(9) == b"234" and body.taken == [b"1", b"234"]
    body.add(b"", last=True)
    assert door.ended()


def test_a_long_piece_is_sent_by_its_own_thread_and_then_short_ones_again_by_the_other(door):
    long = b"x" * (PIECE + 1)
    body = Body(long)
    door.begin(body)
    got = b""
    while len(got) < len(long):
        got += door.theirs.recv(len(long))
    assert got == long and door.left == [long]
    body.add(b"end", last=True)
    assert door.theirs.recv(99) == b"end" and door.ended() and door.left == [long]


def test_a_client_that_reads_slowly_delays_nobody_else(door, doors):
    full = Body(b"")
    door.begin(full)
    door.ours.setblocking(False)
    with pytest.raises(BlockingIOError):
        while True:
            door.ours.send(b"." * 4096)
    door.ours.setblocking(True)
    full.add(b"late", last=True)
    other = doors()
    other.begin(Body(b"soon"))
    assert other.theirs.recv(9) == b"soon"
    until(lambda: door.left == [b"late"] or None)
    assert door.thread.is_alive(), "its own thread waits for the client"
    got = b""
    while not got.endswith(b"late"):
        got = got[-3:] + door.theirs.recv(1 << 20)
    assert door.ended()


def test_a_client_that_is_gone_ends_its_stream_only(door, doors):
    body, other = Body(), doors()
    door.begin(body)
    other.begin(theirs := Body())
    door.theirs.close()
    body.add(b"?")
    assert door.ended() and isinstance(door.error, OSError) and door.closed
    theirs.add(b"!", last=True)
    assert other.theirs.recv(9) == b"!" and other.ended()


def test_an_error_of_the_stream_is_raised_in_its_own_thread(door):
    body = Body()
    door.begin(body)
    body.error = OSError("broken")
    body.add(b"")
    assert door.ended() and door.error is body.error


def test_a_silent_stream_gives_signs_of_life(door, monkeypatch):
    monkeypatch.setattr(module, "LOOK", 0.01)
    monkeypatch.setattr(module, "HEARTBEAT", 0.05)
    body = Body()
    door.begin(body)
    size = len(KEEP_ALIVE)
    assert door.theirs.recv(size) == KEEP_ALIVE and door.theirs.recv(size) == KEEP_ALIVE
    body.add(b"", last=True)
    assert door.ended()


def test_a_stopping_server_ends_the_endless_streams_and_no_others(door, doors, monkeypatch):
    monkeypatch.setattr(module, "LOOK", 0.01)
    other = doors()
    door.begin(Body(endless=True))
    other.begin(body := Body())
    door.stops = other.stops = True
    assert door.ended() and other.thread.is_alive()
    body.add(b"end", last=True)
    assert other.ended() and other.theirs.recv(9) == b"end"


@pytest.mark.parametrize("environ", [{"gunicorn.socket": None}, {"gunicorn.socket": object()}])
def test_a_server_without_a_socket_iterates_itself(environ):
    answer = [b"as it is"]

    def application(environ, start_response):
        assert HANDED_OVER not in environ
        return answer

    assert sending_together(application, lambda: False)(environ, lambda *given: None) is answer


def test_an_answer_that_is_no_stream_stays_as_it_is(door):
    answer = [b"as it is"]

    def application(environ, start_response):
        start_response("200 OK", [])
        return answer

    given = {"gunicorn.socket": door.ours}
    assert sending_together(application, lambda: False)(given, lambda *given: None) is answer
