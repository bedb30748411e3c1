"""Create OpenAI's client library on our own transport, without retries, and convert its errors.

Import this module only when needed: it imports the library.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import openai

from backend import errors
from backend.kernel import cancellation
from backend.net.model_client import model_client, provider_errors

#: Local servers want no key, but the client wants one.
NO_KEY = "none"


def openai_client(base_url: str, api_key: str) -> openai.OpenAI:
    """Return a client for the server at `base_url`. It retries nothing."""
    client = openai.OpenAI(
        base_url=base_url, api_key=api_key or NO_KEY, max_retries=0, http_client=model_client(base_url)
    )
    # The client takes these from the environment; they belong to OpenAI, not to every server.
    client.organization = client.project = None
    return client


@contextmanager
def connection_errors(name: str) -> Iterator[None]:
    """Raise a failed connection as our error, under the provider's `name`; statuses stay openai.APIStatusError."""
    try:
        with provider_errors(name):
            yield
    except openai.APITimeoutError:
        cancellation.check()
        raise errors.ProviderTimeout(f"{name} did not answer in time.") from None
    except openai.APIConnectionError:
        cancellation.check()
        raise errors.ProviderUnreachable(f"{name} could not be reached or closed the connection.") from None
