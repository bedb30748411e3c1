"""Which connections a request may use, by the policy of its client."""

from __future__ import annotations

import httpx2
import pytest

from backend.errors import AddressRefused
from backend.net.transport import OPERATOR_URL, Policy, Transport
from tests.sonar_stand_in import SonarStandIn


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
    transport = Transport(Policy(operator_url=url, environment_proxies=True))
    assert (transport.pool_for(httpx2.Request("GET", url)) in transport._proxied.values()) is proxied
    transport.close()
    with Transport(Policy(operator_url=url)) as direct:
        assert direct.pool_for(httpx2.Request("GET", url)) is direct._private


@pytest.mark.parametrize(
    ("operator_url", "url", "allowed"),
    [
        ("http://10.0.0.7:8080/v1", "http://10.0.0.7:8080/v1/chat/completions", True),
        ("http://10.0.0.7", "http://10.0.0.7:80/x", True),
        ("http://INSIDE.example/v1", "http://inside.example/v1/x", True),
        ("http://b\u00fccher.example/v1", "http://xn--bcher-kva.example/v1/x", True),
        ("http://me:secret@10.0.0.7/", "http://10.0.0.7/x", True),
        ("http://[fd00::7]:8080/", "http://[fd00::7]:8080/x", True),
        ("http://10.0.0.7:8080/v1", "http://10.0.0.7:8081/v1", False),
        ("http://10.0.0.7:8080/v1", "http://10.0.0.8:8080/v1", False),
        ("http://inside.example", "http://other.inside.example", False),
        ("", "http://10.0.0.7/", False),
        ("searxng", "http://10.0.0.7/", False),
    ],
)
def test_only_the_operators_host_and_port_may_be_private(operator_url: str, url: str, allowed: bool) -> None:
    with Transport(Policy(operator_url)) as transport:
        expected = transport._private if allowed else transport._public
        assert transport.pool_for(httpx2.Request("GET", url)) is expected
    with Transport(Policy()) as transport:
        expected = transport._private if allowed else transport._public
        assert transport.pool_for(httpx2.Request("GET", url, extensions={OPERATOR_URL: operator_url})) is expected
        assert transport.pool_for(httpx2.Request("GET", url)) is transport._public


def test_a_model_server_at_another_private_address_is_refused(sonar: SonarStandIn) -> None:
    """An address that is not the operator's is guarded for the models' clients too."""
    transport = Transport(Policy(operator_url="http://127.0.0.1:9/"))
    with httpx2.Client(transport=transport, trust_env=False) as client, pytest.raises(AddressRefused):
        client.get(sonar.url)
    assert sonar.requests == []
