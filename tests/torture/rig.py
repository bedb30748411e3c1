"""The server that is killed, the provider that survives it, and a client that keeps every word it was told."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import random
import re
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx2

from backend.kernel.sse import Decoder
from tests import warm
from tests.ports import free_port
from tests.sonar_stand_in import Answer, Streamed
from tests.torture import points
from tests.waiting import PATIENCE

EVENTS = {"Accept": "text/event-stream"}
#: What each request to a provider is about stands in its words.
MARK = re.compile(r"(?:ask|redo)-[0-9a-f]{10}")


class Started:
    """A `coscribe` command that runs in a process group of its own, and may be told where to die."""

    def __init__(
        self, environ: Mapping[str, str], folder: Path, command: str, module: str = "tests.torture.points"
    ) -> None:
        self.order = folder / f"order-{command}"
        self.log = folder / f"log-{command}"
        self._environ = os.environ | environ | {points.ORDER: str(self.order)}
        self._module, self._command = module, command
        self.process: warm.Process | None = None

    @property
    def has_died(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def spawn(self) -> None:
        self.process = warm.start(self._module, self._command, environ=self._environ, log=self.log)

    def arm(self, point: str, whom: str = "all") -> None:
        made = self.order.with_suffix(".new")
        made.write_text(f"{point} {whom}")
        made.replace(self.order)

    def withdraw(self) -> bool:
        """Whether the order had not been carried out; now it will not be."""
        try:
            self.order.unlink()
        except FileNotFoundError:
            return False
        return True

    def await_order(self, seconds: float) -> bool:
        """Whether the order was carried out in time; it is withdrawn if not."""
        return await_any((self,), seconds)

    def kill(self) -> None:
        """The whole group, master and workers."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def await_any(armed: Sequence[Started], seconds: float) -> bool:
    """Whether one of them carried out its order in time; those of the others are withdrawn."""
    until = time.monotonic() + seconds
    while all(each.order.exists() for each in armed) and time.monotonic() < until:
        time.sleep(0.01)
    withdrawn = [each.withdraw() for each in armed]
    return not all(withdrawn)


class Served(Started):
    """`coscribe serve` at a port that stays."""

    def __init__(self, environ: Mapping[str, str], folder: Path, **more: str) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        super().__init__({**environ, "COSCRIBE_PORT": str(port)}, folder, "serve", **more)

    def start(self) -> None:
        """Start, and wait until it is ready. One that dies by an order while it starts is started again."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.has_died:
                self.spawn()
            try:
                if httpx2.get(f"{self.url}/readyz", trust_env=False, timeout=PATIENCE).status_code == 200:
                    return
            except httpx2.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"the server did not come up: {self.log.read_text()[-2000:]}")


class Provider:
    """Answers every request with a text of its own, counts them by what they are about, and can call out on the way."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        #: by mark: at which step ("asked", "token", "last", "answered") to do what
        self.calling_out: dict[str, tuple[str, Callable[[], None]]] = {}
        #: by mark: seconds between two deltas
        self.pauses: dict[str, float] = {}
        self._lock = threading.Lock()

    def __call__(self, handler: Any) -> None:
        body = handler.recorded.body
        marks = MARK.findall(body["messages"][-1]["content"])
        mark = next((each for each in marks if each.startswith("redo")), marks[-1])  # it shows what was asked first too
        with self._lock:
            self.calls[mark] += 1
            number = self.calls[mark]
        answer = Answer(json.dumps(said(mark, number), ensure_ascii=False))
        self._reach(mark, "asked")
        if not body.get("stream"):
            handler.send_json(200, answer.whole(body.get("model")))
        else:
            self._stream(handler, mark, answer)
        self._reach(mark, "answered")

    def _stream(self, handler: Any, mark: str, answer: Answer) -> None:
        frames = Streamed(answer, size=12).frames(handler.recorded.body.get("stream_mode") or "full")
        handler.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        for number, frame in enumerate(frames):
            if number == len(frames) // 2:
                self._reach(mark, "token")
            if number == len(frames) - 1:
                self._reach(mark, "last")
            handler.raw(frame)
            time.sleep(self.pauses.get(mark, 0.002))
        handler.close_connection = True

    def _reach(self, mark: str, step: str) -> None:
        wanted, call = self.calling_out.get(mark, ("", None))
        if wanted == step and call is not None and self.withdraw(mark):
            call()

    def withdraw(self, mark: str) -> bool:
        """Call out for this request no more. False: that has begun, or nobody asked for it."""
        return self.calling_out.pop(mark, None) is not None


