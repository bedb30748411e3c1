"""The proxies of docs/operating.md before real sockets: their example is run as it is printed, but for its addresses.

A test is skipped where the proxy is not installed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from flask import Flask, Response, request

from tests import proxies
from tests.live import serving
from tests.ports import free_port
from tests.waiting import PATIENCE


class Behind:
    """What stands behind the proxy: it says who asks, takes bodies, and streams one word when told to go on."""

    def __init__(self) -> None:
        self.app, self.go_on = Flask("behind"), threading.Event()
        for path, answer in (
            ("/readyz", lambda: "ready"),
            ("/who", lambda: {"for": request.headers.get("X-Forwarded-For"), "host": request.host}),
            ("/take", lambda: {"bytes": len(request.get_data())}),
            ("/stream", lambda: Response(self._words(), content_type="text/event-stream")),
        ):
            self.app.add_url_rule(path, path, answer, methods=["GET", "POST"])

    def _words(self) -> Iterator[str]:
        yield "data: one\n\n"
        self.go_on.wait(PATIENCE)
        yield "data: two\n\n"


@pytest.fixture
def behind() -> Iterator[tuple[Behind, str]]:
    made = Behind()
    with serving(made.app) as address:
        yield made, address.removeprefix("http://")


@pytest.fixture(params=["caddy", "nginx"])
def proxy(request: pytest.FixtureRequest, tmp_path: Path, behind: tuple[Behind, str]) -> Iterator[str]:
    if not proxies.is_installed(request.param):
        pytest.skip(f"there is no {request.param} on this machine")
    with proxies.running(request.param, tmp_path, (behind[1], f"127.0.0.1:{free_port()}")) as url:
        yield url


def test_streams_pass_piece_by_piece_and_the_largest_bodies_whole(proxy: str, behind: tuple[Behind, str]) -> None:
    with httpx2.Client(base_url=proxy, trust_env=False, timeout=PATIENCE) as http:
        told = http.get("/who").json()
        assert told["for"] == "127.0.0.1" and told["host"] == proxy.removeprefix("http://")
        assert http.post("/take", content=bytes(50_000_000)).json() == {"bytes": 50_000_000}
        with http.stream("GET", "/stream") as answer:
            pieces = answer.iter_raw()
            assert next(pieces) == b"data: one\n\n", "before the second word is said"
            behind[0].go_on.set()
            assert b"".join(pieces) == b"data: two\n\n"


def test_a_server_that_is_stopped_costs_no_request(proxy: str) -> None:
    with httpx2.Client(base_url=proxy, trust_env=False, timeout=PATIENCE) as http:
        taken = [http.post("/take", content=b"four").status_code for _ in range(6)]
        asked = [http.get("/who").status_code for _ in range(6)]
    assert taken + asked == [200] * 12, "nginx asks the other server where one refuses the connection"
