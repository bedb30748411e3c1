"""Hand edits of doc.md on two machines with one database, and after a database was set back.

A machine is a data folder; the two write to the same database. Nothing acknowledged leaves the newest text unasked.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.errors import Conflict
from backend.services import approval, documents
from backend.services.approval import ApprovalCommand
from backend.services.document_copies import hand_edits
from backend.storage import drafts, messages, published_documents, revisions
from backend.storage import tables as t
from backend.storage.db import execute, reading, transaction
from backend.storage.paging import OLDEST_FIRST

TEXT = "# Trees\r\n\r\nCrowns are cool.\r\n\r\n## Methods\n\nWe measured.\n\n## Results\n\nIt was cool."


@pytest.fixture
def other(world, tmp_path):
    """A second machine: the same database, a data folder of its own."""
    return replace(world, ports=replace(world.ports, data_dir=tmp_path / "other"))


def put(machine, text):
    return documents.put(machine.ports, machine.owned, "*", text)


def current(machine):
    return documents.current(machine.ports, machine.session_id)


def edit(machine, text):
    machine.file.write_bytes(text.encode())


def history(machine):
    with reading():
        return [each.cause for each in revisions.page(machine.session_id, OLDEST_FIRST).items]


def waiting(machine):
    with reading():
        return drafts.waiting(machine.session_id)


@pytest.mark.parametrize("number", range(20))
def test_an_edit_of_a_stale_copy_is_merged_with_what_the_other_machine_acknowledged(world, other, number):
    put(world, TEXT)
    current(other)
    acknowledged = TEXT.replace("We measured.", f"We measured {number} times.")
    if number % 2:
        acknowledged += "\n\nApproved on the other machine."
    put(other, acknowledged)
    edit(world, TEXT.replace("Crowns are cool.", "Crowns are cool at noon."))
    merged = acknowledged.replace("Crowns are cool.", "Crowns are cool at noon.")
    assert current(world).content == merged and world.file.read_bytes() == merged.encode()
    assert current(other).content == merged and other.file.read_bytes() == merged.encode()
    assert history(world) == ["created", "imported", "edited", "external"] and not waiting(world)


@pytest.mark.parametrize("reader", ["world", "other"])
@pytest.mark.parametrize("number", range(10))
def test_an_edit_of_the_same_lines_waits_and_the_acknowledged_text_stays(world, other, reader, number):
    put(world, TEXT)
    acknowledged = TEXT.replace("We measured.", f"We measured {number} times.")
    put(other, acknowledged)
    by_hand = TEXT.replace("We measured.", "We counted.").replace("cool.", "cold.")
    edit(world, by_hand)
    assert current(world).content == acknowledged
    assert current({"world": world, "other": other}[reader]).content == acknowledged
    assert world.file.read_bytes() == acknowledged.encode()
    assert history(world) == ["created", "imported", "edited", "external", "restored"]
    with reading():
        assert revisions.get(world.session_id, 3).content == by_hand
    (draft,) = waiting(world)
    assert draft.kind == "edit" and "edited by hand on revision 1" in draft.operation["reason"]


def test_an_operator_reads_in_which_session_an_edit_waits(world, other, caplog):
    with caplog.at_level("WARNING", "backend"):
        conflict(world, other)
    (said,) = [each for each in caplog.records if "waits for approval" in each.message]
    assert said.session_id == world.session_id


def conflict(world, other):
    put(world, TEXT)
    put(other, TEXT.replace("We measured.", "We measured twice."))
    edit(world, TEXT.replace("We measured.", "We counted.").replace("# Trees", "# Street trees"))
    current(world)
    return waiting(world)[0]


def test_approving_makes_the_changes_of_the_edit_to_what_the_document_is_by_then(world, other):
    draft = conflict(world, other)
    later = current(world).content.replace("It was cool.", "It was 0.6 °C cooler.")
    put(other, later)
    command = ApprovalCommand(world.session_id, draft.id)
    shown = approval.preview(world.ports, world.user_id, command)
    assert "-We measured twice." in shown["diff"] and "+We counted." in shown["diff"]
    answer = approval.approve(world.ports, world.user_id, command)
    expected = later.replace("We measured twice.", "We counted.").replace("# Trees", "# Street trees")
    assert answer["document"] == expected == current(other).content
    assert history(world)[-1] == "external"


def test_a_hand_edit_that_waits_must_be_named_to_be_approved(world, other):
    draft = conflict(world, other)
    with pytest.raises(Conflict, match="Send the draft's id"):
        approval.approve(world.ports, world.user_id, ApprovalCommand(world.session_id))
    approval.reject(world.ports, world.user_id, ApprovalCommand(world.session_id, draft.id))
    assert not waiting(world) and "We measured twice." in current(world).content


def test_the_conversation_tells_of_the_edit_even_if_no_draft_may_wait_beside_the_open_ones(world, other, monkeypatch):
    monkeypatch.setattr(hand_edits, "MOST_OPEN", 0)
    put(world, "One.\n")
    put(other, "Two.\n")
    edit(world, "Three.\n")
    assert current(world).content == "Two.\n" and not waiting(world)
    with reading():
        told = messages.history(world.session_id)[-1]
    assert "kept as revision 3" in told.content and told.status is None
    assert "Approve this draft" not in told.content and "revision 3 has the text" in told.content


def test_an_edit_that_both_sides_made_is_no_revision(world, other):
    put(world, TEXT)
    same = TEXT.replace("We measured.", "We counted.")
    put(other, same.replace("# Trees", "# Street trees"))
    edit(world, same)
    assert current(world).number == 2 and world.file.read_bytes() == same.replace("# Trees", "# Street trees").encode()


def set_back(world, number):
    """The database as a backup of an earlier moment has it: later revisions never were."""
    with transaction():
        execute(t.revisions.delete().where(t.revisions.c.session_id == world.session_id, t.revisions.c.number > number))
        execute(t.sessions.update().where(t.sessions.c.id == world.session_id).values(revision=number))


@pytest.mark.parametrize("goes_on", [False, True], ids=["as restored", "after it went on"])
@pytest.mark.parametrize("edited", [False, True], ids=["published", "edited by hand"])
def test_what_a_restored_database_has_lost_is_kept_aside_and_told(world, goes_on, edited):
    for text in ("One.\n", "One.\nTwo.\n", "One.\nTwo.\nThree.\n"):
        put(world, text)
    set_back(world, 1)
    kept = "One.\nTwo.\nThree.\n" + "By hand.\n" * edited
    edit(world, kept)
    if goes_on:  # written by another machine, so that the marked numbers mean other texts by now
        with transaction():
            for number in (1, 2, 3):
                revisions.add(world.session_id, number, f"One.\nOther {number}.\n", "edited", world.ports.clock())
    head = "One.\nOther 3.\n" if goes_on else "One.\n"
    assert current(world).content == head and world.file.read_text() == head
    aside = list(world.file.parent.glob("doc.*.md"))
    assert [each.read_text() for each in aside] == [kept]
    (draft,) = waiting(world)
    assert "was restored" in draft.operation["reason"]
    answer = approval.approve(world.ports, world.user_id, ApprovalCommand(world.session_id, draft.id))
    assert answer["document"] == kept


def test_a_lost_mark_makes_no_guess_about_what_an_edit_was_made_on(world):
    put(world, "One.\n")
    put(world, "Two.\n")
    (world.file.parent / ".published.json").unlink()
    edit(world, "Three.\n")
    assert current(world).content == "Two.\n" and len(waiting(world)) == 1


def test_an_edit_is_the_next_revision_where_the_document_is_still_the_new_one(world):
    (world.file.parent / ".published.json").write_text(json.dumps(None))
    edit(world, "Three.\n")
    assert current(world).content == "Three.\n" and history(world) == ["created", "external"]


@pytest.mark.parametrize("measured", ["We measured.", "We counted."], ids=["merged", "waits"])
def test_a_machine_that_dies_before_it_renews_its_copy_does_not_hear_the_edit_twice(
    world, other, monkeypatch, measured
):
    put(world, TEXT)
    put(other, TEXT.replace("We measured.", "We measured twice."))
    edit(world, TEXT.replace("# Trees", "# Street trees").replace("We measured.", measured))
    with monkeypatch.context() as patch:
        patch.setattr(published_documents, "renew", lambda *args: True)  # says that it is done, and was not
        before = current(world)
    assert current(world) == before and world.file.read_bytes() == before.content.encode()
