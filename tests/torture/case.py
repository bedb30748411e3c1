"""One session that is worked in while its server is killed, and all that has to hold once the server is back."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Mapping
from typing import Any

import httpx2

from tests.torture.rig import Client, Heard, Provider, content_of, said

#: Seconds within which the copy in a store follows after a start; one in the data folder does when it is next used.
FOLLOWS = 20.0
#: Seconds after which another machine takes up what a dead process held, where that one's start did not release it.
FREED = 60.0
PAPER = "# A paper\n\nThe rate is σ.\n\n## Methods\n\nWe measured.\n\n## Results\n\nNone yet.\n"
EDITED = PAPER.replace("None yet.", "Some, at last.")


class Case:
    """What was asked for and acknowledged in a session; `check` holds the server to it."""

    def __init__(self, client: Client, provider: Provider, published: Callable[[str], bytes]) -> None:
        """`published` reads the published copy of a session's document."""
        self._client, self._provider, self._published = client, provider, published
        #: whom the work is asked of that is cut off
        self.asked = client
        self.session = client.call("POST", "/api/sessions", {}, 201)["id"]
        self.path = f"/api/sessions/{self.session}"
        self.revision = self._put(PAPER, 0)["revision"]
        self.base = PAPER
        #: message ids and what they say; numbers of revisions and their text
        self.messages: dict[str, str] = {}
        self.revisions: dict[int, str] = {0: "", 1: PAPER}
        self.heard = Heard()
        self.mark = self.key = self.kind = ""
        self.streamed = False
        #: the answer of a plain request that came in time
        self.answer: dict[str, Any] | None = None
        #: what was wrong with what came before the kill
        self.trouble: AssertionError | None = None

    # --- what is asked for ----------------------------------------------------------------------

    def prepare(self) -> None:
        """Content that waits for a decision."""
        made = self._ask(_mark("ask"))
        self._keep(made)

    def aim(self, kind: str, streamed: bool) -> str:
        """What will be killed. Gives the mark under which the provider will know it."""
        self.kind, self.streamed = kind, streamed
        self.mark, self.key = _mark("redo" if kind == "rewrite" else "ask"), os.urandom(8).hex()
        return self.mark

    def act(self) -> None:
        """Do it, as far as the server lives."""
        try:
            self._act()
        except httpx2.TransportError:
            return  # that is the point
        except AssertionError as error:
            self.trouble = error

    def _act(self) -> None:
        if self.streamed:
            self.asked.listen("POST", self._route, self._body, self.heard, Idempotency_Key=self.key)
        elif self.kind == "edit":
            self.answer = self._put(EDITED, self.revision, self.asked)
        else:
            self.answer = self.asked.call("POST", self._route, self._body, Idempotency_Key=self.key)

    @property
    def _route(self) -> str:
        return f"/api/chat/{self.kind}"

    @property
    def _body(self) -> Mapping[str, str]:
        words = f"Please add it at the end of the document: {self.mark}."
        more = {"message": {"message": words}, "rewrite": {"instruction": f"Shorter, {self.mark}."}}
        return {"session_id": self.session, **more.get(self.kind, {})}

    def _put(self, text: str, revision: int, client: Client | None = None) -> dict[str, Any]:
        path = f"{self.path}/document"
        return (client or self._client).call("PUT", path, {"content": text}, If_Match=f'"{revision}"')

    def _ask(self, mark: str) -> dict[str, Any]:
        body = {"session_id": self.session, "message": f"Please add it at the end of the document: {mark}."}
        return self._client.call("POST", "/api/chat/message", body)

    def _keep(self, answer: Mapping[str, Any]) -> None:
        """An answer that was acknowledged."""
        self.messages[answer["message_id"]] = answer["response"]

    # --- what has to hold -----------------------------------------------------------------------

    def check(self, draw: random.Random, restarted: bool) -> str:
        """Everything; gives in a word what had become of the work when the server was back."""
        if self.trouble is not None:
            raise self.trouble
        if restarted:
            self._check_file()
        runs = [self._follow(each) for each in self._runs()]
        assert not self.heard.run_id or self.heard.run_id in [each["id"] for each in runs], "the run is lost"
        fate = self._fate()
        again = getattr(self, f"_again_{self.kind}", self._again_decision)
        again(draw, fate)
        if self.kind in ("message", "rewrite"):
            self._approve()
        self._keep(self._ask(_mark("ask")))  # the session is free
        self.recheck()
        return fate

    def _runs(self) -> list[dict[str, Any]]:
        return self._client.call("GET", f"/api/runs?session_id={self.session}&limit=100&order=asc")["items"]

    def _follow(self, run: Mapping[str, Any]) -> dict[str, Any]:
        """The run to its end, from where the client had been, and from the start: nothing missing, nothing twice."""
        path, known = f"/api/runs/{run['id']}/events", Heard()
        if run["id"] == self.heard.run_id:
            known = self.heard
        before = list(known.events)
        if not known.ended:
            self._client.listen("GET", path, None, known, Last_Event_ID=str(known.last))
        assert known.ended, f"the stream of a {run['kind']} ended without an end: {known.events}"
        assert [number for number, *_ in known.events] == list(range(1, known.last + 1)), known.events
        whole = self._client.listen("GET", path)
        assert whole.events == known.events and whole.events[: len(before)] == before
        stored = self._client.call("GET", f"/api/runs/{run['id']}")
        assert stored["status"] != "running" and (stored["status"] == "succeeded") == (known.final is not None)
        final = known.final
        if final is not None and "response" in final:
            for each in (known, whole):
                assert each.text == {"message": final["response"], "document_content": final["document_content"]}
        return stored

    def _fate(self) -> str:
        runs = [each for each in self._runs() if each["kind"] == self.kind]
        if self.kind == "edit" or not runs or (self.kind == "message" and self._user_messages(self.mark) == 0):
            assert not self.heard.events and (self.answer is None or self.kind == "edit")
            return "unheard"
        run = self._client.call("GET", f"/api/runs/{runs[-1]['id']}")
        phases = [data.get("phase") for _, name, data in self._client.listen(
            "GET", f"/api/runs/{run['id']}/events").events if name == "phase"]  # fmt: skip
        calls = self._provider.calls[self.mark]
        assert calls <= 1, f"the provider was asked {calls} times"
        if run["status"] == "succeeded" and self.kind in ("message", "rewrite"):
            assert calls == 1
        return "resumed" if "resuming" in phases and run["status"] == "succeeded" else run["status"]

    def _user_messages(self, mark: str) -> int:
        return sum(each["role"] == "user" and mark in each["content"] for each in self._messages())

    def _messages(self) -> list[dict[str, Any]]:
        return self._client.call("GET", f"{self.path}/messages?limit=100")["items"]

    # --- the same request again -----------------------------------------------------------------

    def _again_message(self, draw: random.Random, fate: str) -> None:
        before, runs = self._provider.calls[self.mark], self._runs()
        made = self._once_more(draw)
        done = fate in ("succeeded", "resumed")
        assert self._provider.calls[self.mark] == before + (not done), "the same request cost twice"
        for known in (self.heard.final, self.answer):
            assert known is None or known["message_id"] == made["message_id"], "another answer to the same request"
        assert self._user_messages(self.mark) == 1, "the message is not there once"
        assert len(self._runs()) == len(runs) + (not done)
        number = self._provider.calls[self.mark]
        assert made["response"] == said(self.mark, number)["message"]
        assert made["document_content"] == content_of(self.mark, number)
        self._keep(made)

    _again_rewrite = _again_message

    def _once_more(self, draw: random.Random) -> dict[str, Any]:
        if draw.random() < 0.5:
            return self._once_free()
        heard = self._client.listen("POST", self._route, self._body, Idempotency_Key=self.key)
        until = time.monotonic() + FREED
        while heard.final is None and time.monotonic() < until:
            time.sleep(0.1)
            heard = self._client.listen("POST", self._route, self._body, Idempotency_Key=self.key)
        assert heard.final is not None, (heard.status, heard.problem, heard.events[-1:])
        return heard.final

    def _once_free(self) -> dict[str, Any]:
        """The same request again, as soon as nobody is taken to be answering it any more."""
        until = time.monotonic() + FREED
        while True:
            try:
                return self._client.call("POST", self._route, self._body, Idempotency_Key=self.key)
            except AssertionError:
                if time.monotonic() >= until:
                    raise
            time.sleep(0.1)

    def _again_decision(self, draw: random.Random, fate: str) -> None:
        """Approve or reject again: the same answer, and nothing is done twice."""
        made = self._once_free()
        assert self.answer is None or made == self.answer
        if self.kind == "approve":
            self._approved(made)
        else:
            assert made["status"] == "rejected"

    def _again_edit(self, draw: random.Random, fate: str) -> None:
        found = self._client.call("GET", f"{self.path}/document")
        if self.answer is not None:
            assert found["revision"] == self.answer["revision"] == self.revision + 1
        if found["revision"] == self.revision:
            found = self._put(EDITED, self.revision)
        assert (found["revision"], found["content"]) == (self.revision + 1, EDITED)
        self.revision, self.base = found["revision"], EDITED
        self.revisions[found["revision"]] = EDITED

    def _approve(self) -> None:
        waiting = self._client.call("GET", f"/api/chat/pending?session_id={self.session}")["pending"]
        made = self._client.call("POST", "/api/chat/approve", {"session_id": self.session})
        assert made["pending_content_id"] == waiting["pending_content_id"]
        self._approved(made)

    def _approved(self, made: Mapping[str, Any]) -> None:
        assert made["revision"] == self.revision + 1, "one approval, one revision"
        content = [line for line in made["document"].splitlines() if line.startswith("The text for ")]
        assert len(content) == 1, "placed twice, or not at all"
        self.revision = made["revision"]
        self.revisions[made["revision"]] = made["document"]

    # --- all that was acknowledged --------------------------------------------------------------

    def recheck(self) -> None:
        """Now and at the end of all: every message, revision and run is there, and doc.md is what the database says."""
        found = {each["id"]: each for each in self._messages()}
        for message_id, words in self.messages.items():
            assert found[message_id]["content"] == words, "a message is lost"
        runs = self._runs()
        done = [each for each in runs if each["kind"] in ("message", "rewrite") and each["status"] == "succeeded"]
        answers = [each["id"] for each in found.values() if each["role"] == "assistant"]
        assert sorted(each["message_id"] for each in done) == sorted(answers), "an answer without a run, or the reverse"
        assert not [each for each in runs if each["status"] == "running"], "a run goes on for ever"
        assert self._client.call("GET", f"{self.path}/usage")["stage1"]["calls"] == len(answers), "charged wrongly"
        numbers = self._client.call("GET", f"{self.path}/document/revisions?limit=100&order=asc")["items"]
        assert [each["revision"] for each in numbers] == list(range(self.revision + 1)), "a revision is lost"
        for number, text in self.revisions.items():
            stored = self._client.call("GET", f"{self.path}/document/revisions/{number}")["content"]
            assert stored == text, "a revision is another than was told"
        self._check_file()

    def _check_file(self) -> None:
        document = self._client.call("GET", f"{self.path}/document/revisions?limit=1")["items"][0]
        stored = self._client.call("GET", f"{self.path}/document/revisions/{document['revision']}")["content"]
        until = time.monotonic() + FOLLOWS
        while self._published(self.session) != stored.encode():
            assert time.monotonic() < until, "doc.md is not what the database says"
            time.sleep(0.1)


def _mark(kind: str) -> str:
    return f"{kind}-{os.urandom(5).hex()}"
