"""The client for compatible servers: nobody's environment, no retries, and failures of the connection in our words."""

from __future__ import annotations

import httpx2
import openai
import pytest

from backend import errors
from backend.providers.openai_client import NO_KEY, connection_errors, openai_client

REQUEST = httpx2.Request("POST", "http://127.0.0.1:1/v1")


def test_it_takes_nothing_from_the_environment_and_retries_nothing(monkeypatch: pytest.MonkeyPatch):
    for name in ("OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_API_KEY"):
        monkeypatch.setenv(name, "theirs")
    with openai_client("http://127.0.0.1:1/v1", "ours") as client:
        assert (client.organization, client.project, client.max_retries, client.api_key) == (None, None, 0, "ours")
        assert str(client.base_url) == "http://127.0.0.1:1/v1/"
    with openai_client("http://127.0.0.1:1/v1", "") as keyless:
        assert keyless.api_key == NO_KEY


@pytest.mark.parametrize(
    ("error", "ours"),
    [
        (openai.APITimeoutError(request=REQUEST), errors.ProviderTimeout),
        (openai.APIConnectionError(request=REQUEST), errors.ProviderUnreachable),
    ],
)
def test_a_connection_that_fails_is_ours_to_tell(error: Exception, ours: type[errors.ProviderError]):
    with pytest.raises(ours, match="stand-in"), connection_errors("stand-in"):
        raise error


def test_a_status_stays_the_librarys():
    response = httpx2.Response(400, request=REQUEST)
    with pytest.raises(openai.BadRequestError), connection_errors("stand-in"):
        raise openai.BadRequestError("no", response=response, body=None)
