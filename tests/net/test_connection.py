"""Reads that wait are woken, over plain TCP and over TLS, and connections that come too late are closed."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpcore2
import pytest

from backend.errors import AddressRefused, Cancelled
from backend.kernel.cancellation import Cancellation, obeying
from backend.net import connection, deadline
from backend.net.connection import Network
from backend.net.name_lookup import NameLookup
from backend.net.side_thread import start as _start
from tests.ports import free_port
from tests.waiting import PATIENCE


@pytest.mark.parametrize("over_tls", [False, True])
def test_a_read_that_waits_is_woken(over_tls: bool, certificate: ssl.SSLContext) -> None:
    """By nothing but the wish: within its patience of minutes nobody looks."""
    wish = Cancellation()
    with _mute_server(certificate if over_tls else None) as port:
        stream = Network(NameLookup(), public_only=False).connect_tcp("127.0.0.1", port)
        if over_tls:
            trusting = ssl.create_default_context()
            trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
            stream = stream.start_tls(trusting)
        threading.Timer(0.2, wish.cancel).start()
        with obeying(wish), pytest.raises(Cancelled):
            stream.read(100, timeout=300)
        stream.close()


def test_a_read_ends_with_the_seconds_of_its_wish() -> None:
    with _mute_server(None) as port:
        stream = Network(NameLookup(), public_only=False).connect_tcp("127.0.0.1", port)
        with obeying(Cancellation(seconds=0.2)), pytest.raises(Cancelled):
            stream.read(100, timeout=300)
        stream.close()


def test_a_deadline_that_has_passed_ends_reads_and_writes() -> None:
    with _mute_server(None) as port:
        stream = Network(NameLookup(), public_only=False).connect_tcp("127.0.0.1", port)
        with deadline.limit(0):
            with pytest.raises(httpcore2.ReadTimeout, match="deadline"):
                stream.read(100)
            with pytest.raises(httpcore2.WriteTimeout, match="deadline"):
                stream.write(b"x")
        stream.close()


def test_a_private_address_is_refused_before_a_connection_is_made() -> None:
    with _mute_server(None) as port, pytest.raises(AddressRefused, match="loopback"):
        try:
            Network(NameLookup(), public_only=True).connect_tcp("127.0.0.1", port)
        finally:
            Network(NameLookup(), public_only=False).connect_tcp("127.0.0.1", port).close()


def test_a_connection_that_comes_too_late_is_closed() -> None:
    go, closed = threading.Event(), threading.Event()

    class Late(httpcore2.NetworkStream):
        def close(self) -> None:
            closed.set()

    def connect() -> httpcore2.NetworkStream:
        go.wait(PATIENCE)
        return Late()

    with pytest.raises(httpcore2.ConnectTimeout):
        connection._opened(connect, 0.01)
    go.set()
    assert closed.wait(PATIENCE)


def test_opening_a_connection_is_given_up_when_the_call_is_cancelled() -> None:
    go, wish = threading.Event(), Cancellation()
    threading.Timer(0.1, wish.cancel).start()
    with obeying(wish), pytest.raises(Cancelled):
        connection._opened(lambda: go.wait(PATIENCE) and httpcore2.NetworkStream(), 50)  # type: ignore[arg-type,return-value]
    go.set()


@pytest.mark.parametrize(("host", "threads"), [("127.0.0.1", 0), ("local.example", 1)])
def test_only_a_connection_that_may_not_be_answered_at_once_takes_a_thread(host, threads, monkeypatch) -> None:
    started = []
    monkeypatch.setattr(connection.side_thread, "start", lambda *given: started.append(given) or _start(*given))
    with _mute_server(None) as port:
        Network(NameLookup(lambda host, port: ["127.0.0.1"]), public_only=False).connect_tcp(host, port).close()
    assert len(started) == threads


def test_a_loopback_port_that_nobody_listens_at_is_refused() -> None:
    with pytest.raises(httpcore2.ConnectError):
        Network(NameLookup(), public_only=False).connect_tcp("127.0.0.1", free_port())


def test_a_connection_made_while_its_network_closes_is_closed() -> None:
    resolving, go = threading.Event(), threading.Event()

    def resolver(host: str, port: int) -> list[str]:
        resolving.set()
        assert go.wait(PATIENCE)
        return ["127.0.0.1"]

    network = Network(NameLookup(resolver), public_only=False)
    with _mute_server(None) as port, ThreadPoolExecutor() as threads:
        call = threads.submit(network.connect_tcp, "late.example", port)
        assert resolving.wait(PATIENCE)
        network.close()
        go.set()
        with pytest.raises(httpcore2.ConnectError, match="the client was closed"):
            call.result(PATIENCE)


@pytest.mark.parametrize("over_tls", [False, True])
def test_a_network_closes_what_it_has_opened(over_tls: bool, certificate: ssl.SSLContext) -> None:
    network = Network(NameLookup(), public_only=False)
    with _mute_server(certificate if over_tls else None) as port, ThreadPoolExecutor() as threads:
        stream = network.connect_tcp("127.0.0.1", port)
        if over_tls:
            trusting = ssl.create_default_context()
            trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
            stream = stream.start_tls(trusting)
        waiting = threads.submit(stream.read, 100, 300)
        network.close()
        assert waiting.exception(PATIENCE) or waiting.result() == b""
        assert stream.get_extra_info("socket").fileno() == -1


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
        thread.join(PATIENCE)
        for connection in held:
            connection.close()
