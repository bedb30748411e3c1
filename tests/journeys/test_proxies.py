"""The proxies of docs/operating.md before real sockets: their example is run as it is printed, but for its addresses.

A test is skipped where the proxy is not installed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from flask import Flask, Response, request

from tests.live import serving
from tests.ports import free_port
from tests.waiting import PATIENCE

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")


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


@contextmanager
def _running(command: list[str], url: str) -> Iterator[str]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert process.poll() is None, "the proxy refused its configuration"
            try:
                if httpx2.get(f"{url}/who", trust_env=False).status_code == 200:
                    break
            except httpx2.TransportError:
                time.sleep(0.05)
        yield url
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def behind() -> Iterator[tuple[Behind, str]]:
    made = Behind()
    with serving(made.app) as address:
        yield made, address.removeprefix("http://")


@pytest.fixture(params=["caddy", "nginx"])
def proxy(request: pytest.FixtureRequest, tmp_path: Path, behind: tuple[Behind, str]) -> Iterator[str]:
    name, address, port = request.param, behind[1], free_port()
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"there is no {name} on this machine")
    if name == "caddy":
        (example,) = re.findall(r"```\n(coscribe\.example\.org \{.*?)```", GUIDE, re.DOTALL)
        example = example.replace("coscribe.example.org", f"http://127.0.0.1:{port}", 1)
        config = "{\n    admin off\n}\n" + example.replace("127.0.0.1:8000 127.0.0.1:8001", address)
        command = [program, "run", "--adapter", "caddyfile", "--config", str(tmp_path / "config")]
    else:
        (example,) = re.findall(r"```nginx\n(.*?)```", GUIDE, re.DOTALL)
        example = example.replace("server 127.0.0.1:8000;", f"server {address};")
        example = example.replace("server 127.0.0.1:8001;", f"server 127.0.0.1:{free_port()};")
        example = example.replace("listen 8080;", f"listen 127.0.0.1:{port};")
        bounds = "daemon off; master_process off; pid pid; error_log stderr; events {}\n"
        config = f"{bounds}http {{ access_log off;\n{example}\n}}\n"
        command = [program, "-p", str(tmp_path), "-c", str(tmp_path / "config")]
    (tmp_path / "config").write_text(config)
    with _running(command, f"http://127.0.0.1:{port}") as url:
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
