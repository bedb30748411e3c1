"""A real Chromium shows pages of a real server on loopback. What it must not reach listens, and hears nothing."""

from __future__ import annotations

import os
import select
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from backend.connectors import chromium as module
from backend.connectors.browser import browser_process, page_visit
from backend.connectors.chromium import Browser
from backend.connectors.web import Web
from backend.errors import Cancelled, ProviderTimeout, ProviderUnreachable
from backend.extraction.page_reader import PageReader
from backend.extraction.sandbox import can_read
from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation
from backend.kernel.search_requests import Failure
from backend.net import address_guard
from backend.net.http import Answer, Http
from tests.connectors.web import HangUp, Reply
from tests.connectors.web import Web as Server

#: Long enough for a slow machine; no test waits for it unless its page does.
SECONDS = 60.0
#: This one stands for what is private: pages come from 127.0.0.1.
PRIVATE = "127.0.0.2"

pytestmark = pytest.mark.skipif(Browser().program is None, reason="no Chromium is installed")


def works() -> str:
    """Why a browser can't be started here in its sandbox, if it can't: in some containers the kernel forbids that."""
    page = Answer("http://127.0.0.1/", "text/html", "utf-8", b"<p>Here.")
    http = Http()
    try:
        Browser().show(http, page, SECONDS)
    except ProviderUnreachable as error:
        return error.detail
    finally:
        http.close()
    return ""


@pytest.fixture(scope="module", autouse=True)
def _sandboxed() -> None:
    if why := works():
        pytest.skip(f"a Chromium is installed, but in this place it {why}")


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SECONDS", SECONDS)
    monkeypatch.setattr(page_visit, "QUIET_SECONDS", 0.8)


@pytest.fixture
def _more_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """For pages that wait by themselves: a slow machine may let them wait longer."""
    monkeypatch.setattr(page_visit, "QUIET_SECONDS", 4.0)


@pytest.fixture(autouse=True)
def _on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """127.0.0.1 is public, everything else is as it is."""
    refusal = address_guard.refusal
    monkeypatch.setattr(address_guard, "refusal", lambda address: None if address == "127.0.0.1" else refusal(address))


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as made:
        yield made


@pytest.fixture
def http() -> Iterator[Http]:
    made = Http(version="7")
    yield made
    made.close()


@pytest.fixture
def show(server: Server, http: Http) -> Callable[..., str]:
    """The text of what a browser makes of a page with this body, at /page."""

    def shown(body: str, seconds: float = SECONDS, browser: Browser | None = None) -> str:
        server.on("/page", html(body))
        page = http.page(f"{server.url}/page", seconds=SECONDS)
        return (browser or Browser()).show(http, page, seconds).text

    return shown


def html(body: str) -> Reply:
    return Reply(f"<!doctype html><title>T</title><body>{body}</body>".encode(), type="text/html")


def json(text: str, **headers: str) -> Reply:
    return Reply(f'{{"text": "{text}"}}'.encode(), headers={name.replace("_", "-"): it for name, it in headers.items()})


WRITE = "<p id=out>empty</p><script>const out = text => { document.getElementById('out').textContent = text }</script>"


# --- what is to be read -------------------------------------------------------------------------


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


# --- where it must not get ----------------------------------------------------------------------


class Listener:
    """Hears whoever connects over TCP or sends over UDP, to one port of the private address."""

    def __init__(self) -> None:
        self.tcp = socket.create_server((PRIVATE, 0))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.port = self.tcp.getsockname()[1]
        self.udp.bind((PRIVATE, self.port))

    def heard(self) -> bool:
        return bool(select.select([self.tcp, self.udp], [], [], 0)[0])

    def close(self) -> None:
        self.tcp.close()
        self.udp.close()


@pytest.fixture
def private() -> Iterator[Listener]:
    made = Listener()
    yield made
    made.close()


