"""An answer that is held half-way, and a stream as a client keeps it."""

import json
import threading
from typing import ClassVar

from backend.kernel.sse import Decoder
from tests.sonar_stand_in import Answer, Streamed

CONTENT = (
    '## Step\n\nThe step is $\\nabla f(\\theta)$, "small".\n\n```python\nprint("a\\n")\n```\n\n| a | b |\n|---|---|'
)
MESSAGE = 'Here it is — "the step".'
ANSWER = Answer(
    json.dumps(
        {
            "message": MESSAGE,
            "document_content": CONTENT + "\n",
            "document_structure": [],
            "sources": ["https://example.org/survey"],
            "new_types": [],
        }
    )
)
EVENTS = {"Accept": "text/event-stream"}


class Held:
    """A streamed answer that stops half-way until it is let go on. `made` lists those of one test."""

    made: ClassVar[list["Held"]] = []

    def __init__(self, answer=ANSWER, size=9):
        self.made.append(self)
        self.answer, self.size = answer, size
        self.reached, self.go, self.gone = (threading.Event() for _ in range(3))

    def __call__(self, handler):
        frames = Streamed(self.answer, size=self.size).frames("concise", "sonar-pro")
        handler.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        for number, frame in enumerate(frames):
            if number == len(frames) // 2:
                self.reached.set()
                while not self.go.wait(0.05):
                    if not handler.raw(b": wait\n\n"):
                        self.gone.set()
                        break
            handler.raw(frame)
        handler.close_connection = True


class Told:
    """What a stream says, as a client keeps it."""

    def __init__(self, answer):
        assert answer.status_code == 200 and answer.mimetype == "text/event-stream", answer.text
        self.answer, self._pieces, self._decoder = answer, iter(answer.iter_encoded()), Decoder()
        self.events, self.names, self.ids, self.text = [], [], [], {}
        self.tokens, self.states = 0, []

    def read(self, until=None):
        """Read on, to the end or until an event that `until` says yes to."""
        for piece in self._pieces:
            for event in self._decoder.feed(piece):
                data = json.loads(event.data)
                if event.event == "token":
                    self._hear(data)
                else:
                    self.ids.append(int(event.id))
                    self.events.append((event.event, data))
                    self.names.append(event.event)
            if until is not None and until(self):
                return self
        assert until is None, "the stream ended"
        self.answer.close()
        return self

    def _hear(self, token):
        before = self.text.get(token["channel"], "")
        assert token["offset"] <= len(before)
        self.tokens += 1
        self.text[token["channel"]] = before[: token["offset"]] + token["text"]
        self.states.append(dict(self.text))

    @property
    def last(self):
        return self.events[-1][1]

    def leave(self):
        self.answer.close()


def begin(researcher, words="Add the step size.", path="message", headers=None, **more):
    body = {"session_id": researcher.session, **({"message": words} if path == "message" else {}), **more}
    return researcher.client.post(f"/api/chat/{path}", json=body, headers=researcher.headers | EVENTS | (headers or {}))


def follow(researcher, run_id, client=None, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    client = client or researcher.client
    return client.get(f"/api/runs/{run_id}/events", headers=researcher.headers | EVENTS | named)


def some_text(told):
    return bool(told.text.get("document_content"))