def said(mark: str, number: int) -> dict[str, Any]:
    """The answer to one request: nothing of it stands in any other."""
    return {
        "message": f"Here is what {mark} wants, for the {number}. time — “with care”.",
        "document_content": content_of(mark, number),
        "document_structure": [],
        "sources": ["https://example.org/survey"],
        "new_types": [],
    }


def content_of(mark: str, number: int) -> str:
    return f"The text for {mark.replace('-', ' ')} made {number}: σ² is small, and “so” on.\n\nIt goes on here."


class Heard:
    """What a client was told of one run, over however many connections."""

    def __init__(self) -> None:
        self.run_id = ""
        self.events: list[tuple[int, str, dict[str, Any]]] = []
        self.text: dict[str, str] = {}
        self.status = 0
        self.problem: dict[str, Any] = {}

    @property
    def last(self) -> int:
        return self.events[-1][0] if self.events else 0

    @property
    def final(self) -> dict[str, Any] | None:
        return self.events[-1][2] if self.events and self.events[-1][1] == "final_answer" else None

    @property
    def ended(self) -> bool:
        return bool(self.events) and self.events[-1][1] in ("final_answer", "error")

    def hear(self, event: Any) -> None:
        data = json.loads(event.data)
        self.run_id = data["run_id"]
        if data.get("phase") == "queued":
            return  # no event of the run: it says where the run stands meanwhile
        if event.event == "token":
            before = self.text.get(data["channel"], "")
            assert data["offset"] <= len(before), "text is missing"
            self.text[data["channel"]] = before[: data["offset"]] + data["text"]
        else:
            assert not self.ended, "an event came after the last one"
            self.events.append((int(event.id), event.event, data))


class Client:
    """One user's, with the token that outlives every kill. Of several machines each call asks any."""

    def __init__(self, *urls: str) -> None:
        self._machines = [httpx2.Client(base_url=url, trust_env=False, timeout=PATIENCE) for url in urls]

    @property
    def _http(self) -> httpx2.Client:
        return random.choice(self._machines)

    def at(self, number: int) -> Client:
        """The same user's, for calls to one machine."""
        one = copy.copy(self)
        one._machines = [self._machines[number]]
        return one

    def sign_in(self) -> None:
        self._account = {"email": f"{os.urandom(5).hex()}@example.org", "password": "a quiet long phrase"}
        self._enter("register", 201)

    def renew(self) -> None:
        """A new token, before the old one is over."""
        self._enter("login", 200)

    def _enter(self, way: str, status: int) -> None:
        made = self.call("POST", f"/api/auth/{way}", self._account, status)
        self.token = made["access_token"]
        for each in self._machines:
            each.headers["Authorization"] = f"Bearer {self.token}"

    def call(self, method: str, path: str, body: Any = None, status: int = 200, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self._http.request(method, path, json=body, headers=named)
        assert answer.status_code == status, (method, path, answer.status_code, answer.text)
        return answer.json()

    def listen(self, method: str, path: str, body: Any = None, heard: Heard | None = None, **headers: str) -> Heard:
        """Read a stream as long as it lasts. What is no stream is the `problem`."""
        heard = heard or Heard()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        decoder = Decoder()
        with self._http.stream(method, path, json=body, headers=EVENTS | named) as answer:
            heard.status = answer.status_code
            if answer.headers["content-type"].split(";")[0] != "text/event-stream":
                heard.problem = json.loads(answer.read())
                return heard
            heard.run_id = answer.headers["x-run-id"]
            for piece in answer.iter_raw():
                for event in decoder.feed(piece):
                    heard.hear(event)
        return heard
