"""Content that says an approved text again replaces it only if the request cannot mean a new text."""

from __future__ import annotations

import pytest

from backend.document.blocks import read as read_blocks
from backend.services.earlier_version import EarlierVersion, earlier_version
from backend.storage import drafts
from backend.storage.db import reading
from tests.services.test_antecedent import TEXT, approved, sent, session

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


@pytest.mark.parametrize(
    "message", ["another one", "noch einen", "now for the clocks", "now the other one", "is that too long?"]
)
def test_a_new_text_may_be_meant(session, message):
    found = version(session, message, "Clocks drift with time, so that each of them was set anew in spring.")
    assert found == EarlierVersion(TEXT, False)


def test_other_content_and_named_parts_are_no_version(session):
    assert version(session, "use plain words", "It rained.") is None
