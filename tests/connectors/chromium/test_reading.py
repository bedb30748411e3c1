"""What a browser reads of a page."""

from __future__ import annotations

import pytest

from backend.connectors.chromium import Browser
from tests.connectors.chromium.visiting import SECONDS, WRITE, html, json
from tests.connectors.web import Reply
from tests.connectors.web import Web as Server

pytestmark = pytest.mark.skipif(Browser().program is None, reason="no Chromium is installed")


def test_text_that_a_script_writes(show, server):
    server.on(
        "/app.js", Reply("document.body.innerHTML = '<h1>Sommerwind über Köln</h1>'".encode(), type="text/javascript")
    )
    assert "<h1>Sommerwind über Köln</h1>" in show("<div></div><script src=app.js></script>")
    assert [each.path for each in server.requests] == ["/page", "/app.js"]


@pytest.mark.usefixtures("_more_patient")
def test_text_that_a_script_fetches_after_a_while(show, server):
    server.on("/data", json("from the server"))
    text = show(
        WRITE + "<script>setTimeout(async () => out((await (await fetch('/data?q=1')).json()).text), 50)</script>"
    )
    assert "from the server" in text
    assert [each.path for each in server.requests] == ["/page", "/data?q=1"]
    assert {each.headers["user-agent"] for each in server.requests} == {"Coscribe/7"}
    assert not any("cookie" in each.headers for each in server.requests)


def test_a_style_sheet_is_waited_for_by_some_and_fetched_by_none(show, server):
    text = show(
        WRITE + "<link rel=stylesheet href=a.css onload=\"out('styled')\"><img src=a.png><video src=a.mp4></video>"
    )
    assert "styled" in text and [each.path for each in server.requests] == ["/page"]


def test_the_address_keeps_its_fragment(show, server, http):
    server.on("/page", html(WRITE + "<script>out('at ' + location.hash)</script>"))
    page = http.page(f"{server.url}/page#/tides", seconds=SECONDS)
    assert "at #/tides" in Browser().show(http, page, SECONDS).text


def test_a_page_that_moves_on_is_followed(show, server):
    server.on("/next", Reply(status=302, headers={"Location": "/last"}))
    server.on("/last", html("<p>Arrived.</p>"))
    assert "Arrived." in show("<script>location = '/next'</script>")


def test_the_encoding_of_the_page_is_kept(server, http):
    server.on("/page", Reply("<p id=a>é</p><script>a.textContent += 'è'</script>".encode("cp1252"), type="text/html"))
    page = http.page(f"{server.url}/page", seconds=SECONDS)
    assert "éè" in Browser().show(http, page, SECONDS).text


def test_one_site_reads_of_another_what_that_one_allows(show, server):
    """Else a page could read what only this server's address may, such as a journal's articles."""
    with Server() as other:
        other.on("/open", json("open", Access_Control_Allow_Origin="*"))
        other.on("/closed", json("closed"))
        server.on("/round", Reply(status=302, headers={"Location": f"{other.url}/closed"}))
        text = show(
            WRITE
            + "<script>const read = url => fetch(url).then(r => r.text(), e => 'nothing');"
            + f"Promise.all(['{other.url}/open', '{other.url}/closed', '/round'].map(read))"
            + ".then(all => out(all.join()))"
            + "</script>"
        )
        assert '{"text": "open"},nothing,nothing' in text
        assert {each.headers.get("origin") for each in other.requests} <= {server.url, "null"}
