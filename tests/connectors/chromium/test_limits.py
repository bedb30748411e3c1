"""What pages do to stay, and the browser's end."""

from __future__ import annotations

import tempfile
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
from tests.connectors.chromium.visiting import SECONDS, WRITE, html, json
from tests.connectors.web import HangUp, Reply

pytestmark = pytest.mark.skipif(Browser().program is None, reason="no Chromium is installed")


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
