"""What a decision shows, stores and refuses."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import sqlalchemy as sa

from backend.errors import Conflict, Refused
from backend.placement import plan
from backend.placement.plan import Anchor, Placement
from backend.services import approval, documents, drafting, sessions
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.storage import drafts, revisions, run_events, tables
from backend.storage import messages as stored
from backend.storage.db import execute, reading, transaction
from tests.fakes import ScriptedModel
from tests.services.approval.deciding import PAPER, WISH, ask
from tests.services.ordering import TIDES, say, without_model

PLACED = {
    "operation": "append_to_section",
    "section": ["Title", "Methods"],
    "decided_by": "rules",
}


AFTER = PAPER.replace("We measured.\n", "We measured.\n\nFirst text.\n")


def test_nothing_waits_in_a_new_session(ports, world):
    assert approval.pending(ports, world.user_id, world.session_id) == {"pending": None, "open": []}
    with pytest.raises(Conflict, match="No draft waits for approval in this session"):
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))


def test_what_waits_is_shown_newest_first_with_its_title_and_versions(ports, world, draft):
    other = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Another.", draft="new"))
    shown = approval.pending(ports, world.user_id, world.session_id)
    assert [each["draft"].id for each in shown["open"]] == [other["pending_content_id"], draft]
    assert shown["pending"] == shown["open"][0]
    assert [each["title"] for each in shown["open"]] == ["Second text.", "First text."]
    assert [list(each["versions"]) for each in shown["open"]] == [[other["pending_content_id"]], [draft]]
    assert shown["pending"]["placement"] is None


@pytest.mark.parametrize(
    ("content", "title"),
    [
        ("\n\n## On *tides*\n\nText.", "On *tides*"),
        ("One two.", "One two."),
        (" ".join(map(str, range(12))), "0 1 2 3 4 5 6 7 8 9 10 11"),
        (" ".join(map(str, range(13))), "0 1 2 3 4 5 6 7 8 9 10 11 …"),
    ],
)
def test_a_draft_is_called_by_its_heading_or_its_first_words(ports, world, content, title):
    model = ScriptedModel(json.dumps({"message": "Here.", "document_content": content}))
    ask(replace(ports, writer=model), world)
    assert approval.pending(ports, world.user_id, world.session_id)["pending"]["title"] == title


def test_a_preview_shows_all_that_approving_would_do_and_does_nothing(ports, world, draft):
    shown = approval.preview(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    assert shown["placement"].items() >= PLACED.items() and shown["candidates"][0] == shown["placement"]
    assert (shown["sure"], shown["base_revision"]) == (True, 1)
    assert [line for line in shown["diff"].splitlines() if line[:1] == "+"][1:] == ["+", "+First text."]
    assert any(each.kind == "insert" and "First text." in each.text for each in shown["word_diff"])
    assert shown["lost_citations"] == shown["lost"] == shown["warnings"] == []
    assert documents.current(ports, world.session_id).number == 1
    waiting = approval.pending(ports, world.user_id, world.session_id)["pending"]
    assert waiting["placement"] == shown["placement"], "it is kept for the approval"


def test_a_preview_shows_another_place_and_keeps_nothing_of_it(ports, world, draft):
    shown = approval.preview(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    elsewhere = Placement("append_to_document", position="end", decided_by="user")
    there = approval.preview(ports, world.user_id, ApprovalCommand(world.session_id, draft, placement=elsewhere))
    assert (there["placement"]["operation"], there["placement"]["decided_by"]) == ("append_to_document", "user")
    assert there["diff"] != shown["diff"] and there["sure"]
    waiting = approval.pending(ports, world.user_id, world.session_id)["pending"]
    assert waiting["placement"] == shown["placement"], "what approving would do unasked is what it was"
    nowhere = Placement("insert_after", anchor=Anchor(99, "nothing"), position="block")
    with pytest.raises(Refused):
        approval.preview(ports, world.user_id, ApprovalCommand(world.session_id, draft, placement=nowhere))


def test_a_preview_names_what_would_be_lost(ports, world):
    documents.put(ports, world.owned, "*", "# Title\n\n## Methods\n\nWe measured [@lee2020] as planned.\n")
    ask(ports, world, "Replace the paragraph in Methods with this.")
    shown = approval.preview(ports, world.user_id, ApprovalCommand(world.session_id))
    assert shown["lost_citations"] == ["@lee2020"] and "lee2020" in shown["warnings"][0]


def test_an_approval_shows_the_document_and_where_the_text_stands_in_it(ports, world, draft):
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    at = AFTER.index("First text.")
    assert done == {
        "status": "approved",
        "session_id": world.session_id,
        "pending_content_id": draft,
        "revision": 2,
        "document": AFTER,
        "placement": done["placement"],
        "sure": True,
        "candidates": done["candidates"],
        "diff": done["diff"],
        "inserted": [{"start": at, "end": at + len("First text.")}],
    }
    assert done["placement"].items() >= PLACED.items() and done["candidates"][0] == done["placement"]
    assert "+First text." in done["diff"] and world.file.read_text() == AFTER


def test_offsets_are_counted_as_the_caller_counts(ports, world):
    documents.put(ports, world.owned, "*", "# 🌊🌊\n\nWaves.\n")
    ask(ports, world, "Add this at the very end.")
    points = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))["inserted"][0]
    units = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, newest(world), unit="utf16"))
    assert units["inserted"] == [{name: at + 2 for name, at in points.items()}]


def newest(world):
    with reading():
        return drafts.of_message(world.session_id, stored.page(world.session_id).items[-1].id).id


def test_what_is_approved_is_stored_as_such(ports, world, draft):
    done = approval.approve(
        ports, world.user_id, ApprovalCommand(world.session_id, draft, document_content="My own words.")
    )
    with reading():
        kept, message = drafts.get(world.session_id, draft), stored.page(world.session_id).items[-1]
        made = revisions.get(world.session_id, 2)
    assert (kept.status, kept.approved_content, kept.content) == ("approved", "My own words.", "First text.")
    assert (message.status, message.placement) == ("approved", done["placement"])
    assert (made.cause, made.placement) == ("placed", done["placement"]) and "My own words." in made.content


def test_a_previewed_placement_is_used_for_the_same_content_and_revision_only(ports, world, draft):
    """The second plan of the placer is one that nobody previewed."""
    plans = [json.dumps({"operation": "insert_after", "block": block, "reason": "so"}) for block in (3, 5)]
    ports = replace(ports, placer=ScriptedModel(*plans))
    shown = approval.preview(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    assert done["placement"] == shown["placement"] and len(ports.placer.requests) == 1
    used = sessions.usage(ports, world.user_id, world.session_id)
    assert used["stage2"]["calls"] == 1


def test_a_previewed_place_that_is_not_sure_is_used_and_stays_unsure(ports, world):
    """A model that differs from the rules: its place is shown, and approving asks nobody again."""
    documents.put(ports, world.owned, "*", PAPER)
    asked = ask(ports, world, "Write a paragraph about the weather.")["pending_content_id"]
    ports = replace(ports, placer=ScriptedModel(json.dumps({"operation": "insert_after", "block": 5, "reason": "so"})))
    shown = approval.preview(ports, world.user_id, ApprovalCommand(world.session_id, asked))
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, asked))
    assert done["placement"] == shown["placement"] and done["placement"]["decided_by"] == "model"
    assert not shown["sure"] and not done["sure"] and len(done["candidates"]) >= 2
    assert done["document"].endswith("It was warm.\n\nFirst text.\n")


def test_a_preview_of_other_words_is_not_used(ports, world, draft):
    plans = [json.dumps({"operation": "insert_after", "block": block, "reason": "so"}) for block in (3, 3)]
    ports = replace(ports, placer=ScriptedModel(*plans))
    approval.preview(ports, world.user_id, ApprovalCommand(world.session_id, draft, document_content="Other words."))
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    assert len(ports.placer.requests) == 2


def test_the_users_own_place_is_theirs_and_the_previewed_one_stays_the_rules(ports, world, draft):
    shown = approval.preview(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    same = plan.from_json(shown["placement"])
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft, placement=same))
    assert done["placement"]["decided_by"] == "rules"
    other = Placement("append_to_document", position="end", confidence=0.2)
    second = ask(ports, world, WISH)["pending_content_id"]
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, second, placement=other))
    assert (done["placement"]["decided_by"], done["placement"]["confidence"]) == ("user", 1.0)
    assert done["document"].endswith("Second text.\n")


def test_a_placement_that_cannot_be_carried_out_is_refused(ports, world, draft):
    nowhere = Placement("append_to_section", section=("Nowhere",))
    with pytest.raises(Refused) as caught:
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft, placement=nowhere))
    assert set(caught.value.errors) == {"placement"}
    assert approval.pending(ports, world.user_id, world.session_id)["pending"]["draft"].id == draft


@pytest.mark.parametrize(("base", "fits"), [(1, True), (0, False), (2, False)])
def test_a_decision_made_on_another_revision_is_refused(ports, world, draft, base, fits):
    command = ApprovalCommand(world.session_id, draft, base_revision=base)
    if fits:
        assert approval.approve(ports, world.user_id, command)["revision"] == 2
        return
    with pytest.raises(Conflict) as caught:
        approval.approve(ports, world.user_id, command)
    assert caught.value.extra["revision"] == 1


def test_text_is_not_replaced_by_a_guess(ports, world):
    twice = "# Title\n\n## Tides\n\nThe tides rise.\n\n## Storms\n\nThe storms rise.\n"
    documents.put(ports, world.owned, "*", twice)
    ask(ports, world, "Replace the paragraph that says what rises.")
    with pytest.raises(Conflict, match=r"not certain that you want this\. .+\. Choose one of the places") as caught:
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert len(caught.value.extra["candidates"]) > 1 and caught.value.extra["revision"] == 1
    assert documents.current(ports, world.session_id).content == twice


def test_a_rejected_draft_is_closed_for_its_reason_and_can_not_be_approved(ports, world, draft):
    done = approval.reject(ports, world.user_id, ApprovalCommand(world.session_id, draft, reason="Too bare."))
    assert done == {"status": "rejected", "session_id": world.session_id, "pending_content_id": draft}
    with reading():
        kept = drafts.get(world.session_id, draft)
    assert (kept.status, kept.reject_reason) == ("rejected", "Too bare.")
    with reading():
        run_id = execute(sa.select(tables.runs.c.id).where(tables.runs.c.kind == "reject")).scalar_one()
        told = [(each.number, each.name, each.data.get("status")) for each in run_events.after(run_id)]
    assert told == [(1, "phase", None), (2, "final_answer", "rejected")]
    assert approval.reject(ports, world.user_id, ApprovalCommand(world.session_id, draft)) == done
    with pytest.raises(Conflict, match="already rejected") as caught:
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    assert caught.value.extra == {"status_of_content": "rejected"}


def test_what_is_approved_can_not_be_rejected(ports, world, draft):
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    with pytest.raises(Conflict, match="already approved"):
        approval.reject(ports, world.user_id, ApprovalCommand(world.session_id, draft))


def test_an_older_version_is_approved_by_its_name_and_closes_the_newer(ports, world, draft):
    newer = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Anew.", draft=draft))
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    assert "First text." in done["document"] and "Second text." not in done["document"]
    assert approval.pending(ports, world.user_id, world.session_id)["open"] == []
    with pytest.raises(Conflict):
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, newer["pending_content_id"]))


def test_rejecting_an_older_version_rejects_the_one_that_waits(ports, world, draft):
    newer = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Anew.", draft=draft))
    approval.reject(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    with reading():
        assert drafts.get(world.session_id, newer["pending_content_id"]).status == "rejected"


class Moving(ScriptedModel):
    """A placer during whose thinking the document moves."""

    def complete(self, request, emit, listen=None):
        self.move(len(self.requests))
        return super().complete(request, emit, listen)


AT_THE_END = json.dumps({"operation": "append_to_document", "block": None, "reason": "so"})


IN_METHODS = json.dumps({"operation": "insert_after", "block": 3, "reason": "so"})


@pytest.mark.parametrize("moves", [1, approval.MAX_ROUNDS])
def test_where_the_document_moved_meanwhile_the_content_is_placed_again(ports, world, draft, moves):
    placer = Moving(IN_METHODS, *[AT_THE_END] * (approval.MAX_ROUNDS - 1))
    placer.move = lambda n: documents.put(ports, world.owned, "*", f"Paper {n}.\n") if n < moves else None
    decide = ApprovalCommand(world.session_id, draft)
    if moves < approval.MAX_ROUNDS:
        done = approval.approve(replace(ports, placer=placer), world.user_id, decide)
        assert done["document"] == "Paper 0.\n\nFirst text.\n" and done["revision"] == 3
        return
    with pytest.raises(Conflict, match="kept changing"):
        approval.approve(replace(ports, placer=placer), world.user_id, decide)
    assert len(placer.requests) == approval.MAX_ROUNDS
    assert approval.pending(ports, world.user_id, world.session_id)["pending"]["draft"].id == draft


@pytest.fixture
def unsure_edit(world):
    """Ports, and the id of an edit that is not sure."""
    ports = without_model(world, TIDES)
    draft = say(ports, world, "Delete the last paragraph of Methods.")["pending_content_id"]
    with transaction():
        operation = {**drafts.get(world.session_id, draft).operation, "confidence": 0.3}
        execute(tables.drafts.update().where(tables.drafts.c.id == draft).values(operation=operation))
    return ports, draft


def test_an_edit_that_is_not_sure_is_carried_out_with_the_previews_placement(unsure_edit, world):
    ports, draft = unsure_edit
    with pytest.raises(Conflict, match="not certain that you want this edit") as refused:
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    shown = approval.preview(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    assert not shown["sure"] and refused.value.extra["candidates"] == [shown["placement"]]
    named = ApprovalCommand(world.session_id, draft, placement=plan.from_json(shown["placement"]))
    done = approval.approve(ports, world.user_id, named)
    assert done["sure"] and done["document"] == TIDES.replace("We repeated it.\n\n", "")
    assert approval.approve(ports, world.user_id, named)["revision"] == done["revision"]


def test_an_edit_takes_no_other_place_and_content_no_edit(unsure_edit, world):
    ports, draft = unsure_edit
    with pytest.raises(Refused) as refused:
        at_end = plan.Placement("append_to_document", position="end")
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft, placement=at_end))
    assert "This draft is an edit" in str(refused.value.errors)
    text = say(ports, world, "Add “We wept.” to the end of Methods.")["pending_content_id"]
    with pytest.raises(Refused) as refused:
        away = plan.Placement("delete", position="block")
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, text, placement=away))
    assert "places no content" in str(refused.value.errors)


def test_the_last_event_of_an_approval_says_what_was_done(ports, world, draft):
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    with reading():
        run = execute(sa.select(tables.runs.c.id).where(tables.runs.c.kind == "approve")).scalar_one()
        last = run_events.after(run)[-1]
    names = ("status", "pending_content_id", "revision", "placement")
    assert last.name == "final_answer" and last.data.items() >= {name: done[name] for name in names}.items()
