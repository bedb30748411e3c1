"""By fingers alone on a phone: every step that a mouse hovers, clicks or drags for."""

from __future__ import annotations

import pytest

from tests.page.test_places import START
from tests.page.writer import Writer

PAPER = "# Tides\n\nIt is small.\n\n## Methods\n\nWe measured hourly.\n\n## Results\n\nIt rose.\n"
FIRST, SECOND, THIRD = "The gauge was new.", "Each reading took one hour.", "Two people read it."


@pytest.fixture
def phone(writer: Writer) -> Writer:
    """Somebody with a phone before a draft of three sentences."""
    writer.tab.touch()
    writer.tab.viewport(360, 700)
    writer.start()
    session = writer.call("POST", "/api/sessions", {"title": "Tides"})["id"]
    writer.put(session, PAPER)
    propose(writer, session, f"{FIRST} {SECOND} {THIRD}")
    writer.open(session)
    writer.tab.tap("Paper")
    writer.tab.tap(".draft-tab")
    writer.tab.see("Nothing else changes")
    return writer


def propose(writer: Writer, session: str, text: str) -> str:
    body = {"session_id": session, "document_content": text, "message": "Add this to Methods."}
    return str(writer.call("POST", "/api/chat/propose", body)["pending_content_id"])


def approved(phone: Writer) -> str:
    phone.tab.tap("Approve")
    phone.tab.see("Nothing else changed.")
    return phone.text()


def test_some_sentences_are_taken_and_approved(phone: Writer) -> None:
    phone.tab.tap("Take change 2")
    phone.tab.see("Approve 2 of 3")
    text = approved(phone)
    assert FIRST in text and THIRD in text and SECOND not in text


def test_a_sentence_is_left_by_its_words(phone: Writer) -> None:
    phone.tab.tap(SECOND)
    phone.tab.see("Approve 2 of 3")


def test_another_place_by_a_mark_beside_the_paper(phone: Writer) -> None:
    phone.tab.tap("Another place")
    phone.tab.tap("at the end of “Results”")
    phone.tab.see("Goes at the end of “Results”")
    assert approved(phone) == f"{PAPER}\n{FIRST} {SECOND} {THIRD}\n"


def test_another_place_by_a_finger_in_the_paper(phone: Writer) -> None:
    tab = phone.tab
    tab.tap("Another place")
    tab.wait("document.querySelector('.place-line') !== null")
    tab.js("document.querySelector('.cm-scroller').scrollTo(0, 0)")
    tab.tap_at(*tab.js(f"{START}('It is')"))
    tab.see("Goes after “Tides”")
    assert approved(phone).startswith(f"# Tides\n\n{FIRST}")


@pytest.mark.parametrize("height", [640, 568])
def test_the_paper_keeps_room_above_a_draft(phone: Writer, height: int) -> None:
    """Three lines of the paper stay in sight under review, and more while a place is chosen."""
    tab = phone.tab
    tab.viewport(320, height)
    seen = "document.querySelector('.surface').clientHeight"
    assert tab.js(seen) >= 90
    tab.tap("Another place")
    tab.wait("document.querySelector('.placing') !== null")
    assert tab.js(seen) >= 180


def test_a_passage_is_selected_and_used(phone: Writer) -> None:
    tab = phone.tab
    tab.tap("Close the draft")
    tab.tap("Read")
    tab.wait("document.querySelector('.sheet p') !== null")
    tab.js("getSelection().selectAllChildren([...document.querySelectorAll('.sheet p')].at(-1))")
    tab.tap("Use this")
    tab.tap("Attach to the next message")
    tab.wait("document.querySelectorAll('.chip').length === 1")
    assert "It rose." in tab.js("document.querySelector('.chip').textContent")


def test_versions_are_compared_and_an_older_one_taken(phone: Writer) -> None:
    tab = phone.tab
    draft = phone.call("GET", f"/api/chat/pending?session_id={phone.session}")["open"][0]["pending_content_id"]
    tab.tap("Rewrite")
    tab.wait("document.querySelector('dialog textarea') !== null")
    tab.type("Shorter.")
    tab.tap("Rewrite")
    tab.wait("document.querySelectorAll('.version').length === 2")
    tab.wait("document.querySelector('.run .dot') === null && !document.querySelector('.review .primary').disabled")
    tab.tap("Compare")
    tab.tap("Review version 1")
    tab.wait("document.querySelector('[aria-label=\"Version 1 of 2\"]')?.getAttribute('aria-pressed') === 'true'")
    tab.see("Nothing else changes")
    assert draft and FIRST in approved(phone)
