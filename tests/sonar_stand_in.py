"""Imitate Perplexity's Sonar on loopback: it refuses what Sonar refuses, and fails as a test orders.

    with SonarStandIn() as sonar:
        sonar.script(OverLimit(retry_after="1"), Answer("hello"))
        ... call sonar.url with sonar.key ...
        sonar.requests[-1].body

Behaviours are used up in the order given; then every request is answered with `sonar.answer`, as a stream where
it asks for one (`Streamed` says how, and how that may go wrong). A request that breaks
a rule is answered 400 (401 for the key) whatever the script says, uses nothing up, and is kept in `violations`.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.sonar_rules import Recorded, violations
from tests.waiting import PATIENCE

USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18, "cost": {"total_cost": 0.0061}}
DEFAULT_RESULTS = (
    {
        "title": "A Survey of Things",
        "url": "https://example.org/survey",
        "date": "2024-05-01",
        "snippet": "Things vary.",
    },
    {
        "title": "On Other Things",
        "url": "https://doi.org/10.1000/other",
        "date": "2023-01-31",
        "snippet": "Others don't.",
    },
)


@dataclass(frozen=True, slots=True)
class Answer:
    """A good answer; `content` may be any JSON value, to play odd servers."""

    content: Any = (
        '{"message": "Done.", "document_content": "", "document_structure": [], "sources": [], "new_types": []}'
    )
    results: tuple[Mapping[str, Any], ...] = DEFAULT_RESULTS
    finish_reason: str = "stop"
    extra: Mapping[str, Any] = field(default_factory=dict)
    #: more about the message, such as calls of tools
    message: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, handler: _Handler) -> None:
        if handler.recorded.body.get("stream"):
            Streamed(self)(handler)
        else:
            handler.send_json(200, self.whole(handler.recorded.body.get("model")))

    def whole(self, model: Any) -> dict[str, Any]:
        message = {"role": "assistant", "content": self.content, **self.message}
        return {
            "id": "answer-1",
            "model": model,
            "object": "chat.completion",
            "created": 1764000000,
            "usage": USAGE,
            "citations": [result["url"] for result in self.results],
            "search_results": list(self.results),
            "choices": [{"index": 0, "finish_reason": self.finish_reason, "message": message}],
            **self.extra,
        }


@dataclass(frozen=True, slots=True)
class Streamed:
    """An answer as a stream of server-sent events, `size` characters a delta.

    `mode` is full, concise or plain (OpenAI's); None: as the request asks, plain where the server isn't strict. After
    `upto` bytes (None: all) it goes on as `then` says: end (as it should), cut (the connection), hang, or drip
    (comments, for ever). Between events it waits for `pause` seconds.
    """

    answer: Answer = Answer()
    mode: str | None = None
    size: int = 7
    thoughts: tuple[str, ...] = ()
    upto: int | None = None
    then: str = "end"
    pause: float = 0.0

    def __call__(self, handler: _Handler) -> None:
        asked = handler.recorded.body
        mode = self.mode or (asked.get("stream_mode") or "full" if handler.stand_in.strict else "plain")
        counted = bool((asked.get("stream_options") or {}).get("include_usage"))
        handler.stream(self.frames(mode, asked.get("model"), counted), self.upto, self.then, self.pause)

    def frames(self, mode: str, model: Any = "m", counted: bool = True) -> list[bytes]:
        """The stream's events, each as its bytes, with `[DONE]`."""
        chunks = {"full": self._full, "concise": self._concise, "plain": self._plain}[mode](counted)
        head = {"id": "answer-1", "model": model, "created": 1764000000}
        return [b": keep-alive\n\n", *(sse({**head, **chunk}) for chunk in chunks), b"data: [DONE]\n\n"]

    def _deltas(self) -> list[str]:
        text = self.answer.content
        return [text[start : start + self.size] for start in range(0, len(text), self.size)]

    def _findings(self) -> dict[str, Any]:
        whole = self.answer.whole("m")
        return {field: whole[field] for field in ("citations", "search_results")}

    def _full(self, counted: bool) -> list[dict[str, Any]]:
        """Each delta beside the whole so far; the sources in all chunks but the last."""
        chunks: list[dict[str, Any]] = []
        told = ""
        for delta in self._deltas():
            told += delta
            chunks.append({**_chunk(delta, message=told), **self._findings(), "usage": {"prompt_tokens": 11}})
        last = _chunk("", message=told, finish=self.answer.finish_reason)
        return [*chunks, {**last, "usage": USAGE, "citations": [], "search_results": None}]

    def _concise(self, counted: bool) -> list[dict[str, Any]]:
        thoughts = [{**_chunk("", steps=[thought]), "object": "chat.reasoning"} for thought in self.thoughts]
        done = {**_chunk("", message="", steps=[]), **self._findings(), "object": "chat.reasoning.done"}
        whole = _chunk("", message=self.answer.content, finish=self.answer.finish_reason)
        return [
            *thoughts,
            {**done, "usage": {"prompt_tokens": 11}},
            *map(_chunk, self._deltas()),
            {**whole, **self._findings(), "object": "chat.completion.done", "usage": USAGE},
        ]

    def _plain(self, counted: bool) -> list[dict[str, Any]]:
        thoughts = []
        for thought in self.thoughts:
            thoughts.append(_chunk(""))
            thoughts[-1]["choices"][0]["delta"]["reasoning_content"] = thought
        chunks = [*thoughts, *map(_chunk, self._deltas()), _chunk("", finish=self.answer.finish_reason)]
        for chunk in chunks if counted else ():
            chunk["usage"] = None
        return [*chunks, *([{"object": "chat.completion.chunk", "choices": [], "usage": USAGE}] if counted else [])]


def _chunk(
    delta: str, message: str | None = None, finish: str | None = None, steps: list[str] | None = None
) -> dict[str, Any]:
    choice: dict[str, Any] = {"index": 0, "finish_reason": finish, "delta": {"role": "assistant", "content": delta}}
    if steps is not None:
        choice["delta"]["reasoning_steps"] = [{"type": "web_search", "thought": step} for step in steps]
    if message is not None:
        choice["message"] = {"role": "assistant", "content": message}
    return {"object": "chat.completion.chunk", "choices": [choice]}


def sse(data: Any, event: str = "") -> bytes:
    return (f"event: {event}\n" if event else "").encode() + b"data: " + json.dumps(data).encode() + b"\n\n"


@dataclass(frozen=True, slots=True)
class Fails:
    """An error status with Perplexity's error body."""

    status: int
    message: str = "it failed"
    kind: str = "internal_error"
    headers: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, handler: _Handler) -> None:
        error = {"error": {"message": self.message, "type": self.kind, "code": self.status}}
        handler.send_json(self.status, error, self.headers)


