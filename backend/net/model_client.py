"""An HTTP client for one model's server, and its failures as ours.

Connections are not kept: a call takes seconds, a handshake does not, and a connection that the server has closed while
idle would look like a call that was cut.

Loaded on first use only: it imports the HTTP library.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from backend import errors
from backend.kernel import cancellation
from backend.net.transport import Policy, Transport


def model_client(base_url: str) -> httpx2.Client:
    """A client for the server at `base_url`. It follows no redirect: the key belongs to the address in the settings.

    It has no time-outs of its own: the deadline of the call bounds each read and write.
    """
    policy = Policy(operator_url=base_url, environment_proxies=True)
    return httpx2.Client(transport=Transport(policy), follow_redirects=False, trust_env=False, timeout=None)


@contextmanager
def provider_errors(name: str) -> Iterator[None]:
    """Raise the client's failures as ours, under the provider's `name`; Cancelled if the call was to end anyway."""
    try:
        yield
    except httpx2.TimeoutException:
        cancellation.check()
        raise errors.ProviderTimeout(f"{name} did not answer in time.") from None
    except (httpx2.TransportError, httpx2.DecodingError):
        cancellation.check()
        raise errors.ProviderUnreachable(f"{name} could not be reached or closed the connection.") from None