#: Everything by which a page may try to reach PLACE. `tried` gathers what came of it.
TRIES = """
<link rel=preconnect href=http://PLACE><link rel=dns-prefetch href=http://PLACE><link rel=prefetch href=http://PLACE/1>
<link rel=preload as=fetch href=http://PLACE/2><link rel=modulepreload href=http://PLACE/3>
<link rel=stylesheet href=http://PLACE/4><link rel=icon href=http://PLACE/5><link rel=manifest href=http://PLACE/6>
<style>@import 'http://PLACE/7'; body { background: url(http://PLACE/8) }</style>
<img src=http://PLACE/9><iframe src=http://PLACE/10></iframe><object data=http://PLACE/11></object>
<embed src=http://PLACE/12><video src=http://PLACE/13></video><script src=http://PLACE/14></script>
<iframe srcdoc="<script>fetch('http://PLACE/15', {mode: 'no-cors'})</script>"></iframe>
<iframe sandbox=allow-scripts srcdoc="<script>fetch('http://PLACE/16', {mode: 'no-cors'})</script>"></iframe>
<iframe src="data:text/html,<script>new Image().src = 'http://PLACE/17'</script>"></iframe>
<a id=ping href=#x ping=http://PLACE/18>x</a><a id=load download href=http://PLACE/19>x</a>
<form id=form method=post target=_blank action=http://PLACE/20></form>
<form id=self method=post action=http://PLACE/21></form>
WRITE
<script>
const nothing = () => 'nothing', wait = ms => new Promise(done => setTimeout(done, ms));
const attempt = f => { try { f() } catch (e) { nothing() } };
const got = (url, options) => fetch(url, options).then(() => 'REACHED', nothing);
const socket = url => new Promise(done => {
  const made = new WebSocket(url);
  made.onopen = () => done('OPEN'); made.onclose = () => done('nothing');
});
const work = "fetch('http://PLACE/22', {mode: 'no-cors'}); new WebSocket('ws://PLACE/23')";
const worker = () => URL.createObjectURL(new Blob([work]));
const peer = async () => {
  const made = new RTCPeerConnection({iceServers: [
    {urls: 'stun:PLACE'}, {urls: 'turn:PLACE?transport=tcp', username: 'a', credential: 'b'}]});
  made.createDataChannel('x');
  await made.setLocalDescription(await made.createOffer());
  await wait(500);
  return 'nothing';
};
const transport = async () => {
  await Promise.race([new WebTransport('https://PLACE/24').ready, wait(1000).then(() => { throw 'late' })]);
  return 'OPEN';
};
setInterval(() => fetch('/beat'), 200);  // so that the page does not count as settled
attempt(() => navigator.sendBeacon('http://PLACE/25', 'x'));
attempt(() => open('http://PLACE/26'));
attempt(() => new Worker(worker()));
attempt(() => new SharedWorker(worker()));
attempt(() => navigator.serviceWorker.register('/sw.js'));
attempt(() => new EventSource('http://PLACE/27'));
for (const id of ['ping', 'load']) document.getElementById(id).click();
document.getElementById('form').submit();
Promise.all([
  got('http://PLACE/28'), got('http://PLACE/29', {method: 'POST', body: 'x', mode: 'no-cors'}),
  got('http://PLACE/30', {mode: 'no-cors', keepalive: true}), got('/redirect'), got('http://0x7f000002:PORT/31'),
  socket('ws://PLACE/32'), peer().catch(nothing), transport().catch(nothing),
]).then(async all => {
  document.getElementById('self').submit();
  await wait(200);
  location = 'http://PLACE/33';
  await wait(200);
  location = '/done?' + all.join();
});
</script>
"""


@pytest.mark.usefixtures("_more_patient")
@pytest.mark.parametrize("network", ["none", "shared"])
def test_nothing_private_is_reached(show, server, private, network):
    """By itself the browser reaches nobody, whether it has a network or not; through us only the public."""
    place = f"{PRIVATE}:{private.port}"
    body = TRIES.replace("WRITE", WRITE).replace("PLACE", place).replace("PORT", str(private.port))
    server.on("/redirect", Reply(status=302, headers={"Location": f"http://{place}/34"}))
    server.on("/sw.js", Reply(f"fetch('http://{place}/35')".encode(), type="text/javascript"))
    server.on("/done", html("<p>It tried them all.</p>"))
    assert "It tried them all." in show(body, browser=Browser(network=network))
    assert not private.heard()
    assert {each.headers["user-agent"] for each in server.requests} == {"Coscribe/7"}
    done = "/done?" + ",".join(["nothing"] * 8)
    assert {each.path for each in server.requests} == {"/page", "/redirect", "/beat", done}


