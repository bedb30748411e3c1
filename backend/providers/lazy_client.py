"""Create the client for a model's server at its first use, because its module imports the HTTP library."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backend.net.model_client import ModelClient


class LazyClient:
    """A client for the model at `url`, with the key `api_key` ("" if there is none). Several threads may use it at the
    same time.
    """

    def __init__(self, url: str, api_key: str) -> None:
        self._url, self._api_key = url, api_key
        self._client: ModelClient | None = None
        self._lock = threading.Lock()

    def get(self) -> ModelClient:
        """Return the client. Creates it if there is none."""
        from backend.net.model_client import ModelClient

        with self._lock:
            if self._client is None:
                self._client = ModelClient(self._url, self._api_key)
            return self._client

    def close(self) -> None:
        """Close the client's connections. The next `get` creates a new client."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()
