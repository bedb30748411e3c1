"""What callers of `/v1` send in these tests."""

from __future__ import annotations

import json

from backend.kernel.sse import Decoder
from tests.sonar_stand_in import Answer, Streamed

QUESTION = "What causes coral bleaching?"


ASKED = {"model": "sonar", "messages": [{"role": "user", "content": QUESTION}]}


def complete(user, **more):
    return user.call("POST", "/v1/chat/completions", ASKED | more)


def marked(*places, more=""):
    """An answer that cites the sources at these places of the prompt, and says `more`."""

    class Marked:
        def __call__(self, handler):
            said = handler.recorded.body["messages"][-1]["content"]
            ids = [line[1:12] for line in said.splitlines() if line.startswith("[sx_")]
            if not ids:
                return Answer('{"queries": ["coral bleaching"]}', results=())(handler)
            words = " ".join(f"Point {place} [{ids[place]}]." for place in places) + " Invented [sx_00000000]." + more
            answer = Answer(words, results=())
            streams = handler.recorded.body.get("stream")
            return Streamed(answer, mode="plain", size=5)(handler) if streams else answer(handler)

    return Marked()


def chunks(answer):
    assert answer.status_code == 200 and answer.mimetype == "text/event-stream", answer.text
    *events, last = Decoder().feed(answer.data)
    assert last.data == "[DONE]"
    return [json.loads(each.data) for each in events]


def delta(chunk):
    return chunk["choices"][0]["delta"].get("content", "")
