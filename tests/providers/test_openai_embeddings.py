"""OpenAIEmbedder against a real server on loopback."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from backend import errors
from backend.providers.openai_embeddings import BATCH, OpenAIEmbedder
from tests.waiting import PATIENCE


class Server(ThreadingHTTPServer):
    """Answers each text with a vector that tells its length, in reverse order; `answer` replaces that."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.answer: tuple[int, dict[str, str], bytes] | None = None
        self.mute, self.released = False, threading.Event()


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        self.server.keys.append(self.headers["Authorization"])
        if self.server.mute:
            self.server.released.wait(PATIENCE)
        if self.server.answer is not None:
            status, headers, content = self.server.answer
        else:
            items = [{"index": i, "embedding": [len(text), 0.0, 4.0]} for i, text in enumerate(body["input"])]
            status, headers, content = 200, {}, json.dumps({"data": items[::-1], "model": body["model"]}).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True).start()
        yield running
        running.shutdown()


@pytest.fixture
def embedder(server: Server) -> Iterator[OpenAIEmbedder]:
    client = OpenAIEmbedder(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="k", model="m", timeout=10)
    yield client
    client.close()


def test_rows_are_unit_in_the_order_of_the_texts(server: Server, embedder: OpenAIEmbedder) -> None:
    vectors = embedder.embed(["abc", " ", "", "xxxxx\ud800"])
    assert vectors.dtype == np.float32
    assert np.allclose(vectors, [[0.6, 0, 0.8], [0, 0, 0], [0, 0, 0], [6 / 52**0.5, 0, 4 / 52**0.5]])
    [asked] = server.asked
    assert (asked["model"], asked["encoding_format"], asked["input"]) == ("m", "float", ["abc", "xxxxx?"])
    assert server.keys == ["Bearer k"]


def test_blank_texts_are_never_sent(server: Server, embedder: OpenAIEmbedder) -> None:
    assert embedder.embed([]).shape == (0, 0)
    assert embedder.embed(["a"]).shape == (1, 3)
    assert not embedder.embed(["", "\n"]).any()
    assert embedder.embed(["", "\n"]).shape == (2, 3)
    assert len(server.asked) == 1


def test_batches(server: Server, embedder: OpenAIEmbedder) -> None:
    vectors = embedder.embed(["x" * (i + 1) for i in range(BATCH + 3)])
    assert [len(asked["input"]) for asked in server.asked] == [BATCH, 3]
    assert np.all(np.diff(vectors[:, 0]) > 0)


def _body(value: Any) -> bytes:
    return json.dumps(value).encode()


@pytest.mark.parametrize(
    ("status", "headers", "content", "error"),
    [
        (401, {}, _body({"error": {"message": "no", "code": "invalid_api_key"}}), errors.ProviderKeyRefused),
        (429, {"Retry-After": "7"}, b"{}", errors.ProviderOverLimit),
        (400, {}, b"{}", errors.ProviderDeclined),
        (404, {}, b"nothing here", errors.ProviderMisanswered),
        (500, {}, b"oops", errors.ProviderMisanswered),
        (200, {"Content-Type": "text/html"}, b"<html></html>", errors.ProviderMisanswered),
        (200, {}, _body({"data": []}), errors.ProviderMisanswered),
        (200, {}, _body({"data": [{"index": 0, "embedding": [1]}] * 2}), errors.ProviderMisanswered),
        (200, {}, _body({"data": [{"embedding": [1]}, {"embedding": [1, 2]}]}), errors.ProviderMisanswered),
        (200, {}, _body({"data": [{"embedding": "AAAA"}, {"embedding": "AAAA"}]}), errors.ProviderMisanswered),
        (200, {}, _body({"data": [{"index": 0.5, "embedding": [1]}, {"embedding": [1]}]}), errors.ProviderMisanswered),
        (200, {}, _body({"error": {"code": 429, "message": "slow down"}}), errors.ProviderOverLimit),
    ],
)
def test_failures_have_names(
    server: Server, embedder: OpenAIEmbedder, status: int, headers: dict[str, str], content: bytes, error: type
) -> None:
    server.answer = (status, headers, content)
    with pytest.raises(errors.ProviderError) as raised:
        embedder.embed(["a", "b"])
    assert type(raised.value) is error
    assert len(server.asked) == 1
    if status == 429:
        assert raised.value.retry_after == 7


def test_nan_becomes_zero(server: Server, embedder: OpenAIEmbedder) -> None:
    server.answer = (200, {}, b'{"data": [{"embedding": [NaN, 0, 0]}, {"embedding": [0, 2, 0]}]}')
    assert embedder.embed(["a", "b"]).tolist() == [[0, 0, 0], [0, 1, 0]]


def test_a_late_server_times_out(server: Server) -> None:
    server.mute = True
    late = OpenAIEmbedder(base_url=f"http://127.0.0.1:{server.server_port}/v1", model="m", timeout=0.3)
    with pytest.raises(errors.ProviderTimeout):
        late.embed(["a"])
    server.released.set()
    late.close()


def test_an_absent_server_is_unreachable(server: Server) -> None:
    server.shutdown()
    server.server_close()
    absent = OpenAIEmbedder(base_url=f"http://127.0.0.1:{server.server_port}/v1", model="m", timeout=5)
    with pytest.raises(errors.ProviderUnreachable):
        absent.embed(["a"])
    absent.close()
