"""Approving a part of a draft: what is left out stays, the draft is decided, and stale parts are refused."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from flask import current_app

from backend.document.blocks import read
from backend.errors import Conflict, CoscribeError, Refused
from backend.placement.edit_orders import read_edit
from backend.placement.plan import Placement
from backend.services import approval, documents, proposing
from backend.services.approval import ApprovalCommand
from backend.services.proposing import Propose
from backend.storage import drafts, messages
from backend.storage.db import reading, transaction
from tests.fakes import ScriptedModel

PAPER = "# Wind\r\n\r\n## Methods\r\n\r\nWe measured \U0001f333. Twice.\r\n\r\n## Limitations\n\nOne summer only.\n"
TEXT = "Gusts came. The mast \U0001f32c swayed. Nobody fell."


@pytest.fixture
def paper(world):
    documents.put(world.ports, world.owned, "*", PAPER)
    return replace(world, ports=replace(world.ports, writer=ScriptedModel(), verification=None))


@pytest.fixture
def draft(paper):
    command = Propose(paper.session_id, TEXT, message="Put this at the end of Methods.")
    return proposing.propose(paper.ports, paper.user_id, command)["pending_content_id"]


def decide(world, what, **more):
    return getattr(approval, what)(world.ports, world.user_id, ApprovalCommand(world.session_id, **more))


def ids(world, **more):
    return [each["id"] for each in decide(world, "preview", **more)["hunks"]]


def test_one_of_three_sentences_is_taken_and_every_other_byte_stays(paper, draft):
    seen = decide(paper, "preview", unit="utf16")
    units = PAPER.encode("utf-16-le")
    for each in (*seen["splices"], *seen["hunks"]):
        assert units[2 * each["start"] :].decode("utf-16-le").startswith("\r\n\r\n## Limitations")
    assert [each["after"].strip() for each in seen["hunks"]] == TEXT.replace(". ", ".|").split("|")
    done = decide(paper, "approve", hunks=[seen["hunks"][1]["id"]], base_revision=seen["base_revision"])
    taken = "The mast \U0001f32c swayed."
    assert done["document"] == PAPER.replace("\r\n\r\n## Lim", f"\r\n\r\n{taken}\r\n\r\n## Lim")
    (span,) = done["inserted"]
    assert done["document"][span["start"] : span["end"]] == taken
    assert done["placement"]["section"][-1] == "Methods"
    with reading():
        row = drafts.get(paper.session_id, draft)
    assert (row.status, row.approved_content) == ("approved", taken)
    assert approval.pending(paper.ports, paper.user_id, paper.session_id)["pending"] is None


def test_all_parts_are_the_whole_draft(paper, draft):
    seen = decide(paper, "preview")
    part = decide(paper, "approve", hunks=[each["id"] for each in seen["hunks"]])
    (splice,) = seen["splices"]
    assert part["document"] == PAPER[: splice["start"]] + splice["text"] + PAPER[splice["end"] :]
    with reading():
        assert drafts.get(paper.session_id, draft).approved_content == TEXT


def test_parts_of_an_edited_text_are_other_parts(paper, draft):
    theirs = ids(paper)
    mine = ids(paper, document_content="Only this. And that.")
    assert not set(theirs) & set(mine)
    done = decide(paper, "approve", document_content="Only this. And that.", hunks=mine[1:])
    assert "And that." in done["document"] and "Only this." not in done["document"]


def test_unknown_parts_are_named_and_nothing_is_changed(paper, draft):
    known = ids(paper)
    with pytest.raises(Refused) as refused:
        decide(paper, "approve", hunks=[known[0], "x", "00000000-1"])
    assert set(refused.value.errors) == {"hunks.1", "hunks.2"}
    assert documents.current(paper.ports, paper.session_id).content == PAPER
    assert ids(paper) == known


def test_parts_of_a_document_that_has_moved_are_refused(paper, draft):
    seen = decide(paper, "preview")
    documents.put(paper.ports, paper.owned, "*", PAPER + "\nMore.\n")
    taken = [seen["hunks"][0]["id"]]
    with pytest.raises(Refused):
        decide(paper, "approve", hunks=taken)
    with pytest.raises(Conflict):
        decide(paper, "approve", hunks=taken, base_revision=seen["base_revision"])


def test_the_same_parts_again_get_the_same_answer_and_others_a_conflict(paper, draft):
    first, second, _ = ids(paper)
    named = {"pending_content_id": draft}
    done = decide(paper, "approve", hunks=[first], **named)
    assert decide(paper, "approve", hunks=[first], **named) == done == decide(paper, "approve", **named)
    with pytest.raises(Conflict, match="another choice of its changes"):
        decide(paper, "approve", hunks=[second], **named)


def test_a_taken_part_can_be_moved(paper, draft):
    first = ids(paper)[0]
    decide(paper, "approve", hunks=[first], pending_content_id=draft)
    end = Placement("append_to_document", position="end", decided_by="user")
    moved = decide(paper, "approve", hunks=[first], pending_content_id=draft, placement=end)
    assert moved["document"] == PAPER + "\nGusts came.\n"


def test_of_two_who_take_different_parts_at_once_one_succeeds(paper, draft):
    parts = ids(paper)
    answers: list[object] = []
    gate, app = threading.Barrier(2), current_app._get_current_object()

    def take(part: str) -> None:
        gate.wait()
        try:
            with app.app_context():
                answers.append(decide(paper, "approve", hunks=[part], pending_content_id=draft)["document"])
        except CoscribeError as error:
            answers.append(type(error))

    threads = [threading.Thread(target=take, args=(part,)) for part in parts[:2]]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert answers.count(Conflict) == 1
    (text,) = (each for each in answers if isinstance(each, str))
    assert documents.current(paper.ports, paper.session_id).content == text


def test_a_change_of_the_document_is_taken_in_parts_too(paper):
    changed = PAPER.replace("Twice.", "Thrice.").replace("One summer", "Two summers")
    documents.put(paper.ports, paper.owned, "*", changed)
    _offer(paper, Placement("restore", position="revision 1", reason="Back.", confidence=1.0))
    parts = decide(paper, "preview")["hunks"]
    assert [(each["before"], each["after"]) for each in parts] == [
        ("Thrice.", "Twice."),
        ("Two summers only.", "One summer only."),
    ]
    done = decide(paper, "approve", hunks=[parts[1]["id"]])
    assert done["document"] == PAPER.replace("Twice.", "Thrice.")


def test_a_move_is_approved_whole_so_that_no_text_is_lost_or_doubled(paper):
    move = read_edit(read(PAPER), "Move the section Limitations before Methods.")
    assert move is not None and move.operation == "move"
    _offer(paper, move)
    parts = ids(paper)
    assert len(parts) > 1
    for part in parts:
        with pytest.raises(Refused) as refused:
            decide(paper, "approve", hunks=[part])
        assert "belong together" in refused.value.errors["hunks"][0]
    assert decide(paper, "approve", hunks=parts)["document"].count("One summer only.") == 1


def _offer(world, edit: Placement) -> None:
    _hold(
        world,
        drafts.NewDraft(
            world.session_id,
            _carrier(world),
            "",
            requested_at=world.ports.clock(),
            requested_number=1,
            thread=(),
            kind="edit",
            operation=edit.to_json(),
        ),
    )


def _carrier(world) -> str:
    with transaction():
        return messages.add(world.session_id, "assistant", "Back?", world.ports.clock()).id


def _hold(world, new) -> None:
    with transaction():
        drafts.hold(new, world.ports.clock())