def test_the_listener_would_hear(private):
    socket.create_connection((PRIVATE, private.port)).close()
    assert private.heard()


def test_it_has_no_network_and_is_nobody_and_in_its_sandbox(show):
    """As seen in /proc while a page is open."""
    seen: dict[str, str] = {}
    over = threading.Event()

    def look() -> None:
        while not over.wait(0.02):
            for path in Path("/proc").glob("[0-9]*"):
                try:
                    if b"--type=renderer" in (path / "cmdline").read_bytes() and ours(path):
                        status = (path / "status").read_text()
                        seen["network"] = os.readlink(path / "ns/net")
                        seen["filter"] = status.partition("Seccomp:\t")[2].partition("\n")[0]
                        seen["user"] = status.partition("Uid:\t")[2].partition("\t")[0]
                except OSError:
                    continue

    watcher = threading.Thread(target=look)
    watcher.start()
    show(WRITE + "<script>setTimeout(() => out('x'), 100)</script>")
    over.set()
    watcher.join()
    assert seen["filter"] == "2"
    assert seen["user"] == str(browser_process.NOBODY if os.geteuid() == 0 else os.geteuid())
    assert seen["network"] != os.readlink("/proc/self/ns/net")


def test_it_does_without_its_sandbox_where_the_operator_says_so(show):
    assert "written" in show("<script>document.body.textContent = 'written'</script>", browser=Browser(sandbox=False))


def ours(path: Path) -> bool:
    """Whether that process descends from this one."""
    while path.name not in ("0", "1"):
        if path.name == str(os.getpid()):
            return True
        path = path.with_name((path / "stat").read_text().rpartition(")")[2].split()[1])
    return False


# --- what pages do to stay ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "script",
    ["for (;;);", "setInterval(() => { for (;;); }, 1)", "(function f() { Promise.resolve().then(f) })()"],
    ids=["at once", "again and again", "in small steps"],
)
def test_a_script_without_end_is_stopped_and_what_was_there_is_read(show, script):
    assert "before it" in show(WRITE + f"<script>out('before it'); {script}</script>")


def test_it_ends_in_time_whatever_goes_on(show, server):
    """A page that asks for more again and again never settles."""
    server.on("/more", json("more"))
    text = show(
        WRITE + "<script>let n = 0; (function f() { out('round ' + n++); fetch('/more').finally(f) })()</script>", 8
    )
    assert "round " in text
    assert len([each for each in server.requests if each.path == "/more"]) <= page_visit.REQUESTS


def test_dialogs_are_dismissed(show):
    script = (
        "alert(1); const said = [confirm('2'), prompt('3')]; addEventListener('beforeunload', e => e.preventDefault())"
    )
    assert "said false," in show(WRITE + f"<script>{script}; out('said ' + said.join())</script>")


@pytest.mark.usefixtures("_more_patient")
def test_nothing_is_downloaded(show, server):
    server.on("/file", Reply(b"x" * 1000, type="application/zip", headers={"Content-Disposition": "attachment"}))
    text = show(
        WRITE
        + "<a id=blob download=a.bin>x</a><script>blob.href = URL.createObjectURL(new Blob(['x']));"
        + "blob.click(); location = '/file'; setTimeout(() => out('still here'), 200)</script>"
    )
    assert "still here" in text


@pytest.mark.parametrize(
    ("limit", "value", "path"), [("REQUESTS", 3, "/small"), ("PART_BYTES", 500, "/big"), ("ALL_BYTES", 900, "/big")]
)
def test_there_are_limits(show, server, monkeypatch, limit, value, path):
    monkeypatch.setattr(page_visit, limit, value)
    server.on("/small", json("x"))
    server.on("/big", json("x" * 600))
    text = show(
        WRITE
        + "<script>(async () => { let n = 0; for (let i = 0; i < 9; i++)"
        + f"await fetch('{path}').then(() => n++, () => 0); out('got ' + n) }})()</script>"
    )
    assert {"REQUESTS": "got 2", "PART_BYTES": "got 0", "ALL_BYTES": "got 2"}[limit] in text


