"""A client that is created at its first use."""

from __future__ import annotations

from backend.providers.lazy_client import LazyClient


def test_one_client_serves_all_calls_until_it_is_closed() -> None:
    client = LazyClient("http://127.0.0.1:9/v1", "")
    client.close()  # nothing to close yet
    first = client.get()
    assert client.get() is first
    client.close()
    assert client.get() is not first
    client.close()
