"""The body of a streamed answer, pushed and pulled: in every form, cut anywhere, over TLS, and at its end."""

from __future__ import annotations

import contextvars
import gzip
import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpcore2
import pytest

from backend.kernel.cancellation import Cancellation, obeying
from backend.net import deadline
from backend.net.connection import Connection, Network
from backend.net.model_client import ModelClient
from backend.net.name_lookup import NameLookup
from backend.net.streamed_body import StreamedBody, read_together
from tests.waiting import NEVER, PATIENCE, until

TEXT = b"".join(f"data: {number} \xcf\x83\n\n".encode("latin-1") for number in range(40))
CHUNKS = (
    b"".join(b"%x;a=b\r\n%s\r\n" % (len(part), part) for part in (TEXT[:7], TEXT[7:8], TEXT[8:])) + b"0\r\nx: y\r\n\r\n"
)
FORMS = {
    "length": b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(TEXT) + TEXT,
    "chunks": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKS,
    "open end": b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + TEXT,
    "after another": b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKS,
}


@contextmanager
def server(pieces: list[bytes], context: ssl.SSLContext | None = None, pause: float = 0.0) -> Iterator[int]:
    """One that sends these pieces to whoever connects, and closes."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            told, _ = listener.accept()
            told.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with told if context is None else context.wrap_socket(told, server_side=True) as end:
                for piece in pieces:
                    end.sendall(piece)
                    time.sleep(pause)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(PATIENCE)


@contextmanager
def connected(port: int, over_tls: bool = False) -> Iterator[Connection]:
    network = Network(NameLookup(), public_only=False)
    stream = network.connect_tcp("127.0.0.1", port)
    if over_tls:
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        stream = stream.start_tls(trusting)
    assert isinstance(stream, Connection)
    try:
        with deadline.limit(NEVER):
            yield stream
    finally:
        network.close()


def whole(port: int, head: int, most: int = 10**9, over_tls: bool = False) -> bytes:
    """What is pushed until `most` bytes are there, and then what is pulled. The first `head` bytes have been read."""
    taken = bytearray()

    def take(piece: bytes) -> bool:
        taken.extend(piece)
        return len(taken) < most

    with connected(port, over_tls) as stream:
        received = b""
        while len(received) < head:
            received += stream.read(head - len(received))
        body = StreamedBody(stream, received)
        body.push(take)
        for piece in body:
            taken += piece
        assert list(body) == []
    return bytes(taken)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("most", [0, 300, 10**9])
def test_every_form_is_read_wherever_it_is_cut(form: str, most: int) -> None:
    stream = FORMS[form]
    head = stream.index(b"200 OK\r\n")
    head = stream.index(b"\r\n\r\n", head) + 4
    for size in (1, 13, 10**6):
        cuts = [stream[at : at + size] for at in range(0, len(stream), size)]
        for read_before in (head, head + 5, len(stream)):
            with server(cuts) as port:
                assert whole(port, read_before, most) == TEXT


@pytest.mark.parametrize("pause", [0.0, 0.002])
def test_a_stream_over_tls(certificate: ssl.SSLContext, pause: float) -> None:
    stream = FORMS["chunks"]
    head = stream.index(b"\r\n\r\n") + 4
    cuts = [stream[at : at + 11] for at in range(0, len(stream), 11)]
    with server(cuts, certificate, pause) as port:
        assert whole(port, head, over_tls=True) == TEXT


def test_what_tls_has_decrypted_already_is_read_without_more_news(certificate: ssl.SSLContext) -> None:
    text = b"x" * 300_000
    head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(text)
    with server([head + text], certificate) as port:
        assert whole(port, len(head), over_tls=True) == text


@pytest.mark.parametrize("form", ["length", "chunks"])
@pytest.mark.parametrize("pushes", [True, False])
def test_an_answer_that_is_cut_off_is_a_failure_of_the_connection(form: str, pushes: bool) -> None:
    stream = FORMS[form][:-20]
    head = stream.index(b"\r\n\r\n") + 4
    with server([stream]) as port, pytest.raises(httpcore2.RemoteProtocolError), connected(port) as connection:
        body = StreamedBody(connection, connection.read(head))
        if pushes:
            body.push(lambda _: True)
        list(body)


@pytest.mark.parametrize("chunk", [b"none\r\n", b"\r\n", b"2\r\nabc\r\n", b"-1\r\n", b"1_0\r\n", b"x" * 110_000])
def test_a_chunk_of_another_size_or_none_is_a_failure_of_the_connection(chunk: bytes) -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    with (
        server([head + chunk]) as port,
        pytest.raises(httpcore2.RemoteProtocolError),
        connected(port) as connection,
    ):
        body = StreamedBody(connection, connection.read(len(head)))
        body.push(lambda _: True)
        list(body)


def test_an_answer_without_content_has_no_body() -> None:
    head = b"HTTP/1.1 204 No Content\r\n\r\n"
    for read_before in (len(head), len(head) + 3):
        with server([head + b"what follows is no part of it"]) as port:
            assert whole(port, read_before) == b""


@pytest.mark.parametrize("encoding", ["gzip", ""])
def test_a_client_pushes_what_is_not_compressed(encoding: str) -> None:
    body = gzip.compress(TEXT) if encoding else TEXT
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: {encoding}\r\nConnection: close\r\n\r\n".encode()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            end, _ = listener.accept()
            with end:
                asked = end.recv(65536)
                while not asked.endswith(json.dumps({"a": 1}, separators=(",", ":")).encode()):
                    asked += end.recv(65536)
                end.sendall(head + body)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        client = ModelClient(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        pushed = bytearray()
        with client.post({"a": 1}, streamed=True) as told:
            told.push(lambda piece: not pushed.extend(piece))
            rest = b"".join(told.pieces())
        client.close()
        thread.join(PATIENCE)
    assert bytes(pushed) + rest == TEXT and bool(pushed) == (not encoding)


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


def test_a_stream_goes_back_at_a_deadline_that_is_set_while_it_is_read() -> None:
    with pairs() as [(ours, theirs)], deadline.limit(NEVER) as bound:

        def read() -> bool:
            bound.expires = 0.0
            return bool(theirs.recv(10))

        ours.sendall(b"x")
        read_together(theirs, read)


def test_a_stream_goes_back_when_its_work_is_cancelled() -> None:
    wish = Cancellation()
    threading.Timer(0.1, wish.cancel).start()
    with pairs() as [(_, theirs)], obeying(wish), deadline.limit(NEVER):
        began = time.monotonic()
        read_together(theirs, _never)
        assert time.monotonic() - began < PATIENCE


def test_a_stream_of_cancelled_work_goes_back_at_once_and_so_does_one_whose_time_is_over() -> None:
    cancelled, short = Cancellation(), Cancellation(seconds=0.1)
    cancelled.cancel()
    for stop_request in (cancelled, short):
        with pairs() as [(_, theirs)], obeying(stop_request), deadline.limit(NEVER):
            read_together(theirs, _never)


def test_a_stream_whose_socket_is_closed_goes_back_and_its_number_can_be_used_again() -> None:
    with pairs() as [(_, theirs)]:
        threading.Timer(0.1, theirs.close).start()
        read_together(theirs, _never)
    with pairs() as [(ours, theirs)]:
        ours.sendall(b"x")
        read_together(theirs, lambda: not theirs.recv(10))


def _never() -> bool:
    raise AssertionError("nothing has arrived")
