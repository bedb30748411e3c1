"""Content that says an approved text again replaces it only if the request cannot mean a new text."""

from __future__ import annotations

import pytest

from backend.document.blocks import read as read_blocks
from backend.services.places.earlier_version import EarlierVersion, earlier_version
from backend.storage import drafts
from backend.storage.db import reading
from tests.services.answers.test_antecedent import PAPER, TEXT, approved, sent, session

assert session  # the fixture

SHORTER = "Gauges drift with time, so each was set anew."


def version(world, message: str, content: str) -> EarlierVersion | None:
    sent(world, "Write a paragraph on drift for the end of Methods.", TEXT)
    document = read_blocks(approved(world))
    draft = sent(world, message, content)["pending_content_id"]
    with reading():
        row = drafts.get(world.session_id, draft)
    return earlier_version(row, content, document)


@pytest.mark.parametrize("message", ["use plain words", "not so long", "no, each was set anew in autumn"])
def test_another_form_is_meant(session, message):
    assert version(session, message, f"{SHORTER[:-1]} in autumn." if "autumn" in message else SHORTER) == (
        EarlierVersion(TEXT, True)
    )


def test_a_shorter_text_is_meant_although_the_message_says_more(session):
    assert version(session, "even shorter, no reasons", "Gauges were set anew.") == EarlierVersion(TEXT, True)
    assert version(session, "even shorter, no reasons", "The moon rose over hills.") is None


@pytest.mark.parametrize(
    "message", ["another one", "noch einen", "now for the clocks", "now the other one", "is that too long?"]
)
def test_a_new_text_may_be_meant(session, message):
    found = version(session, message, "Clocks drift with time, so that each of them was set anew in spring.")
    assert found == EarlierVersion(TEXT, False)


def test_other_content_and_named_parts_are_no_version(session):
    assert version(session, "use plain words", "It rained.") is None


HIGHLIGHT = "It was the moon, as the gauges show."


@pytest.mark.parametrize("message", ["simplify this", "same for this one", "too wordy", "Make this shorter, please."])
def test_an_attached_passage_of_the_document_is_meant_and_not_the_text_approved_last(session, message):
    sent(session, "Write a paragraph on drift for the end of Methods.", TEXT)
    approved(session)
    sent(session, message, "It was the moon, the gauges show.", attached=HIGHLIGHT)
    text = approved(session)
    assert TEXT in text and "## Discussion\n\nIt was the moon, the gauges show.\n" in text


def test_an_attached_passage_stays_if_a_new_text_is_asked_for(session):
    message = "Write one more sentence like this for the gauges in spring."
    draft = sent(session, message, "It was the spring, as the gauges show.", attached=HIGHLIGHT)["pending_content_id"]
    with reading():
        row = drafts.get(session.session_id, draft)
    assert earlier_version(row, row.content, read_blocks(PAPER)) == EarlierVersion(HIGHLIGHT, False, True)


def test_a_much_shorter_text_is_a_version_if_only_that_is_asked_for(session):
    found = version(session, "shorter please", "Gauges drift.")
    assert found == EarlierVersion(TEXT, True)
    assert version(session, "shorter on the wind", "It blew.") is None


@pytest.mark.parametrize(
    ("message", "meant"), [("Translate this into German.", True), ("Translate this, and put it below.", False)]
)
def test_an_attached_passage_is_translated_and_kept_if_the_message_says_so(session, message, meant):
    german = "Es war der Mond."
    draft = sent(session, message, german, attached=HIGHLIGHT)["pending_content_id"]
    with reading():
        row = drafts.get(session.session_id, draft)
    assert earlier_version(row, german, read_blocks(PAPER)) == EarlierVersion(HIGHLIGHT, meant, True)
