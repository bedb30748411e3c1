"""The network under the clients: names, proxies and deadlines."""

from __future__ import annotations

import socket
import threading
import time

import httpcore2
import httpx2
import pytest

from backend.providers import deadline, transport
from tests.sonar_stand_in import SonarStandIn


def test_a_name_is_looked_up(sonar: SonarStandIn) -> None:
    url = sonar.url.replace("127.0.0.1", "localhost")
    with transport.http_client(url) as client:
        assert client.post(f"{url}/nowhere", json={}).status_code == 401


def test_a_look_up_that_hangs_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def wait(*_: object, **__: object) -> list[object]:
        over.wait(60)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", wait)
    started = time.monotonic()
    with (
        transport.http_client("http://slow.example") as client,
        deadline.limit(0.2),
        pytest.raises(httpx2.ConnectTimeout),
    ):
        client.get("http://slow.example/", timeout=transport.bounds())
    over.set()
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("error", [socket.gaierror("no such host"), UnicodeError("label too long")])
def test_a_name_that_does_not_exist(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with transport.http_client("http://nowhere.example") as client, pytest.raises(httpx2.ConnectError):
        client.get("http://nowhere.example/")


def test_a_large_request_to_a_server_that_does_not_read() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with transport.http_client(url) as client, deadline.limit(0.3), pytest.raises(httpx2.WriteTimeout):
            client.post(url, content=b"x" * 50_000_000, timeout=transport.bounds())


@pytest.mark.parametrize(
    ("url", "proxied"),
    [
        ("https://api.example.org", True),
        ("https://inside.example.com", False),
        ("http://api.example.org", False),
        ("http://localhost:11434", False),
    ],
)
def test_proxy(monkeypatch: pytest.MonkeyPatch, url: str, proxied: bool) -> None:
    for name in ("http_proxy", "https_proxy", "no_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "example.com")
    assert isinstance(transport._proxy(url), httpcore2.Proxy) is proxied


def test_the_earlier_deadline_counts() -> None:
    assert deadline.current() is None
    with deadline.limit(5) as outer, deadline.limit(50) as inner:
        assert inner is outer
        with deadline.limit(1) as sooner:
            assert sooner.remaining() <= 1
            assert deadline.current() is sooner
        assert deadline.current() is outer
    assert deadline.current() is None
