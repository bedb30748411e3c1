"""Where a request may go."""

from __future__ import annotations

import socket

import pytest

from backend.errors import (
    AddressRefused,
    ProviderMisanswered,
    ProviderUnreachable,
)
from backend.net.http import Http
from backend.net.request import Request
from tests.conftest import OutsideConnection, _real_getaddrinfo
from tests.connectors.web import Reply, Web
from tests.net.private_ways import FORMS, ways
from tests.waiting import PATIENCE


def numeric(host: str, port: int) -> list[str]:
    """The system's own reading of an address, however it is spelt, without asking anybody."""
    flags = socket.AI_NUMERICHOST
    return [str(entry[4][0]) for entry in _real_getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=flags)]


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{port}/x",
        "http://127.1:{port}/x",
        "http://2130706433:{port}/x",
        "http://0x7f000001:{port}/x",
        "http://0177.0.0.1:{port}/x",
        "http://0:{port}/x",
        "http://[::1]:{port}/x",
        "http://[::ffff:127.0.0.1]:{port}/x",
        "http://169.254.169.254/latest/meta-data",
        "http://user:secret@127.0.0.1:{port}/x",
        "http://me@example.org/",
        "file:///etc/passwd",
        "ftp://example.org/",
        "http:///x",
        "gopher://127.0.0.1:{port}/_x",
    ],
)
def test_pages_are_on_the_public_internet(web: Web, url: str):
    http = Http(resolver=numeric)
    with pytest.raises(ProviderUnreachable):
        http.page(url.format(port=web.port), seconds=PATIENCE)
    http.close()
    assert web.requests == []


@pytest.mark.parametrize("form", FORMS)
def test_no_spelling_of_a_private_address_is_reached(web: Web, form: str):
    """The resolver reads each as the system does, and the tests' guard raises where a connection would go outside."""
    http = Http(resolver=numeric)
    for way in ways(web.port, form):
        with pytest.raises(ProviderUnreachable):
            http.page(way, seconds=PATIENCE)
    http.close()
    assert web.requests == []


def test_no_redirect_leads_to_a_private_address(web: Web):
    http = Http(resolver=numeric)
    with Web() as other:
        targets = [way for form in FORMS[:5] for way in ways(other.port, form) if way.isascii() and way.isprintable()]
        for target in targets:
            web.on("/x", Reply(status=302, headers={"Location": target}))
            with pytest.raises(ProviderUnreachable):
                http.ask(Request(f"{web.url}/x"), own=web.url, seconds=PATIENCE)
        assert other.requests == []
    http.close()
    assert len(targets) > 339 and {seen.path for seen in web.requests} == {"/x"}


@pytest.mark.parametrize(
    "addresses", [["127.0.0.1"], ["93.184.216.34", "10.0.0.7"], ["2606:4700::1111", "::ffff:10.0.0.7"]]
)
def test_a_name_that_points_inside_is_refused_whatever_else_it_points_to(addresses):
    http = Http(resolver=lambda host, port: addresses)
    with pytest.raises(AddressRefused, match=r"rebind\.example was not contacted, because its address is not public"):
        http.page("http://rebind.example/", seconds=PATIENCE)
    http.close()


def test_the_address_that_was_checked_is_the_one_connected_to():
    """Resolved once; a second answer would be another one."""
    asked: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["93.184.216.34"] if len(asked) == 1 else ["127.0.0.1"]

    http = Http(resolver=rebinding)
    with pytest.raises(OutsideConnection, match=r"93\.184\.216\.34"):
        http.page("http://rebind.example/", seconds=PATIENCE)
    http.close()
    assert asked == ["rebind.example"]


