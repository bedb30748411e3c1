"""Rate limits: who is counted, what the refusal says, and that workers count together."""

from __future__ import annotations

import contextlib
import socket

import pytest

from backend.api.errors import PROBLEM_TYPE
from tests.api.conftest import Client


def login(http, address="127.0.0.1", **headers):
    body = {"email": "nobody@example.org", "password": "0123456789"}
    return http.post("/api/auth/login", json=body, headers=headers, environ_base={"REMOTE_ADDR": address})


def test_an_address_that_guesses_is_held_off_and_told_how_long(make):
    http = make(AUTH_RATE_LIMIT="3/hour").test_client()
    assert [login(http).status_code for _ in range(4)] == [401, 401, 401, 429]
    refused = login(http)
    assert refused.content_type == PROBLEM_TYPE and refused.json["status"] == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600
    assert login(http, "10.0.0.9").status_code == 401, "another address is free"
    assert http.get("/healthz").status_code == 200 and http.get("/openapi.json").status_code == 200
    assert login(http, **{"X-Forwarded-For": "10.0.0.8"}).status_code == 429, "an untrusted header moves nothing"


def test_a_user_is_counted_wherever_they_come_from(make):
    app = make(RATE_LIMIT="4/hour")
    user, other = Client(app), Client(app)
    seen = [
        user.call("GET", "/api/sessions", environ_base={"REMOTE_ADDR": f"10.0.0.{n}"}).status_code for n in range(5)
    ]
    assert seen == [200, 200, 200, 200, 429]
    assert other.call("GET", "/api/sessions").status_code == 200
    assert user.http.get("/readyz").status_code == 200


def test_two_workers_count_together(make):
    one, two = (make(AUTH_RATE_LIMIT="4/hour").test_client() for _ in range(2))
    assert [login(http).status_code for http in (one, two, one, two, one, two)] == [401] * 4 + [429] * 2


@pytest.mark.parametrize(("proxies", "status"), [("1", 401), ("0", 429)])
def test_behind_trusted_proxies_the_address_is_the_one_they_name(make, proxies, status):
    http = make(AUTH_RATE_LIMIT="2/hour", TRUSTED_PROXIES=proxies).test_client()
    for _ in range(2):
        login(http, **{"X-Forwarded-For": "203.0.113.1"})
    assert login(http, **{"X-Forwarded-For": "203.0.113.2"}).status_code == status


def test_while_the_counter_is_away_each_process_counts_by_itself(make, tmp_path):
    one, two = (make(AUTH_RATE_LIMIT="2/hour") for _ in range(2))
    file = tmp_path / "data" / "counters.sqlite3"
    file.unlink(missing_ok=True)
    file.mkdir()
    for app in (one, two):
        assert [login(app.test_client()).status_code for _ in range(3)] == [401, 401, 429]


def test_a_redis_that_never_answers_holds_nobody_up(make):
    """No call waits for it twice, and a wait is short. With the client's own patience, three calls took 20 s."""
    with socket.create_server(("127.0.0.1", 0)) as mute:
        app = make(AUTH_RATE_LIMIT="2/hour", REDIS_URL=f"redis://127.0.0.1:{mute.getsockname()[1]}/0", EXECUTOR="huey")
        assert [login(app.test_client()).status_code for _ in range(3)] == [401, 401, 429]
        assert connections(mute) == 1


def connections(server):
    """How many clients have connected to a server that takes none of them."""
    server.setblocking(False)
    found = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            server.accept()[0].close()
            found += 1
    return found
