"""The client of a model's server: host names, failures, and a server that does not read."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import httpx2
import pytest

from backend import errors
from backend.kernel.cancellation import Cancellation, obeying
from backend.net import deadline
from backend.net.model_client import model_client, provider_errors
from tests.deadlines import LITTLE
from tests.sonar_stand_in import SonarStandIn
from tests.waiting import NEVER, PATIENCE


def test_a_name_is_looked_up(sonar: SonarStandIn) -> None:
    url = sonar.url.replace("127.0.0.1", "localhost")
    with model_client(url) as client:
        assert client.post(f"{url}/nowhere", json={}).status_code == 401


def test_a_look_up_that_hangs_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    late: list[bool] = []

    def wait(*_: object, **__: object) -> list[object]:
        late.append(not over.wait(PATIENCE))
        return []

    monkeypatch.setattr(socket, "getaddrinfo", wait)
    with (
        model_client("http://slow.example") as client,
        deadline.limit(0.2),
        pytest.raises(httpx2.ConnectTimeout),
    ):
        client.get("http://slow.example/")
    assert late == [], "it is still being looked up"
    over.set()


@pytest.mark.parametrize("error", [socket.gaierror("no such host"), UnicodeError("label too long")])
def test_a_name_that_does_not_exist(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with model_client("http://nowhere.example") as client, pytest.raises(httpx2.ConnectError):
        client.get("http://nowhere.example/")


def test_a_large_request_to_a_server_that_does_not_read() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"

        def body() -> Iterator[bytes]:
            bound.expires = time.monotonic() + LITTLE  # the connection is made, and the head is written
            yield b"x" * 50_000_000

        with model_client(url) as client, deadline.limit(NEVER) as bound, pytest.raises(httpx2.WriteTimeout):
            client.post(url, content=body())


@pytest.mark.parametrize(
    ("failure", "error", "words"),
    [
        (httpx2.ReadTimeout("secret"), errors.ProviderTimeout, "sonar did not answer in time"),
        (httpx2.ConnectError("secret"), errors.ProviderUnreachable, "sonar could not be reached"),
        (httpx2.DecodingError("secret"), errors.ProviderUnreachable, "closed the connection"),
    ],
)
def test_failures_are_ours(failure: Exception, error: type[errors.ProviderError], words: str) -> None:
    with pytest.raises(error, match=words) as raised, provider_errors("sonar"):
        raise failure
    assert "secret" not in raised.value.detail
    wish = Cancellation()
    wish.cancel()
    with obeying(wish), pytest.raises(errors.Cancelled), provider_errors("sonar"):
        raise failure
