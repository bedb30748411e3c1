"""API keys of one's own: made, listed, used at /v1, revoked; nobody else's."""

from __future__ import annotations

import pytest

from tests.api.conftest import Client

PATH = "/api/auth/keys"


@pytest.fixture
def user(make):
    return Client(make())


def test_a_key_is_shown_once_opens_v1_alone_and_ends_when_it_is_revoked(user):
    made = user.call("POST", PATH, {"name": "Notebook"}).json
    (listed,) = user.call("GET", PATH).json["items"]
    assert (listed["name"], listed["used_at"]) == ("Notebook", None) and "key" not in listed
    assert made["key"].startswith(listed["shown"])
    headers = {"Authorization": f"Bearer {made['key']}"}
    assert user.http.get("/v1/models", headers=headers).status_code == 200
    assert user.http.get(PATH, headers=headers).status_code == 401, "a key makes no keys"
    assert user.call("GET", PATH).json["items"][0]["used_at"] is not None
    assert user.call("DELETE", f"{PATH}/{made['id']}").status_code == 204
    assert user.http.get("/v1/models", headers=headers).status_code == 401
    assert user.call("GET", PATH).json["items"] == []
    assert user.call("DELETE", f"{PATH}/{made['id']}").status_code == 404


def test_nobody_elses_key_is_seen_or_revoked(make):
    app = make()
    mine, other = Client(app), Client(app)
    made = mine.call("POST", PATH, {}).json
    assert other.call("GET", PATH).json["items"] == []
    assert other.call("DELETE", f"{PATH}/{made['id']}").status_code == 404
    assert len(mine.call("GET", PATH).json["items"]) == 1


def test_a_name_too_long_and_one_key_too_many_are_refused(user, monkeypatch):
    monkeypatch.setattr("backend.services.api_keys.MOST_KEYS", 1)
    assert user.call("POST", PATH, {"name": "x" * 101}).status_code == 422
    assert user.call("POST", PATH, {"name": "one"}).status_code == 201
    assert user.call("POST", PATH, {"name": "two"}).status_code == 409
