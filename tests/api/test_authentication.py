"""Every endpoint asks for a token unless it says that it doesn't."""

from __future__ import annotations

import time
from hashlib import sha256

import jwt
import pytest

from backend.api import authentication
from backend.api.authentication import CLOCKS_APART
from backend.kernel.cache import Cache
from tests.api.conftest import Client

PUBLIC = {
    "auth.register", "auth.login", "health.healthz", "health.readyz", "health.metrics",
    "docs.openapi_json", "docs.docs", "docs.start", "docs.older_json", "docs.asset", "page.index", "page.favicon",
    "page.static_file",
}  # fmt: skip


def test_what_is_open_is_on_this_list(app):
    by_access = {}
    for endpoint, view in app.view_functions.items():
        by_access.setdefault(getattr(view, "access", "token"), set()).add(endpoint)
    assert by_access["public"] == PUBLIC and by_access["refresh"] == {"auth.refresh"}
    assert by_access["either"] == {"auth.logout"}
    assert len(by_access["token"]) > 20


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_schemes_name_has_no_case(somebody, scheme):
    told = {"Authorization": f"{scheme} {somebody.access}"}
    assert somebody.http.get("/api/auth/me", headers=told).status_code == 200
    assert somebody.http.get("/api/auth/me", headers={"Authorization": f"{scheme} x"}).status_code == 401


def test_a_token_that_was_right_before_is_refused_once_its_family_ended(somebody):
    told = {"Authorization": f"Bearer {somebody.access}"}
    assert [somebody.http.get("/api/auth/me", headers=told).status_code for _ in range(2)] == [200, 200]
    assert somebody.call("POST", "/api/auth/logout").status_code == 204
    assert somebody.http.get("/api/auth/me", headers=told).status_code == 401


def test_a_token_that_was_right_before_is_refused_once_its_time_is_over(somebody):
    now = int(time.time())
    claims = jwt.decode(somebody.access, options={"verify_signature": False}) | {"exp": now - CLOCKS_APART - 60}
    made = jwt.encode(claims, somebody.app.config["JWT_SECRET_KEY"], "HS256")
    somebody.app.extensions[authentication._SEEN].keep(sha256(made.encode()).digest(), claims)
    assert somebody.http.get("/api/auth/me", headers={"Authorization": f"Bearer {made}"}).status_code == 401


def test_only_the_very_token_that_was_right_before_is_taken_and_only_as_a_bearer(somebody):
    def asked(header: str) -> int:
        return somebody.http.get("/api/auth/me", headers={"Authorization": header}).status_code

    assert asked(f"Bearer {somebody.access}") == 200
    head, body, signature = somebody.access.split(".")
    turned = signature[:-2] + ("AA" if signature[-2:] != "AA" else "BB")
    for other in (f"Bearer {head}.{body}.{turned}", f"Basic {somebody.access}", f"Bearer {somebody.refresh_token}"):
        assert asked(other) == 401


def test_servers_that_disagree_say_so_to_the_user_and_in_the_log(somebody, caplog):
    def asked(change: dict, key: str) -> str:
        claims = jwt.decode(somebody.access, options={"verify_signature": False}) | change
        headers = {"Authorization": f"Bearer {jwt.encode(claims, key, 'HS256')}"}
        answer = somebody.http.get("/api/auth/me", headers=headers)
        assert answer.status_code == 401
        return answer.get_json()["detail"]

    caplog.set_level("WARNING", authentication.__name__)
    ours, other = somebody.app.config["JWT_SECRET_KEY"], "the key of another server, of 32 bytes or more"
    assert "SECRET_KEY" in asked({}, other) and "SECRET_KEY" in caplog.text
    assert "clocks" in asked({"iat": int(time.time()) + 2 * CLOCKS_APART}, ours) and "clocks" in caplog.text
    caplog.clear()
    forged = ({"family": "\ud800"}, {"family": "a\0"})
    for unknown in ({"family": "unknown"}, {"family": 1}, {"sub": "somebody else"}, *forged):
        assert "SECRET_KEY" not in asked(unknown, other) and not caplog.text


def test_no_more_tokens_are_remembered_than_there_is_room_for(somebody):
    somebody.app.extensions[authentication._SEEN] = Cache(2)
    more = [Client(somebody.app) for _ in range(3)]
    for _ in range(2):
        assert {each.call("GET", "/api/auth/me").status_code for each in (somebody, *more)} == {200}
    assert len(somebody.app.extensions[authentication._SEEN]) == 2
