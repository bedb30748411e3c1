"""Search services and pages of the web: asked only where the operator has set them up."""

from __future__ import annotations

import json

import pytest

from backend.connectors.chromium import Browser
from backend.connectors.connector import Service
from backend.connectors.web import Web
from backend.kernel.search_requests import Failure, Filters, SearchCall
from backend.net.http import Answer
from tests.connectors.web import Reply
from tests.connectors.web import Web as Server


@pytest.fixture
def server():
    with Server() as made:
        yield made


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
        (None, "is not configured"),
        (Browser("/bin/true"), "did not start, crashed, or took more memory than it may"),
        (Browser("/nowhere/chromium"), "did not start, crashed, or took more memory than it may"),
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
