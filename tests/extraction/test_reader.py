"""Pages fetched and read at once: whatever happens to one, the others are read, by the deadline."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import pytest

from backend.cancellation import Cancellation, obeying
from backend.extraction import reader
from backend.extraction.reader import PageReader
from backend.extraction.sandbox import can_read
from backend.searching import Failure
from tests.extraction.documents import PAGE, pdf

needs_libraries = pytest.mark.skipif(not (can_read("html") and can_read("pdf")), reason="no `web` extra")


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
def test_what_hangs_is_not_waited_for() -> None:
    over = threading.Event()

    def fetch(url: str, seconds: float) -> Page | Failure:
        if "hangs" in url:
            over.wait(20)
        return Page("text/plain", b"Here.")

    read = PageReader(fetch).read(["https://hangs.example/", "https://b.example/"], seconds=1.0)
    over.set()
    assert read["https://b.example/"] == "Here."
    assert read["https://hangs.example/"] == Failure("pages", "https://hangs.example/ was not read in time")


@needs_libraries
def test_it_stops_when_that_is_wanted() -> None:
    wish, over = Cancellation(), threading.Event()

    def fetch(url: str, seconds: float) -> Page:
        wish.cancel()
        over.wait(20)
        return Page("text/plain", b"Too late.")

    with obeying(wish):
        read = PageReader(fetch).read(["https://a.example/"], seconds=30)
    over.set()
    assert isinstance(read["https://a.example/"], Failure)


def test_without_the_libraries_it_says_so_and_fetches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "can_read", lambda kind: False)
    read = PageReader(lambda url, seconds: pytest.fail("fetched")).read(["https://a.example/"], seconds=1)
    failure = read["https://a.example/"]
    assert isinstance(failure, Failure)
    assert "coscribe[web]" in failure.reason
