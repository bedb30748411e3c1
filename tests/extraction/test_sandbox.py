"""Documents read in a child process: their words come out, and none can take more than it may."""

from __future__ import annotations

import threading

import pytest

from backend.extraction import worker
from backend.extraction.sandbox import Sandbox, Unreadable, can_read
from tests.extraction.documents import PAGE, pdf

pytestmark = pytest.mark.skipif(not (can_read("html") and can_read("pdf")), reason="the `web` extra is not installed")


def test_what_a_page_says_comes_out_and_nothing_around_it() -> None:
    with Sandbox() as sandbox:
        text = sandbox.text("html", PAGE.encode(), 20)
    assert "lose about two percent of their cover each year" in text
    assert "Forty sites were surveyed" in text
    assert not any(noise in text for noise in ("Subscribe", "cookies", "track"))


def test_what_a_pdf_says_comes_out_in_whole_lines() -> None:
    with Sandbox() as sandbox:
        text = sandbox.text("pdf", pdf("Corals bleach when it is", "warm for long.", "They may recover."), 20)
    assert text == "Corals bleach when it is warm for long.\n\nThey may recover."


def test_one_bad_document_harms_no_other() -> None:
    with Sandbox() as sandbox:
        for bad in (b"%PDF-1.4\nnonsense", b""):
            with pytest.raises(Unreadable, match="damaged"):
                sandbox.text("pdf", bad, 20)
        assert "two percent" in sandbox.text("html", PAGE.encode(), 20)
        with pytest.raises(Unreadable, match="no readable text"):
            sandbox.text("html", b"<html><body></body></html>", 20)


def test_many_at_once() -> None:
    texts: dict[int, str] = {}
    with Sandbox() as sandbox:

        def read(number: int) -> None:
            texts[number] = sandbox.text("pdf", pdf(f"Document {number}."), 30)

        threads = [threading.Thread(target=read, args=(number,)) for number in range(6)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    assert texts == {number: f"Document {number}." for number in range(6)}


def test_time_is_limited() -> None:
    deep = b"<div>" * 400_000 + b"words " * 400_000
    with Sandbox() as sandbox, pytest.raises(Unreadable):
        sandbox.text("html", deep, 0.3)


def test_nothing_is_left_behind() -> None:
    sandbox = Sandbox()
    process = sandbox._process
    sandbox.close()
    assert process.returncode is not None
    with pytest.raises(Unreadable):
        sandbox.text("pdf", b"", 1)


def test_a_fork_that_is_killed_or_silent_has_a_reason(tmp_path) -> None:
    path = tmp_path / "out"
    child = worker._Child(1, 0, 0, 0.0, bytearray(b'{"te'))
    with path.open("wb") as sink:
        worker._tell(sink, child, worker._End(9, late=False))
        worker._tell(sink, child, worker._End(24, late=False))
        worker._tell(sink, child, worker._End(11, late=False))
        worker._tell(sink, child, worker._End(0, late=True))
    told = path.read_text()
    assert [
        told.count(words) for words in ("more time or memory than is allowed", "could not be read", "took longer")
    ] == [2, 1, 1]
