"""What comes in and goes out over real sockets on loopback: limits, redirects, broken answers, forbidden places."""

from __future__ import annotations

import gzip
import socket
import threading
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from backend.errors import (
    AddressRefused,
    Cancelled,
    CoscribeError,
    ProviderDeclined,
    ProviderError,
    ProviderKeyRefused,
    ProviderMisanswered,
    ProviderOverLimit,
    ProviderTimeout,
    ProviderUnreachable,
)
from backend.kernel.cancellation import Cancellation, obeying
from backend.kernel.search_requests import Failure
from backend.net import address_guard
from backend.net.http import MOST_BYTES, Http, attempted, retry_after
from backend.net.request import Request
from tests.conftest import OutsideConnection, _real_getaddrinfo
from tests.connectors.web import HangUp, Reply, Web
from tests.net.private_ways import FORMS, ways
from tests.waiting import PATIENCE, until


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as server:
        yield server


@pytest.fixture
def http() -> Iterator[Http]:
    client = Http("me@example.org", version="1.2")
    yield client
    client.close()


@pytest.fixture
def anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loopback is public: for what can only be shown where no address is refused."""
    monkeypatch.setattr(address_guard, "_REFUSED", ())


def numeric(host: str, port: int) -> list[str]:
    """The system's own reading of an address, however it is spelt, without asking anybody."""
    flags = socket.AI_NUMERICHOST
    return [str(entry[4][0]) for entry in _real_getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=flags)]


# --- asking a service ---------------------------------------------------------------------------


def test_it_says_who_it_is_and_keeps_no_cookies(web: Web, http: Http):
    web.on("/x", Reply(b'{"a": 1}', headers={"Set-Cookie": "spy=1; Path=/"}))
    for _ in range(2):
        answer = http.ask(Request(f"{web.url}/x", (("q", "a b&c"),)), own=web.url, seconds=PATIENCE)
    assert answer.body == b'{"a": 1}'
    first, second = web.requests
    assert first.headers["user-agent"] == "Coscribe/1.2 (mailto:me@example.org)"
    assert first.headers["accept"] == "application/json"
    assert first.path in ("/x?q=a+b%26c", "/x?q=a%20b%26c")
    assert "cookie" not in second.headers


def test_json_is_posted(web: Web, http: Http):
    web.on("/x", Reply())
    http.ask(
        Request(f"{web.url}/x", headers=(("Authorization", "Bearer k"),), json={"q": "ü"}),
        own=web.url,
        seconds=PATIENCE,
    )
    (seen,) = web.requests
    assert (seen.method, seen.body.decode(), seen.headers["authorization"]) == ("POST", '{"q":"ü"}', "Bearer k")


def test_connections_are_kept(web: Web, http: Http):
    ports = set()
    web.on("/x", Reply())
    original = web._handle
    web._handle = lambda handler: (ports.add(handler.client_address[1]), original(handler))[1]  # type: ignore[method-assign]
    for _ in range(3):
        http.ask(Request(f"{web.url}/x"), own=web.url, seconds=PATIENCE)
    assert len(ports) == 1


HTML = Reply(b"<html>search</html>", type="text/html; charset=utf-8")
TINY_BOMB = gzip.compress(b"\0" * (MOST_BYTES * 4))


