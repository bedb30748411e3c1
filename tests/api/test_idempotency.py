"""The same request sent twice is done once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from backend.errors import ProviderTimeout
from tests.api.conftest import Client
from tests.waiting import PATIENCE

KEY = {"Idempotency-Key": "once"}


@pytest.fixture
def user(both):
    return Client(both)


def send(user, body, key="once"):
    return user.call("POST", "/api/chat/message", body, headers={"Idempotency-Key": key})


def count(user, session):
    return len(user.call("GET", f"/api/sessions/{session}/messages").json["items"])


def test_the_same_key_and_body_answer_again_and_another_body_is_refused(user):
    session = user.session()
    body = {"session_id": session, "message": "Hello."}
    first, second = send(user, body), send(user, body)
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.data == first.data and second.headers["X-Run-Id"] == first.headers["X-Run-Id"]
    assert "Idempotency-Replayed" in second.headers and count(user, session) == 2
    other = send(user, body | {"message": "Goodbye."})
    assert other.status_code == 422 and set(other.json["errors"]) == {"Idempotency-Key"}
    elsewhere = user.call("POST", "/api/chat/reject", body, headers=KEY)
    assert elsewhere.status_code == 422, "the same key at another address is another request"
    assert send(user, body, "twice").data != first.data and count(user, session) == 4
    assert send(Client(user.app), body).status_code == 404, "keys are each user's own"


def test_a_refusal_of_fields_is_kept_and_other_failures_run_again(user):
    session = user.session()
    bad = {"session_id": session, "message": ""}
    first, second = send(user, bad), send(user, bad)
    assert first.status_code == 422 and second.data == first.data and "Idempotency-Replayed" in second.headers
    nothing = {"session_id": session}
    for _ in range(2):
        answer = user.call("POST", "/api/chat/approve", nothing, headers={"Idempotency-Key": "a"})
        assert answer.status_code == 409 and "Idempotency-Replayed" not in answer.headers


class Failing:
    """A writer that fails at first."""

    def __init__(self, inner):
        self.inner, self.calls = inner, 0
        self.name, self.model, self.searches = inner.name, inner.model, inner.searches

    def complete(self, request, emit, listen=None):
        self.calls += 1
        if self.calls == 1:
            raise ProviderTimeout("The provider did not answer in time.")
        return self.inner.complete(request, emit, listen)


def test_after_a_failure_the_same_key_runs_again_and_reuses_the_stored_message(user):
    ports = user.app.extensions["coscribe"]
    user.app.extensions["coscribe"] = replace(ports, writer=Failing(ports.writer))
    session = user.session()
    body = {"session_id": session, "message": "Hello."}
    assert send(user, body).status_code == 504 and count(user, session) == 1
    assert send(user, body).status_code == 200 and count(user, session) == 2


class Waiting(Failing):
    """A writer that holds its first call until it is let go."""

    def __init__(self, inner):
        super().__init__(inner)
        self.reached, self.go = threading.Event(), threading.Event()

    def complete(self, request, emit, listen=None):
        self.reached.set()
        assert self.go.wait(PATIENCE)
        return self.inner.complete(request, emit, listen)


def test_still_running_is_409_with_the_key_and_without(user):
    ports = user.app.extensions["coscribe"]
    writer = Waiting(ports.writer)
    user.app.extensions["coscribe"] = replace(ports, writer=writer)
    session = user.session()
    body = {"session_id": session, "message": "Hello."}
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(send, user, body)
        assert writer.reached.wait(PATIENCE)
        headers = {"Authorization": f"Bearer {user.access}"}
        other = user.app.test_client()
        same_key = other.post("/api/chat/message", json=body, headers=headers | KEY)
        no_key = other.post("/api/chat/message", json=body, headers=headers)
        writer.go.set()
        first = running.result()
    assert (same_key.status_code, no_key.status_code, first.status_code) == (409, 409, 200)
    assert no_key.json["run_id"] == first.json["meta"]["run_id"]
    assert send(user, body).data == first.data


@pytest.mark.parametrize("key", ["", "x" * 256, "a\tb", "ü"])
def test_odd_keys_are_refused(somebody, key):
    answer = send(somebody, {"session_id": somebody.session(), "message": "Hello."}, key)
    assert answer.status_code == 422 and set(answer.json["errors"]) == {"Idempotency-Key"}
