"""A client at a server that answers as it is told to: every request is kept, every answer is canned."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import httpx2
import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from backend.client.api import Api
from backend.client.connection import Connection
from backend.client.context import Context
from backend.client.preferences import Choices
from backend.client.private_files import Store
from backend.client.tokens import Tokens

SERVER = "http://127.0.0.1:1"
SESSION = "11111111-2222-3333-4444-555555555555"


class Canned:
    """Answers by `METHOD /path`: a JSON value, (status, value) or a response; the last of a list for ever."""

    def __init__(self) -> None:
        self.requests: list[httpx2.Request] = []
        #: as they were sent: a request that is sent again is signed anew
        self.tokens: list[str | None] = []
        self._answers: dict[str, list[Any]] = {}

    def on(self, what: str, *answers: Any) -> Canned:
        self._answers[what] = list(answers)
        return self

    def handle(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        self.tokens.append(request.headers.get("Authorization"))
        answers = self._answers.get(f"{request.method} {request.url.path}")
        if answers is None:
            return httpx2.Response(404, json={"status": 404, "detail": f"No {request.method} {request.url.path}."})
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(answer, httpx2.Response):
            return answer
        status, value = answer if isinstance(answer, tuple) else (200, answer)
        return httpx2.Response(status, json=value)

    @property
    def asked(self) -> list[str]:
        return [f"{request.method} {request.url.raw_path.decode()}" for request in self.requests]

    def body(self, number: int = -1) -> Any:
        return json.loads(self.requests[number].content or b"null")


@pytest.fixture
def canned() -> Canned:
    return Canned()


@pytest.fixture
def connection(canned: Canned, tmp_path: Path) -> Iterator[Connection]:
    """Signed in at a server that is not there."""
    tokens = Tokens(Store(tmp_path), SERVER)
    tokens.keep("token", "refresh", "ada@example.org")
    made = Connection(tokens)
    made._client.close()
    made._client = httpx2.Client(base_url=SERVER, transport=httpx2.MockTransport(canned.handle))
    yield made
    made._client.close()


@pytest.fixture
def api(connection: Connection) -> Api:
    return Api(connection)


class StubContext(Context):
    """A context whose two consoles can be read."""

    @property
    def said(self) -> str:
        return self.out.file.getvalue()  # type: ignore[attr-defined]

    @property
    def noted(self) -> str:
        return self.err.file.getvalue()  # type: ignore[attr-defined]


@pytest.fixture
def make_context(api: Api, tmp_path: Path) -> Callable[..., StubContext]:
    def make(terminal: bool = False, **options: Any) -> StubContext:
        out, err = (
            Console(file=StringIO(), force_terminal=terminal, width=100, highlight=False, color_system=None)
            for _ in range(2)
        )
        return StubContext(api, Choices(Store(tmp_path)), out=out, err=err, **options)

    return make


@pytest.fixture
def context(make_context: Callable[..., StubContext]) -> StubContext:
    return make_context()


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, api: Api, tmp_path: Path) -> Callable[..., Result]:
    """Runs a command of the client with its words; the process's own output is what is read."""

    def made(server: str | None, as_json: bool = False, stream: bool = False) -> Context:
        return Context(api, Choices(Store(tmp_path)), as_json, stream)

    monkeypatch.setattr("backend.client.context.open_context", made)
    monkeypatch.setattr(api.connection, "close", lambda: None)  # each command closes its own; here they share one

    def invoke(command: Any, *words: str, input: str | None = None) -> Result:
        return CliRunner().invoke(command, words, input=input)

    return invoke


def placement(**more: Any) -> dict[str, Any]:
    return {
        "operation": "append_to_section", "section": ["Paper", "Methods"], "anchor": None, "position": None,
        "decided_by": "rules", "reason": "It was named.", "confidence": 0.9,
    } | more  # fmt: skip


def answer(**more: Any) -> dict[str, Any]:
    return {
        "response": "Here it is.", "document_content": "", "sources": [], "session_id": SESSION, "message_id": "m",
        "status": None, "pending_content_id": None, "citations": [], "new_types": [], "warnings": [], "meta": {},
    } | more  # fmt: skip


def open_drafts(*drafts: dict[str, Any]) -> dict[str, Any]:
    """Return the server's answer to GET /api/chat/pending while these drafts wait, the newest first."""
    return {"pending": drafts[0] if drafts else None, "open": list(drafts)}


def pending(**more: Any) -> dict[str, Any]:
    return {
        "pending_content_id": "p1", "document_content": "Gusts were frequent.", "sources": [], "citations": [],
        "created_at": "2026-01-02T03:04:05+00:00", "requested_at": "2026-01-02T03:04:05+00:00", "truncated": False,
    } | more  # fmt: skip


def session(**more: Any) -> dict[str, Any]:
    return {
        "id": SESSION, "title": "Street trees", "created_at": "2026-01-02T03:04:05+00:00",
        "updated_at": "2026-01-02T03:04:05+00:00", "revision": 3, "pending_content_id": None,
    } | more  # fmt: skip


def preview(**more: Any) -> dict[str, Any]:
    return {
        "placement": placement(), "candidates": [placement()], "sure": True, "diff": "+Gusts were frequent.",
        "base_revision": 3,
    } | more  # fmt: skip


def approved(**more: Any) -> dict[str, Any]:
    return {
        "status": "approved", "session_id": SESSION, "pending_content_id": "p1", "revision": 4, "document": "x",
        "placement": placement(), "diff": "+Gusts were frequent.",
    } | more  # fmt: skip


def streamed(*events: tuple[str, dict[str, Any]]) -> httpx2.Response:
    """A run's events as they go over the wire."""
    wire = "".join(
        f"id: {number}\nevent: {name}\ndata: {json.dumps(data)}\n\n" for number, (name, data) in enumerate(events, 1)
    )
    headers = {"Content-Type": "text/event-stream", "X-Run-Id": "run-1"}
    return httpx2.Response(200, headers=headers, content=wire.encode())