@pytest.mark.parametrize(
    ("reply", "error", "words"),
    [
        (HTML, ProviderMisanswered, "text/html instead of JSON"),
        (Reply(b"x" * (MOST_BYTES + 1)), ProviderMisanswered, "more than 5 MB"),
        (Reply(TINY_BOMB, headers={"Content-Encoding": "gzip"}), ProviderMisanswered, "more than 5 MB"),
        (Reply(b"nonsense", headers={"Content-Encoding": "gzip"}), ProviderMisanswered, "broken compression"),
        (Reply(gzip.compress(b"{}" * 99)[:-9], headers={"Content-Encoding": "gzip"}), ProviderMisanswered, "broke off"),
        (Reply(b"{}", headers={"Content-Encoding": "br"}), ProviderMisanswered, "not asked for"),
        (Reply(b'{"a": ', cut=True), ProviderUnreachable, "closed the connection"),
        (HangUp(), ProviderUnreachable, "closed the connection"),
        (Reply(status=401), ProviderKeyRefused, "answered 401"),
        (Reply(status=403, type="text/html"), ProviderKeyRefused, "answered 403: turn it on"),
        (Reply(status=404), ProviderDeclined, "answered 404"),
        (Reply(status=432), ProviderOverLimit, "over its limit"),
        (Reply(status=500), ProviderMisanswered, "answered 500"),
        (Reply(status=503, headers={"Retry-After": "9"}), ProviderOverLimit, "answered 503"),
        (Reply(status=504), ProviderTimeout, "answered 504"),
        (Reply(delay=30), ProviderTimeout, "within 0.3 s"),
        (Reply(b"{" * 1000, drip=0.05), ProviderTimeout, "within 0.3 s"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)  # fmt: skip
def test_answers_that_are_none(web: Web, http: Http, reply, error, words):
    web.on("/x", reply)
    seconds = 0.3 if "0.3" in words else PATIENCE
    request = Request(f"{web.url}/x", (("api_key", "sk-secret"),))
    with pytest.raises(error, match=words) as caught:
        http.ask(request, own=web.url, seconds=seconds, hints={403: "turn it on"})
    assert "sk-secret" not in str(caught.value) and web.url not in str(caught.value)


@pytest.mark.parametrize("encode", [gzip.compress, zlib.compress, lambda data: zlib.compress(data, wbits=-15)])
def test_compressed_answers(web: Web, http: Http, encode):
    body = b'{"a": "' + b"word " * 50_000 + b'"}'
    name = "gzip" if encode is gzip.compress else "deflate"
    web.on("/x", Reply(encode(body), headers={"Content-Encoding": name}))
    assert http.ask(Request(f"{web.url}/x"), own=web.url, seconds=PATIENCE).body == body


def test_a_kept_connection_that_was_closed_meanwhile(web: Web, http: Http):
    web.on("/x", Reply(), HangUp(), Reply(b"[1]"))
    assert http.ask(Request(f"{web.url}/x"), own=web.url, seconds=PATIENCE).body == b"{}"
    assert http.ask(Request(f"{web.url}/x"), own=web.url, seconds=PATIENCE).body == b"[1]"


def test_what_may_cost_is_not_sent_twice(web: Web, http: Http):
    web.on("/x", HangUp())
    with pytest.raises(ProviderUnreachable):
        http.ask(Request(f"{web.url}/x", json={}), own=web.url, seconds=PATIENCE)
    assert len(web.requests) == 1


def test_nobody_listens(http: Http):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    with pytest.raises(ProviderUnreachable, match="could not be reached"):
        http.ask(Request(url), own=url, seconds=PATIENCE)


@pytest.mark.parametrize("seconds", [0, -1])
def test_no_time_left(web: Web, http: Http, seconds):
    with pytest.raises(ProviderTimeout, match="no time left"):
        http.ask(Request(web.url), own=web.url, seconds=seconds)
    assert web.requests == []


@pytest.mark.parametrize("headers", [(("Authorization", "Bearer a\nb"),), (("Authorization", "Bearer \u2013"),)])
def test_a_key_that_cannot_be_sent(web: Web, http: Http, headers):
    with pytest.raises(ProviderError):
        http.ask(Request(web.url, headers=headers), own=web.url, seconds=PATIENCE)


# --- where it may go ----------------------------------------------------------------------------


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
    with pytest.raises(AddressRefused, match=r"rebind\.example is not on the public internet"):
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


# --- pages --------------------------------------------------------------------------------------


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
    with pytest.raises(ProviderMisanswered, match="not read"):
        http.page(f"{web.url}/x", seconds=PATIENCE)


# --- small things -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "low", "high"),
    [
        ("7", 7, 7),
        ("0", 0, 0),
        (timedelta(hours=1), 3000, 3600),
        (timedelta(hours=-1), 0, 0),
    ],
)
def test_retry_after(said, low, high):
    told = said if isinstance(said, str) else format_datetime(datetime.now(UTC) + said, usegmt=True)
    assert low <= (retry_after({"retry-after": told}) or 0) <= high


@pytest.mark.parametrize("said", ["", "soon", "-1", "1e9", "Mon, 99 Foo 2024"])
def test_retry_after_that_says_nothing(said):
    assert retry_after({"retry-after": said} if said else {}) is None


def test_a_failure_becomes_part_of_the_result(caplog: pytest.LogCaptureFixture):
    def fail(error: Exception) -> None:
        raise error

    caplog.set_level("WARNING", logger="backend")
    assert attempted("tavily", lambda: 3) == 3
    assert attempted("tavily", lambda: fail(CoscribeError("is away"))) == Failure("tavily", "is away")
    assert attempted("tavily", lambda: fail(ZeroDivisionError("inner words"))).reason.startswith("answered with")
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
