"""The client of a model's server: what it sends, compressed answers, refusals, host names, and failures."""

from __future__ import annotations

import gzip
import json
import socket
import socketserver
import threading
import time
import zlib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import httpcore2
import pytest

from backend import errors
from backend.kernel.cancellation import Cancellation, obeying
from backend.net import connection, deadline
from backend.net.model_client import MAX_REFUSAL_BYTES, ModelClient, Refusal, provider_errors
from tests.deadlines import LITTLE
from tests.sonar_stand_in import SonarStandIn
from tests.waiting import PATIENCE


@contextmanager
def client_of(url: str, key: str = "") -> Iterator[ModelClient]:
    client = ModelClient(url, key)
    try:
        yield client
    finally:
        client.close()


def answering(head: str, body: bytes = b"") -> AbstractContextManager[tuple[str, list[bytes]]]:
    """A server that gives every request this answer: its address, and what was asked."""

    @contextmanager
    def serve() -> Iterator[tuple[str, list[bytes]]]:
        asked: list[bytes] = []
        lines = f"HTTP/1.1 {head}\r\nConnection: close\r\n\r\n".encode()

        class Once(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                told = b"".join(iter(self.rfile.readline, b"\r\n"))
                length = next(int(line[15:]) for line in told.lower().split(b"\r\n") if b"content-length:" in line)
                asked.append(told + b"\r\n" + self.rfile.read(length))
                self.wfile.write(lines + body)

        with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Once) as server:
            threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
            try:
                yield f"127.0.0.1:{server.server_address[1]}", asked
            finally:
                server.shutdown()

    return serve()


def test_a_name_is_looked_up(sonar: SonarStandIn) -> None:
    url = sonar.url.replace("127.0.0.1", "localhost")
    with client_of(f"{url}/nowhere") as client, pytest.raises(Refusal) as told, client.post({}):
        pass
    assert told.value.status == 401


def test_a_request_is_small_json_with_the_key_and_names_nobody() -> None:
    with answering("200 OK", b"{}") as (place, asked), client_of(f"http://{place}/v1/x?v=2", "sk-1") as client:
        with client.post({"say": "σ²", "half": "\ud800"}) as answer:
            assert b"".join(answer.pieces()) == b"{}"
        with client.post({}, streamed=True):
            pass
    head, _, body = asked[0].partition(b"\r\n\r\n")
    assert head.splitlines()[0] == b"POST /v1/x?v=2 HTTP/1.1"
    assert json.loads(body) == {"say": "σ²", "half": "?"}
    assert {name.lower(): value for name, _, value in (line.partition(b": ") for line in head.splitlines()[1:])} == {
        b"host": place.encode(),
        b"user-agent": b"coscribe",
        b"content-type": b"application/json",
        b"authorization": b"Bearer sk-1",
        b"accept": b"application/json",
        b"accept-encoding": b"gzip, deflate",
        b"content-length": str(len(body)).encode(),
    }
    assert b"Accept: text/event-stream" in asked[1] and b"Accept-Encoding: identity" in asked[1]


def test_a_password_in_the_address_signs_where_no_key_does() -> None:
    with answering("200 OK", b"{}") as (place, asked):
        for key in ("", "sk-1"):
            with client_of(f"http://ann:p%40ss@{place}/v1", key) as client, client.post({}):
                pass
    assert f"Authorization: Basic {b64encode(b'ann:p@ss').decode()}".encode() in asked[0]
    assert b"Authorization: Bearer sk-1" in asked[1] and b"Basic" not in asked[1]
    assert f"Host: {place}".encode() in asked[0], "no password in the name of the host"


@pytest.mark.parametrize(
    ("encoding", "body"), [("gzip", gzip.compress(b"x" * 300_000)), ("deflate", zlib.compress(b"x" * 300_000))]
)
def test_a_compressed_answer_comes_in_small_pieces(encoding: str, body: bytes) -> None:
    with (
        answering(f"200 OK\r\nContent-Encoding: {encoding}", body) as (place, _),
        client_of(f"http://{place}") as client,
        client.post({}) as answer,
    ):
        pieces = list(answer.pieces())
    assert b"".join(pieces) == b"x" * 300_000
    assert max(map(len, pieces)) <= 65_536