def test_only_the_operators_own_host_and_port_may_be_private(web: Web, http: Http):
    web.on("/x", Reply())
    own = f"{web.url}/searxng"
    assert http.ask(Request(f"{web.url}/x"), own=own, seconds=PATIENCE)
    for request, setting in (
        (Request(f"{web.url}/x"), ""),
        (Request(f"{web.url}/x"), "http://127.0.0.1:1/"),
        (Request(f"http://localhost:{web.port}/x"), own),
    ):
        with pytest.raises(AddressRefused):
            http.ask(request, own=setting, seconds=PATIENCE)
    with pytest.raises(AddressRefused):
        http.page(f"{web.url}/x", seconds=PATIENCE)  # though a connection to it is open
    assert len(web.requests) == 1


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_the_leave_does_not_extend_to_redirects(web: Web, http: Http, status: int):
    with Web() as other:
        for target in (f"{other.url}/y", f"{web.url}/y", "/y", "http://169.254.169.254/", "file:///etc/passwd"):
            web.on("/x", Reply(status=status, headers={"Location": target}))
            with pytest.raises(AddressRefused):
                http.ask(Request(f"{web.url}/x"), own=web.url, seconds=PATIENCE)
        assert other.requests == []
    assert {seen.path for seen in web.requests} == {"/x"}


def test_redirects_are_followed_five_times(web: Web, http: Http, anywhere: None):
    for step in range(6):
        web.on(f"/{step}", Reply(status=302, headers={"Location": f"/{step + 1}"}))
    web.on("/6", Reply(b"here", type="text/plain"))
    assert http.page(f"{web.url}/1", seconds=PATIENCE).url == f"{web.url}/6"
    with pytest.raises(ProviderMisanswered, match="more than 5 times"):
        http.page(f"{web.url}/0", seconds=PATIENCE)


def test_a_key_stays_with_its_server(web: Web, http: Http, anywhere: None):
    keys = (("Authorization", "Bearer k"), ("x-api-key", "k"))
    with Web() as other:
        other.on("/y", Reply())
        web.on("/x", Reply(status=302, headers={"Location": f"{other.url}/y"}))
        web.on("/same", Reply(status=302, headers={"Location": "/here"}))
        web.on("/here", Reply())
        http.ask(Request(f"{web.url}/x", headers=keys), seconds=PATIENCE)
        http.ask(Request(f"{web.url}/same", headers=keys), seconds=PATIENCE)
        (away,) = other.requests
    assert {"authorization", "x-api-key"} & set(away.headers) == set()
    assert web.requests[-1].headers["authorization"] == "Bearer k"


@pytest.mark.parametrize(
    ("status", "method", "body"), [(307, "POST", b'{"q":1}'), (308, "POST", b'{"q":1}'), (302, "GET", b"")]
)
def test_a_request_with_contents_is_repeated_at_its_own_server_only(
    web: Web, http: Http, anywhere: None, status, method, body
):
    web.on("/x", Reply(status=status, headers={"Location": "/y"}))
    web.on("/y", Reply())
    http.ask(Request(f"{web.url}/x", json={"q": 1}), seconds=PATIENCE)
    assert (web.requests[-1].method, web.requests[-1].body) == (method, body)
    if method == "POST":
        web.on("/x", Reply(status=status, headers={"Location": f"http://localhost:{web.port}/y"}))
        with pytest.raises(ProviderMisanswered, match="to another server"):
            http.ask(Request(f"{web.url}/x", json={"q": 1}), seconds=PATIENCE)


def test_a_login_in_the_operators_address_is_used(web: Web, http: Http):
    web.on("/x", Reply())
    own = f"http://me:secret@127.0.0.1:{web.port}"
    http.ask(Request(f"{own}/x"), own=own, seconds=PATIENCE)
    assert web.requests[0].headers["authorization"] == "Basic bWU6c2VjcmV0"


def test_proxies_of_the_environment_are_used_only_where_wanted(web: Web, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("http_proxy", web.url)
    monkeypatch.delenv("no_proxy", raising=False)
    web.on("http://public.example/x", Reply(b"by proxy", type="text/plain"))

    def nowhere(host: str, port: int) -> list[str]:
        return ["10.0.0.9"] if host == "inside.example" else numeric(host, port)

    plain = Http(resolver=nowhere)
    with pytest.raises(ProviderUnreachable):
        plain.page("http://public.example/x", seconds=PATIENCE)
    plain.close()
    assert web.requests == []
    proxied = Http(resolver=nowhere, proxies_from_environment=True)
    assert proxied.page("http://public.example/x", seconds=PATIENCE).text == "by proxy"
    for url in ("http://10.0.0.1/x", "http://inside.example/x"):
        with pytest.raises(AddressRefused):
            proxied.page(url, seconds=PATIENCE)
    proxied.close()
    assert len(web.requests) == 1
