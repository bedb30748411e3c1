"""An editor that holds an older text than the file, and saves it over what was approved since."""

from __future__ import annotations

import pytest

from backend.services import approval, documents
from backend.services.approval import ApprovalCommand
from backend.storage import drafts, messages, revisions
from backend.storage.db import reading, transaction
from backend.storage.paging import OLDEST_FIRST

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


def waiting(world):
    with reading():
        return drafts.waiting(world.session_id)


def history(world):
    with reading():
        return [each.cause for each in revisions.page(world.session_id, OLDEST_FIRST).items]


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
    assert [each.session_id for each in caplog.records if "approved since" in each.message] == [paper.session_id]
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
