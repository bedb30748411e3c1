"""The network under the clients: names, proxies and deadlines."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpcore2
import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from backend.errors import Cancelled
from backend.kernel.cancellation import Cancellation, obeying
from backend.net import deadline, model_transport
from tests.sonar_stand_in import SonarStandIn


def test_a_name_is_looked_up(sonar: SonarStandIn) -> None:
    url = sonar.url.replace("127.0.0.1", "localhost")
    with model_transport.http_client(url) as client:
        assert client.post(f"{url}/nowhere", json={}).status_code == 401


def test_a_look_up_that_hangs_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def wait(*_: object, **__: object) -> list[object]:
        over.wait(60)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", wait)
    started = time.monotonic()
    with (
        model_transport.http_client("http://slow.example") as client,
        deadline.limit(0.2),
        pytest.raises(httpx2.ConnectTimeout),
    ):
        client.get("http://slow.example/", timeout=model_transport.bounds())
    over.set()
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("error", [socket.gaierror("no such host"), UnicodeError("label too long")])
def test_a_name_that_does_not_exist(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with model_transport.http_client("http://nowhere.example") as client, pytest.raises(httpx2.ConnectError):
        client.get("http://nowhere.example/")


def test_a_large_request_to_a_server_that_does_not_read() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with model_transport.http_client(url) as client, deadline.limit(2), pytest.raises(httpx2.WriteTimeout):
            client.post(url, content=b"x" * 50_000_000, timeout=model_transport.bounds())


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
    assert isinstance(model_transport._proxy(url), httpcore2.Proxy) is proxied


def test_the_earlier_deadline_counts() -> None:
    assert deadline.current() is None
    with deadline.limit(5) as outer, deadline.limit(50) as inner:
        assert inner is outer
        with deadline.limit(1) as sooner:
            assert sooner.remaining() <= 1
            assert deadline.current() is sooner
        assert deadline.current() is outer
    assert deadline.current() is None


@pytest.mark.parametrize("over_tls", [False, True])
def test_a_read_that_waits_is_woken(over_tls: bool, certificate: ssl.SSLContext) -> None:
    """By nothing but the wish: within its patience of minutes nobody looks."""
    wish = Cancellation()
    with _mute_server(certificate if over_tls else None) as port:
        stream = model_transport._Network().connect_tcp("127.0.0.1", port)
        if over_tls:
            trusting = ssl.create_default_context()
            trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
            stream = stream.start_tls(trusting)
        threading.Timer(0.2, wish.cancel).start()
        started = time.monotonic()
        with obeying(wish), pytest.raises(Cancelled):
            stream.read(100, timeout=300)
        stream.close()
    assert time.monotonic() - started < 60


def test_a_read_ends_with_the_seconds_of_its_wish() -> None:
    with _mute_server(None) as port:
        stream = model_transport._Network().connect_tcp("127.0.0.1", port)
        started = time.monotonic()
        with obeying(Cancellation(seconds=0.2)), pytest.raises(Cancelled):
            stream.read(100, timeout=300)
        stream.close()
    assert time.monotonic() - started < 60


@contextmanager
def _mute_server(context: ssl.SSLContext | None) -> Iterator[int]:
    """One that accepts a connection and says nothing on it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        held: list[socket.socket] = []

        def accept() -> None:
            connection, _ = listener.accept()
            held.append(connection if context is None else context.wrap_socket(connection, server_side=True))

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(10)
        for connection in held:
            connection.close()


@pytest.fixture
def certificate(tmp_path: Path) -> ssl.SSLContext:
    """A server's side of TLS, with a certificate that nobody has signed."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "server.pem").write_bytes(secret + made.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "server.pem")
    return context
