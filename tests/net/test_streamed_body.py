"""The body of a streamed answer, pushed and pulled: in every form, cut anywhere, over TLS, and at its end."""

from __future__ import annotations

import gzip
import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpcore2
import pytest

from backend.net import deadline
from backend.net.connection import Connection, Network
from backend.net.model_client import ModelClient
from backend.net.name_lookup import NameLookup
from backend.net.streamed_body import StreamedBody
from tests.waiting import NEVER, PATIENCE

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


def test_a_chunk_without_a_size_is_a_failure_of_the_connection() -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    with (
        server([head + b"none\r\n"]) as port,
        pytest.raises(httpcore2.RemoteProtocolError),
        connected(port) as connection,
    ):
        StreamedBody(connection, connection.read(len(head))).push(lambda _: True)


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
