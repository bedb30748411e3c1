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


PAPER = "# Trees\n\nCrowns are cool at noon.\n\n## Methods\n\nWe measured with a probe.\n\n## Results\n\nIt was cool.\n"
GAIN = "Shade lowers the surface temperature of asphalt by up to twelve degrees.\n\n"
LATER = "Evaporation explains a third of it.\n"


@pytest.fixture
def paper(world):
    documents.put(world.ports, world.owned, "*", PAPER)
    return world


def place(world, text):
    """What an approval commits, and publishes."""
    with transaction():
        head = revisions.head(world.session_id)
        revisions.add(world.session_id, head.number, text, "placed", world.ports.clock())
    documents.publish(world.ports, world.session_id)
    return text


def save(world, text):
    world.file.write_text(text)
    return documents.current(world.ports, world.session_id).content


def approved(text):
    return text.replace("## Methods", GAIN + "## Methods")


@pytest.mark.parametrize("later", ["", LATER], ids=["one approval", "two approvals"])
def test_what_a_stale_window_adds_is_made_and_what_was_approved_stays(paper, later):
    place(paper, approved(PAPER))
    place(paper, approved(PAPER) + later) if later else None
    mine = PAPER.replace("with a probe", "with two probes")
    text = save(paper, mine)
    assert text == approved(PAPER).replace("with a probe", "with two probes") + later
    assert paper.file.read_text() == text
    (draft,) = waiting(paper)
    assert history(paper)[-2:] == ["external", "restored"], "the edit as it was made, and the text with what it lacks"
    numbers = range(len(history(paper)))
    with reading():
        assert "saved without anything" in messages.history(paper.session_id)[-1].content
        assert mine in [revisions.get(paper.session_id, number).content for number in numbers]
    answer = approval.approve(paper.ports, paper.user_id, ApprovalCommand(paper.session_id, draft.id))
    assert answer["document"] == mine, "and whoever meant it takes it out with one call"


def test_a_stale_window_that_is_saved_again_and_again_loses_nothing_and_asks_once(paper):
    place(paper, approved(PAPER))
    mine = PAPER
    for number in range(1, 5):
        mine = mine.replace("It was cool.", f"It was cool. Note {number}.")
        assert save(paper, mine) == approved(mine)
        assert save(paper, mine) == approved(mine), "the same once more"
    assert len(waiting(paper)) == 1


def test_an_old_text_without_an_edit_changes_nothing_and_asks(paper, caplog):
    whole = place(paper, approved(PAPER))
    with caplog.at_level("WARNING", "backend"):
        assert save(paper, PAPER) == whole == paper.file.read_text()
    assert [each.session_id for each in caplog.records if "approved last" in each.message] == [paper.session_id]
    assert history(paper) == ["created", "imported", "placed"]
    (draft,) = waiting(paper)
    assert (
        approval.approve(paper.ports, paper.user_id, ApprovalCommand(paper.session_id, draft.id))["document"] == PAPER
    )


def test_a_stale_edit_in_the_same_place_waits_beside(paper):
    whole = place(paper, PAPER.replace("with a probe", "with four calibrated thermal cameras"))
    assert save(paper, PAPER.replace("with a probe", "by hand, every single morning")) == whole
    (draft,) = waiting(paper)
    assert "both changed the same lines" in draft.operation["reason"]


def test_an_empty_window_over_the_first_approved_text_waits_beside(world):
    whole = place(world, PAPER)
    assert save(world, "A few notes of mine.\n") == whole and len(waiting(world)) == 1


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace("up to twelve", "about ten"),
        lambda text: text.replace(GAIN, GAIN.replace("Shade lowers", "The shade of trees lowers") + "And more.\n\n"),
        lambda text: text.replace("by up to twelve degrees", "").replace("# Trees", "# Street trees"),
        lambda text: text.replace(GAIN, "") + GAIN,
        lambda text: text + "One more line.\n",
        lambda text: text.replace("We measured with a probe.\n", ""),
    ],
    ids=["reworded", "longer", "shorter", "moved", "added", "something old removed"],
)
def test_an_edit_of_the_newest_text_is_made_as_it_is(paper, edit):
    text = edit(place(paper, approved(PAPER)))
    assert save(paper, text) == text and history(paper)[-1] == "external" and not waiting(paper)


def test_who_has_edited_the_file_since_has_seen_what_was_approved(paper):
    whole = place(paper, approved(PAPER))
    assert save(paper, whole + "One more line.\n") == whole + "One more line.\n"
    without = (whole + "One more line.\n").replace(GAIN, "")
    assert save(paper, without) == without and not waiting(paper)


def test_undoing_an_own_edit_is_an_edit(paper):
    whole = place(paper, approved(PAPER))
    save(paper, whole + "One more line.\n")
    assert save(paper, whole) == whole and not waiting(paper)


def test_a_copy_that_lags_and_a_window_older_than_it(paper, tmp_path):
    """Another machine went on, and the window is older than even this machine's copy."""
    place(paper, approved(PAPER))
    with transaction():
        revisions.add(paper.session_id, 2, approved(PAPER) + LATER, "placed", paper.ports.clock())
    text = save(paper, PAPER.replace("# Trees", "# Street trees"))
    assert text == (approved(PAPER) + LATER).replace("# Trees", "# Street trees")
