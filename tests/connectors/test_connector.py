"""The address of a path at a service, and when a service can be asked."""

import pytest

from backend.connectors.connector import Connector, Parsed, Service
from backend.kernel.search_requests import Filters
from backend.net.request import Request

DEFAULT = "https://api.example"


@pytest.mark.parametrize(
    ("base", "path", "address"),
    [
        ("", "/v1/search", "https://api.example/v1/search"),
        ("http://own", "/v1/search", "http://own/v1/search"),
        ("http://own/", "/v1/search", "http://own/v1/search"),
        ("http://own/v1", "/v1/search", "http://own/v1/search"),
        ("http://own/v1/search", "/v1/search", "http://own/v1/search"),
        ("http://own/v1/search/", "/v1/search", "http://own/v1/search"),
        ("http://own/proxy/v1", "/v1/search", "http://own/proxy/v1/search"),
        ("http://own/search", "/v1/search", "http://own/search/v1/search"),
        ("http://v1", "/v1/search", "http://v1/v1/search"),
    ],
)
def test_a_base_url_may_end_with_the_path_or_its_beginning(base: str, path: str, address: str):
    assert Service("x", base).at(DEFAULT, path) == address


@pytest.mark.parametrize(
    ("needs", "service", "configured"),
    [
        ("", Service("x"), True),
        ("url", Service("x"), False),
        ("url", Service("x", key="k"), False),
        ("url", Service("x", "http://own"), True),
        ("key", Service("x"), False),
        ("key", Service("x", key="k"), True),
        ("key", Service("x", "http://own"), True),
    ],
)
def test_what_the_operator_must_have_set(needs, service: Service, configured: bool):
    def request(service: Service, query: str, filters: Filters) -> Request:
        return Request("")

    assert Connector(request, lambda body: Parsed(), needs=needs).is_configured(service) is configured


def test_a_key_is_never_shown():
    assert "secret" not in repr(Service("x", key="secret"))
