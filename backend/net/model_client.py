"""Create the HTTP client for a model's server, and convert its errors.

Connections are not reused: a call takes seconds and a handshake does not, and a connection that the server has closed
while idle would look like an interrupted call.

Import this module only when needed: it imports the HTTP library.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from backend import errors
from backend.kernel import cancellation
from backend.net.transport import Policy, Transport


def model_client(base_url: str) -> httpx2.Client:
    """Return a client for the server at `base_url`. It follows no redirect, because the key belongs to the configured
    address.

    It has no time-outs of its own: the deadline of the call limits each read and write.
    """
    policy = Policy(operator_url=base_url, environment_proxies=True)
    return httpx2.Client(transport=Transport(policy), follow_redirects=False, trust_env=False, timeout=None)


@contextmanager
def provider_errors(name: str) -> Iterator[None]:
    """Convert the client's errors, under the provider's `name`; raises Cancelled if the call was cancelled."""
    try:
        yield
    except httpx2.TimeoutException:
        cancellation.check()
        raise errors.ProviderTimeout(f"{name} did not answer in time.") from None
    except (httpx2.TransportError, httpx2.DecodingError):
        cancellation.check()
        raise errors.ProviderUnreachable(f"{name} could not be reached or closed the connection.") from None