def over_limit(retry_after: str | None = None, retry_after_ms: str | None = None) -> Fails:
    told = {"retry-after": retry_after, "retry-after-ms": retry_after_ms}
    return Fails(429, "slow down", "rate_limit", {name: value for name, value in told.items() if value is not None})


@dataclass(frozen=True, slots=True)
class Says:
    """A bare answer of any type under any status."""

    content: bytes
    content_type: str = "application/json"
    status: int = 200

    def __call__(self, handler: _Handler) -> None:
        handler.send_bytes(self.status, self.content, self.content_type)


HTML = Says(b"<!doctype html><title>Welcome</title><p>Log in to continue", "text/html")
NO_CHOICES = Says(b'{"id": "x", "object": "chat.completion", "created": 1, "model": "sonar", "choices": []}')
NO_CONTENT = Says(
    b'{"choices": [{"index": 0, "finish_reason": "length", "message": {"role": "assistant", "content": null}}]}'
)
ERROR_UNDER_200 = Says(b'{"error": {"message": "upstream is busy", "code": 429}}')


def hang(handler: _Handler) -> None:
    """Take the request and never answer."""
    handler.stand_in.gave_up |= not handler.stand_in.released.wait(PATIENCE)


def drip_headers(handler: _Handler) -> None:
    """Send a header's bytes for ever, each long before a read time-out."""
    handler.raw(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not handler.stand_in.released.wait(0.02) and handler.raw(b"a"):
        pass


def drip_body(handler: _Handler) -> None:
    handler.raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    while not handler.stand_in.released.wait(0.02) and handler.raw(b"1\r\n \r\n"):
        pass


def cut_before(handler: _Handler) -> None:
    """Close without a byte of answer."""
    handler.close_connection = True


def cut_within(handler: _Handler) -> None:
    """Promise 1,000 bytes and close after twelve."""
    handler.raw(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"choices": [')
    handler.close_connection = True


@dataclass(frozen=True, slots=True)
class OnlyForms:
    """A server that takes only some response formats (None: none at all) and refuses the rest with `status`."""

    forms: tuple[str | None, ...]
    status: int = 400
    message: str = "response_format is not supported"
    otherwise: Answer = Answer()

    def __call__(self, handler: _Handler) -> None:
        form = handler.recorded.body.get("response_format")
        if (form["type"] if form else None) in self.forms:
            self.otherwise(handler)
        else:
            Fails(self.status, self.message)(handler)


Behaviour = Callable[["_Handler"], None]


class SonarStandIn:
    """`strict` of False drops Sonar's own rules, to stand in for other compatible servers."""

    def __init__(self, *, key: str = "pplx-test-key", strict: bool = True) -> None:
        self.key = key
        self.strict = strict
        self.answer: Behaviour = Answer()
        self.requests: list[Recorded] = []
        self.violations: list[str] = []
        #: whether somebody who was kept waiting waited for longer than any test does
        self.gave_up = False
        self.released = threading.Event()
        self._script: deque[Behaviour] = deque()
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.stand_in = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> SonarStandIn:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def script(self, *behaviours: Behaviour) -> None:
        with self._lock:
            self._script.extend(behaviours)

    def broken(self, recorded: Recorded) -> list[str]:
        """The rules that a request breaks."""
        return violations(recorded, self.key) if self.strict else []

    def next_behaviour(self) -> Behaviour:
        with self._lock:
            return self._script.popleft() if self._script else self.answer


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    stand_in: SonarStandIn

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up in the middle is what half of these tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server
    recorded: Recorded

    @property
    def stand_in(self) -> SonarStandIn:
        return self.server.stand_in

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.recorded = Recorded(self.path, headers, json.loads(content))
        self.stand_in.requests.append(self.recorded)
        broken = self.stand_in.broken(self.recorded)
        if broken:
            self.stand_in.violations.extend(broken)
            kind, status = ("invalid_api_key", 401) if "invalid key" in broken else ("invalid_message", 400)
            Fails(status, "; ".join(broken), kind)(self)
        else:
            self.stand_in.next_behaviour()(self)

    def send_json(self, status: int, data: Any, headers: Mapping[str, str] | None = None) -> None:
        self.send_bytes(status, json.dumps(data).encode(), "application/json", headers)

    def send_bytes(self, status: int, content: bytes, kind: str, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"content-type": kind, "content-length": str(len(content)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def stream(self, frames: list[bytes], upto: int | None = None, then: str = "end", pause: float = 0.0) -> None:
        """Server-sent events, each sent as it is; see Streamed."""
        self.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        left = sum(map(len, frames)) if upto is None else upto
        for frame in frames:
            part = frame[:left] if then != "drip" or len(frame) <= left else b""  # a comment may not stand in an event
            left -= len(part)
            if not part or not self._chunk(part) or self.stand_in.released.wait(pause):
                break
        if then == "end":
            self.raw(b"0\r\n\r\n")
        elif then == "hang":
            hang(self)
        elif then == "drip":
            while not self.stand_in.released.wait(0.02) and self._chunk(b": still here\n\n"):
                pass
        self.close_connection = True

    def _chunk(self, data: bytes) -> bool:
        return self.raw(b"%x\r\n%s\r\n" % (len(data), data))

    def raw(self, data: bytes) -> bool:
        """Bytes as they are; False once the client is gone."""
        try:
            self.wfile.write(data)
            self.wfile.flush()
        except OSError:
            return False
        return True

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""