def test_a_page_that_writes_without_end_is_cut(show, monkeypatch):
    monkeypatch.setattr(page_visit, "_TAKE", page_visit._TAKE.replace(str(page_visit.CHARACTERS), "1000"))
    assert len(show("<script>document.body.textContent = 'long '.repeat(100000)</script>")) == 1000


def test_one_that_takes_all_the_memory_is_ended(show, monkeypatch, tmp_path):
    small = tmp_path / "browser_process.py"
    source = Path(browser_process.__file__).read_text()
    assert "MEMORY, FILE, CPU_SECONDS = 1_000_000_000," in source
    small.write_text(source.replace("= 1_000_000_000,", "= 300_000_000,"))
    monkeypatch.setattr("backend.connectors.browser.devtools._BROWSER_PROCESS", small)
    hog = "const all = []; setInterval(() => { for (let i = 0; i < 4; i++) all.push(new Uint8Array(1e7).fill(7)) }, 10)"
    with pytest.raises(ProviderUnreachable, match="took more memory than it may"):
        show(f"<script>{hog}</script>")


def test_servers_that_fail_or_hang_do_not_keep_it(show, server):
    server.on("/gone", HangUp())
    server.on("/slow", Reply(delay=120))
    text = show(WRITE + "<script>fetch('/gone').catch(() => out('failed')); fetch('/slow')</script>", 12)
    assert "failed" in text


# --- its end ------------------------------------------------------------------------------------


def test_nothing_of_it_is_left(show, monkeypatch):
    made: list[str] = []
    make = tempfile.mkdtemp
    monkeypatch.setattr(tempfile, "mkdtemp", lambda **told: made.append(make(**told)) or made[-1])
    show("<script>document.body.textContent = 'x'</script>")
    (profile,) = made
    assert not Path(profile).exists()
    assert not [path for path in Path("/proc").glob("[0-9]*/cmdline") if profile in says(path)]


def says(path: Path) -> str:
    try:
        return path.read_bytes().decode(errors="replace")
    except OSError:  # it has ended meanwhile
        return ""


def test_it_stops_when_that_is_wanted(show, server):
    wish = Cancellation()

    def asked(seen: object) -> Reply:
        wish.cancel()
        return Reply(delay=120)

    server.on("/slow", asked)
    with cancellation.obeying(wish), pytest.raises(Cancelled):
        show("<script>fetch('/slow')</script>")


def test_only_so_many_run_at_once(show, monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE", 1)
    browser = Browser()
    assert browser._free.acquire(blocking=False)
    with pytest.raises(ProviderTimeout, match="had no time left"):
        show("<script></script>", 2.2, browser)
    browser._free.release()
    assert "there" in show("<script>document.body.textContent = 'there'</script>", browser=browser)
    assert browser._free.acquire(blocking=False)


@pytest.mark.parametrize("program", ["/bin/true", "/bin/cat", "/nowhere/chromium"])
def test_what_is_no_browser_is_told(show, program):
    """/bin/cat says back what it is told, and then nothing."""
    with pytest.raises((ProviderUnreachable, ProviderTimeout)):
        show("<script></script>", 3, Browser(program))


@pytest.mark.skipif(not can_read("html"), reason="no `web` extra")
def test_a_page_of_the_web_is_read_through_it(server):
    said = "The wind over the city fell by two percent in each of the summers in which we measured it."
    server.on("/", html("<div id=root></div><script src=app.js></script>"))
    write = f"root.innerHTML = '<article><h1>Wind</h1>' + '<p>{said}</p>'.repeat(3) + '</article>'"
    server.on("/app.js", Reply(write.encode(), type="text/javascript"))
    web = Web([], browser=Browser())
    read = PageReader(web.fetch, web.show).read([server.url, f"{server.url}/#again"], seconds=SECONDS)
    without = PageReader(web.fetch).read([server.url], seconds=SECONDS)[server.url]
    web.close()
    assert [said in str(text) for text in read.values()] == [True, True]
    assert isinstance(without, Failure) and without.reason == f"{server.url} has no readable text"