@pytest.mark.parametrize(
    ("encoding", "body"), [("gzip", b"no gzip"), ("br", b"x"), ("gzip", gzip.compress(b"x", mtime=0)[:-9])]
)
def test_an_answer_that_is_not_compressed_as_it_says_is_a_failure_of_the_connection(encoding: str, body: bytes) -> None:
    with (
        answering(f"200 OK\r\nContent-Encoding: {encoding}", body) as (place, _),
        client_of(f"http://{place}") as client,
        pytest.raises(errors.ProviderUnreachable, match="sonar"),
        provider_errors("sonar"),
        client.post({}) as answer,
    ):
        list(answer.pieces())


@pytest.mark.parametrize(
    ("head", "body", "told"),
    [
        ("400 Bad Request", b'{"error": {"code": "no_such_field"}}', {"code": "no_such_field"}),
        ("422 No", b'{"detail": "stream"}', {"detail": "stream"}),
        ("502 Bad Gateway", b"<html>", "<html>"),
        ("307 Away\r\nLocation: http://127.0.0.1:1/", b"", ""),
        ("500 No", b"[" * 100_000, None),
    ],
)
def test_a_status_of_failure_is_a_refusal_with_what_was_said(head: str, body: bytes, told: object) -> None:
    with (
        answering(f"{head}\r\nRetry-After: 7", body) as (place, asked),
        client_of(f"http://{place}", "sk-1") as client,
        pytest.raises(Refusal) as raised,
        client.post({}),
    ):
        pass
    assert raised.value.status == int(head[:3])
    assert raised.value.headers["retry-after"] == "7"
    assert raised.value.body == told or (told is None and len(raised.value.body) <= 2 * MAX_REFUSAL_BYTES)
    assert len(asked) == 1, "neither a redirect nor a failure is followed by a second request"


def test_a_look_up_that_hangs_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    late: list[bool] = []

    def wait(*_: object, **__: object) -> list[object]:
        late.append(not over.wait(PATIENCE))
        return []

    monkeypatch.setattr(socket, "getaddrinfo", wait)
    with (
        client_of("http://slow.example") as client,
        deadline.limit(0.2),
        pytest.raises(httpcore2.ConnectTimeout),
        client.post({}),
    ):
        pass
    assert late == [], "it is still being looked up"
    over.set()


@pytest.mark.parametrize("error", [socket.gaierror("no such host"), UnicodeError("label too long")])
def test_a_name_that_does_not_exist(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with client_of("http://nowhere.example") as client, pytest.raises(httpcore2.ConnectError), client.post({}):
        pass


def test_a_large_request_to_a_server_that_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    real = connection.Network.keep

    def keep(*given: Any) -> httpcore2.NetworkStream:
        stream = real(*given)
        bound.expires = time.monotonic() + LITTLE  # from here on: the machine may take long to connect
        return stream

    monkeypatch.setattr(connection.Network, "keep", keep)
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        client_of(f"http://127.0.0.1:{listener.getsockname()[1]}") as client,
        deadline.limit(PATIENCE) as bound,
        pytest.raises(httpcore2.WriteTimeout),
        client.post({"say": "x" * 20_000_000}),
    ):
        pass


@pytest.mark.parametrize(
    ("failure", "error", "words"),
    [
        (httpcore2.ReadTimeout("secret"), errors.ProviderTimeout, "sonar did not answer in time"),
        (httpcore2.ConnectError("secret"), errors.ProviderUnreachable, "sonar could not be reached"),
        (httpcore2.RemoteProtocolError("secret"), errors.ProviderUnreachable, "closed the connection"),
    ],
)
def test_failures_are_ours(failure: Exception, error: type[errors.ProviderError], words: str) -> None:
    with pytest.raises(error, match=words) as raised, provider_errors("sonar"):
        raise failure
    assert "secret" not in raised.value.detail
    wish = Cancellation()
    wish.cancel()
    with obeying(wish), pytest.raises(errors.Cancelled), provider_errors("sonar"):
        raise failure
