"""Pages fetched and read at once: whatever happens to one, the others are read, by the deadline."""

from __future__ import annotations

import concurrent.futures
import math
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from backend.errors import Cancelled
from backend.extraction import page_reader
from backend.extraction.page_reader import PageReader
from backend.extraction.sandbox import Sandbox, can_read
from backend.kernel.cancellation import Cancellation, obeying, pause
from backend.kernel.search_requests import Failure
from tests.extraction.documents import PAGE, pdf
from tests.waiting import PATIENCE

needs_libraries = pytest.mark.skipif(not (can_read("html") and can_read("pdf")), reason="no `web` extra")


@pytest.fixture(scope="module")
def _worker() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def one_worker(_worker: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all readers share a worker: each would load the libraries anew, which takes a second."""
    monkeypatch.setattr(page_reader, "Sandbox", lambda: nullcontext(_worker))


@dataclass(frozen=True)
class Page:
    media_type: str
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


PAGES: dict[str, Page | Failure] = {
    "https://a.example/": Page("text/html", PAGE.encode()),
    "https://b.example/x.pdf": Page("application/pdf", pdf("A paper.")),
    "https://c.example/x": Page("", pdf("Unlabelled.")),
    "https://d.example/": Page("text/plain", b"As it is."),
    "https://e.example/": Failure("pages", "refused the connection"),
    "https://f.example/": Page("text/html", b"<html></html>"),
}


@needs_libraries
def test_each_page_is_read_or_its_failure_named() -> None:
    read = PageReader(lambda url, seconds: PAGES[url]).read([*PAGES, "https://a.example/"], seconds=30)
    assert list(read) == list(PAGES)
    assert "two percent" in str(read["https://a.example/"])
    assert read["https://b.example/x.pdf"] == "A paper."
    assert read["https://c.example/x"] == "Unlabelled."
    assert read["https://d.example/"] == "As it is."
    assert read["https://e.example/"] == Failure("pages", "https://e.example/ refused the connection")
    assert read["https://f.example/"] == Failure("pages", "https://f.example/ has no readable text")


@needs_libraries
def test_what_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def fetch(url: str, seconds: float) -> Page | Failure:
        if "hangs" in url:
            over.wait(PATIENCE)
        return Page("text/plain", b"Here.")

    clock = [0.0]

    def wait(futures: Any, seconds: float, until: str) -> Any:
        ended = concurrent.futures.wait(futures, PATIENCE, until)
        clock[0] += 5  # the deadline passes as soon as the other page has been read
        return ended

    monkeypatch.setattr(page_reader, "wait", wait)
    monkeypatch.setattr(page_reader, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    read = PageReader(fetch).read(["https://hangs.example/", "https://b.example/"], seconds=5)
    over.set()
    assert read["https://b.example/"] == "Here."
    assert read["https://hangs.example/"] == Failure("pages", "https://hangs.example/ was not read in time")


@needs_libraries
def test_it_stops_when_that_is_wanted() -> None:
    wish, over = Cancellation(), threading.Event()

    def fetch(url: str, seconds: float) -> Page:
        wish.cancel()
        over.wait(PATIENCE)
        return Page("text/plain", b"Too late.")

    with obeying(wish):
        read = PageReader(fetch).read(["https://a.example/"], seconds=30)
    over.set()
    assert isinstance(read["https://a.example/"], Failure)


def test_without_the_libraries_it_says_so_and_fetches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_reader, "can_read", lambda kind: False)
    read = PageReader(lambda url, seconds: pytest.fail("fetched")).read(["https://a.example/"], seconds=1)
    failure = read["https://a.example/"]
    assert isinstance(failure, Failure)
    assert "pip install -e '.[web]'" in failure.reason


APP = Page("text/html", b"<html><body><div id=root></div><SCRIPT src=app.js></SCRIPT></body></html>")
SHELL = "<html><body><p>Please wait while the article is being loaded for you.</p><script>load()</script></body></html>"


def read_with(show: page_reader.Show | None, page: Page, seconds: float = 60) -> str | Failure:
    return PageReader(lambda url, left: page, show).read(["https://a.example/"], seconds=seconds)["https://a.example/"]


@needs_libraries
@pytest.mark.usefixtures("one_worker")
def test_a_page_that_is_empty_without_a_browser_is_read_with_one() -> None:
    asked: list[tuple[Page, float]] = []

    def show(page: Page, seconds: float) -> Page:
        asked.append((page, seconds))
        return Page("text/html", PAGE.encode())

    assert "two percent" in str(read_with(show, APP))
    assert "two percent" in str(read_with(show, Page("text/html", SHELL.encode())))
    assert asked[0][0] == APP and 0 < asked[0][1] <= 60 - page_reader.READ_SECONDS


@needs_libraries
@pytest.mark.usefixtures("one_worker")
@pytest.mark.parametrize(
    "page",
    [
        Page("text/html", PAGE.replace("</body>", "<script></script></body>").encode()),
        Page("text/html", b"<html><p>Short, and no more.</p></html>"),
        Page("text/html", b"<html></html>"),
        Page("text/plain", b"<script>"),
        Page("application/pdf", pdf("A <script> in a paper.")),
    ],
    ids=["an article", "short", "empty", "text", "pdf"],
)
def test_no_other_page_is(page: Page) -> None:
    assert "<script" in str(page.body) or len(page.body) < 100
    without = read_with(None, page)
    assert read_with(lambda *_: pytest.fail("shown"), page) == without


@needs_libraries
@pytest.mark.usefixtures("one_worker")
def test_why_a_browser_did_not_help_is_told() -> None:
    words = "https://a.example/ has no readable text"
    assert read_with(None, APP) == Failure("pages", words)
    away = read_with(lambda *_: Failure("pages", "is not installed here"), APP)
    assert away == Failure("pages", f"{words} without a browser, which is not installed here")
    assert read_with(lambda page, _: page, APP) == Failure(
        "pages", f"{words} without a browser, which shows no text, either"
    )


@needs_libraries
@pytest.mark.usefixtures("one_worker")
@pytest.mark.parametrize("shown", [Failure("pages", "broke down"), Page("text/html", b"<p>Go."), APP])
def test_the_little_that_a_page_says_is_kept_where_a_browser_says_less(shown: Page | Failure) -> None:
    assert "being loaded" in str(read_with(lambda *_: shown, Page("text/html", SHELL.encode())))


@needs_libraries
@pytest.mark.usefixtures("one_worker")
def test_nobody_goes_on_showing_a_page_that_is_waited_for_no_more() -> None:
    stopped, wish = threading.Event(), Cancellation()

    def show(page: Page, seconds: float) -> Page:
        wish.cancel()  # nobody waits any more from the moment that the page is being shown
        try:
            pause(math.inf)
        except Cancelled:
            stopped.set()
            raise
        return page

    with obeying(wish):
        read = read_with(show, APP)
    assert read == Failure("pages", "https://a.example/ was not read in time")
    assert stopped.wait(PATIENCE)
