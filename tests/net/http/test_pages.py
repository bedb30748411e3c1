"""Pages, single hops and resolvers."""

from __future__ import annotations

import threading

import pytest

from backend.errors import (
    Cancelled,
    CoscribeError,
    ProviderMisanswered,
    ProviderTimeout,
    ProviderUnreachable,
)
from backend.kernel.cancellation import Cancellation, obeying
from backend.kernel.search_requests import Failure
from backend.net.http import Http, attempted
from backend.net.request import Request
from tests.connectors.web import Reply, Web
from tests.waiting import PATIENCE, until


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        ("naïve".encode(), "text/html; charset=utf-8", "naïve"),
        ("naïve".encode("latin-1"), 'text/html; charset="ISO-8859-1"', "naïve"),
        ("naïve".encode("cp1252"), "text/plain", "naïve"),
        ("naïve".encode(), "text/plain", "naïve"),
        ("naïve".encode("utf-16"), "text/plain", "naïve"),
        (b'<meta charset="shift_jis">' + "日本".encode("shift_jis"), "text/html", '<meta charset="shift_jis">日本'),
        ("naïve".encode(), "text/plain; charset=no-such", "naïve"),
        ("naïve".encode(), "text/plain; charset=base64", "naïve"),
        (b"\xef\xbb\xbfhere", "text/plain; charset=latin-1", "here"),
    ],
)
def test_text(web: Web, http: Http, anywhere: None, body, kind, text):
    web.on("/x", Reply(body, type=kind))
    assert http.page(f"{web.url}/x", seconds=PATIENCE).text == text


def test_a_large_page_is_cut(web: Web, http: Http, anywhere: None):
    web.on("/x", Reply("ä".encode() * 100_000, type="text/html"))
    answer = http.page(f"{web.url}/x", seconds=PATIENCE, most_bytes=1001)
    assert answer.cut and len(answer.body) == 1001 and answer.text == "ä" * 500


@pytest.mark.parametrize("kind", ["image/png", "application/zip", "application/octet-stream"])
def test_what_is_no_page(web: Web, http: Http, anywhere: None, kind):
    web.on("/x", Reply(b"x", type=kind))
    with pytest.raises(ProviderMisanswered, match="cannot read"):
        http.page(f"{web.url}/x", seconds=PATIENCE)


def test_a_failure_becomes_part_of_the_result(caplog: pytest.LogCaptureFixture):
    def fail(error: Exception) -> None:
        raise error

    caplog.set_level("WARNING", logger="backend")
    assert attempted("tavily", lambda: 3) == 3
    assert attempted("tavily", lambda: fail(CoscribeError("is away"))) == Failure("tavily", "is away")
    assert attempted("tavily", lambda: fail(ZeroDivisionError("inner words"))).reason.startswith("sent an answer that")
    assert "ZeroDivisionError" in caplog.text, "what nobody expected is recorded"


def test_a_page_that_is_waited_for_is_cancelled(web: Web, http: Http, anywhere: None):
    wish = Cancellation()
    web.on("/x", Reply(delay=60))
    threading.Timer(0.2, wish.cancel).start()
    with obeying(wish), pytest.raises(Cancelled):
        attempted("pages", lambda: http.page(f"{web.url}/x", seconds=60))


def test_a_single_hop_gives_back_whatever_it_was_answered(web: Web, http: Http, anywhere: None):
    web.on("/x", Reply(b"moved", 302, "text/plain", {"Location": "/y"}))
    web.on("/y", Reply(b"x" * 20, 404, "text/plain", {"Access-Control-Allow-Origin": "*"}))
    moved = http.hop(Request(f"{web.url}/x"), "*/*", seconds=PATIENCE, most_bytes=10)
    assert (moved.status, moved.headers["location"], moved.answer.body) == (302, "/y", b"moved")
    gone = http.hop(Request(f"{web.url}/y", headers=(("Origin", "http://a"),)), "*/*", seconds=PATIENCE, most_bytes=10)
    assert (gone.status, gone.answer.cut, gone.headers["access-control-allow-origin"]) == (404, True, "*")
    assert web.requests[-1].headers["origin"] == "http://a"


def test_a_single_hop_goes_nowhere_else(web: Web, http: Http):
    for url in (f"{web.url}/x", "http://169.254.169.254/", "http://me:x@example.org/", "file:///etc/passwd"):
        with pytest.raises(ProviderUnreachable):
            http.hop(Request(url), "*/*", seconds=PATIENCE, most_bytes=10)
    with pytest.raises(ProviderTimeout, match="no time left"):
        http.hop(Request(web.url), "*/*", seconds=0, most_bytes=10)
    assert web.requests == []


def test_a_resolver_that_hangs_holds_one_thread():
    over = threading.Event()
    http = Http(resolver=lambda host, port: (over.wait(PATIENCE), ["127.0.0.1"])[1])

    def ask() -> None:
        with pytest.raises(ProviderTimeout):
            http.page("http://slow.example/", seconds=0.2)

    def hanging() -> list[threading.Thread] | None:
        """The threads that stay behind; None while there is more than one."""
        left = [thread for thread in threading.enumerate() if thread.name == "coscribe-connect"]
        return left if len(left) <= 1 else None

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (left,) = until(hanging)
    assert not over.is_set()
    over.set()
    left.join(PATIENCE)
    http.close()
