"""The register of DOIs: asked only where the operator has Crossref asked, and honest where it does not know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from backend.connectors.chromium import Browser
from backend.connectors.connector import Service
from backend.connectors.web import Web
from backend.kernel.search_requests import Failure, Filters, SearchCall
from backend.kernel.works import Source
from backend.net.http import Answer
from tests.connectors.web import Reply
from tests.connectors.web import Web as Server

WORK = json.loads((Path(__file__).parent / "payloads/crossref.json").read_bytes())["message"]["items"][0]


@pytest.fixture
def server():
    with Server() as made:
        yield made


def register(server: Server):
    web = Web([Service("crossref", server.url, contact="me@example.org")])
    assert web.register is not None
    return web, web.register


def test_a_doi_is_looked_up(server):
    server.on("/works/10.1234%2Fab%3Cc", Reply(json.dumps({"message": WORK}).encode()))
    web, asked = register(server)
    found = asked.work("10.1234/ab<c", seconds=5)
    web.close()
    assert isinstance(found, Source) and found.title and found.doi
    assert "mailto=me" in server.requests[-1].path


@pytest.mark.parametrize("reply", [Reply(b"{}", status=404), Reply(b'{"message": []}'), Reply(b"no")])
def test_what_it_does_not_know_is_a_failure(server, reply):
    server.on("/works/10.1234%2Fx", reply)
    web, asked = register(server)
    assert isinstance(asked.work("10.1234/x", seconds=5), Failure)
    web.close()


def test_nobody_is_asked_by_default():
    assert Web([]).register is None and Web([Service("wikipedia")]).register is None


def test_the_services_that_are_set_up_are_asked_again_after_a_pause(server):
    server.on("/search", Reply(json.dumps({"results": [{"title": "Tides", "url": "https://a.example"}]}).encode()))
    web = Web([Service("searxng", server.url)])
    assert web.names == ("searxng",)
    for _ in range(2):
        found = web.search_all(SearchCall("tides", Filters(), seconds=20))
        assert [each.title for each in found.lists[0].sources] == ["Tides"] and not found.failures
        web.close()
    web.close()
    assert len(server.requests) == 2


def test_no_page_is_fetched_inside_even_where_a_service_is(server):
    web = Web([Service("searxng", server.url)])
    for url in (f"{server.url}/page", f"http://localhost:{server.port}/", "file:///etc/passwd", "x"):
        failed = web.fetch(url, 5)
        assert isinstance(failed, Failure) and failed.connector == "pages" and failed.reason
    assert not server.requests
    web.close()


@pytest.mark.parametrize(
    ("browser", "reason"),
    [
        (None, "is not used"),
        (Browser("/bin/true"), "did not start, broke down, or took more memory than it may"),
        (Browser("/nowhere/chromium"), "did not start, broke down, or took more memory than it may"),
    ],
)
def test_why_a_page_is_not_shown_by_a_browser_is_told(browser, reason):
    web = Web([], browser=browser)
    page = Answer("http://a.example/", "text/html", "", b"<script>document.write('Shown.')</script>")
    assert web.show(page, 60) == Failure("pages", reason)
    web.close()


def test_where_no_browser_is_installed_that_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    web = Web([], browser=Browser())
    assert web.show(Answer("http://a.example/", "text/html", "", b""), 60) == Failure("pages", "is not installed here")
    web.close()
