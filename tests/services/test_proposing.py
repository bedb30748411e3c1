"""Proposed text waits as it was given; its place, its sources and its decision are those of every draft."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.errors import Conflict, NotFound
from backend.kernel.records import Person, Record
from backend.ports import Verification
from backend.services import approval, documents, drafting, proposing, reference_import, sessions
from backend.services.approval import ApprovalCommand
from backend.services.drafting import RewriteDraft
from backend.services.proposing import Propose
from backend.storage import drafts, idempotency, messages, model_calls
from backend.storage.db import reading
from backend.storage.paging import OLDEST_FIRST
from tests.fakes import ScriptedModel

PAPER = "# Wind\n\n## Methods\n\nWe measured gusts.\n\n## Limitations\n\nOne summer only.\n"
#: marks, keys, an address, CRLF, a combining accent and blank lines at both ends: all of it has to stay
TEXT = "\r\nGusts [3] cooled cafe\u0301s [@kim2020], see https://example.org/x.\r\n\r\n"


class Registries:
    names = frozenset({"crossref"})

    def look_up(self, lookups, *, seconds):
        people = (Person("Meier", "Ruth"),)
        work = Record("crossref", ("Drought tolerance of alpine grasses",), people, (2014,), doi="10.1000/abc")
        return dict.fromkeys(lookups, (work,))


@pytest.fixture
def paper(world):
    documents.put(world.ports, world.owned, "*", PAPER)
    return replace(world, ports=replace(world.ports, writer=ScriptedModel(), verification=None))


def propose(world, text=TEXT, **more):
    return proposing.propose(world.ports, world.user_id, Propose(world.session_id, text, **more))


def decide(world, what, **more):
    return getattr(approval, what)(world.ports, world.user_id, ApprovalCommand(world.session_id, **more))


def test_a_retraction_that_is_known_is_said_at_once_and_asked_about(paper):
    gone = "Berg (2020). RETRACTED: On trees. doi:10.1234/gone"
    answer = propose(paper, "Trees cool.", sources=(gone, "doi:10.1234/fine"))
    assert [each["status"] for each in answer["citations"]] == ["retracted", "unchecked"]
    assert any("was retracted" in each for each in answer["warnings"])
    with pytest.raises(Conflict, match="retracted"):
        decide(paper, "approve")


def test_a_retracted_reference_that_the_text_cites_by_key_is_named(paper):
    entry = ("kim2020", {"title": "RETRACTED: On gusts", "DOI": "10.1234/kim"})
    reference_import.add_list(paper.ports, paper.owned, [entry])
    assert propose(paper)["warnings"] == ["@kim2020: “RETRACTED: On gusts” was retracted."]


def test_the_text_waits_word_for_word_and_no_model_is_called(paper):
    answer = propose(paper, sources=("doi:10.1/x",))
    assert (answer["document_content"], answer["status"], answer["intent"]) == (TEXT, "pending_approval", "new")
    found = approval.pending(paper.ports, paper.user_id, paper.session_id)["pending"]
    assert found["draft"].id == answer["pending_content_id"] and found["draft"].content == TEXT
    assert not paper.ports.writer.requests
    with reading():
        assert model_calls.total(model_calls.usage(paper.session_id)).calls == 0
    shown = sessions.conversation(paper.ports, paper.user_id, paper.session_id, OLDEST_FIRST).items
    assert [each["role"] for each in shown] == ["assistant"]
    assert shown[0]["document_content"] == TEXT and shown[0]["run_id"] == answer["meta"]["run_id"]


def test_the_message_decides_the_place_and_without_one_the_text_does(paper):
    asked = propose(paper, "The mast swayed.", message="Put this at the end of Limitations.")
    seen = decide(paper, "preview", pending_content_id=asked["pending_content_id"])
    assert seen["placement"]["section"][-1] == "Limitations" and seen["sure"]
    shown = sessions.conversation(paper.ports, paper.user_id, paper.session_id, OLDEST_FIRST).items
    assert [each["role"] for each in shown] == ["user", "assistant"]
    free = propose(paper, "We measured gusts with a second mast.")
    place = decide(paper, "preview", pending_content_id=free["pending_content_id"])["placement"]
    assert place["operation"] in ("append_to_section", "insert_after", "append_to_document")
    done = decide(paper, "approve", pending_content_id=asked["pending_content_id"])
    assert done["document"] == PAPER + "\nThe mast swayed.\n"


def test_its_sources_are_checked_and_what_is_doubtful_must_be_accepted(paper):
    checking = replace(paper, ports=replace(paper.ports, verification=Verification(Registries())))
    answer = propose(checking, "Wheat.", sources=("Meier (2014). Salt stress in coastal wheat. doi:10.1000/abc",))
    assert [each["status"] for each in answer["citations"]] == ["mismatch"]
    assert len(answer["warnings"]) == 1 and "Drought" in answer["warnings"][0]
    true = "Meier (2014). Drought tolerance of alpine grasses. doi:10.1000/abc"
    assert propose(checking, "Grass.", sources=(true,))["warnings"] == []
    with pytest.raises(Conflict, match="in doubt"):
        decide(checking, "approve", pending_content_id=answer["pending_content_id"])


def test_a_proposal_opens_beside_what_waits_until_there_is_no_room(paper):
    ids = [propose(paper, f"Text {number}.")["pending_content_id"] for number in range(drafts.MOST_OPEN)]
    with pytest.raises(Conflict, match="20 drafts wait"):
        propose(paper)
    with reading():
        assert [each.id for each in drafts.waiting(paper.session_id)] == ids[::-1]
    decide(paper, "reject", pending_content_id=ids[0])
    assert propose(paper)["pending_content_id"] not in ids


def test_a_proposal_can_be_rewritten(paper):
    said = '{"message": "Shorter.", "document_content": "Gusts cool.", "sources": []}'
    world = replace(paper, ports=replace(paper.ports, writer=ScriptedModel(said)))
    first = propose(world, "Gusts cool streets within a minute.")
    command = RewriteDraft(world.session_id, first["pending_content_id"], "shorter")
    answer = drafting.rewrite(world.ports, world.user_id, command)
    assert answer["revises"] == first["pending_content_id"] and answer["document_content"] == "Gusts cool."


def test_another_users_session_is_not_found(paper):
    with pytest.raises(NotFound):
        proposing.propose(paper.ports, "00000000-0000-4000-8000-000000000000", Propose(paper.session_id, TEXT))


def test_the_same_request_after_a_crash_gets_the_answer_that_was_stored(paper, monkeypatch):
    """The process dies between the commit and the answer: the key has a run, and no answer was kept."""
    found = {}
    monkeypatch.setattr(idempotency, "attach_run", lambda user, key, run: found.update({key: run}))
    monkeypatch.setattr(idempotency, "run_of", lambda user, key: found.get(key))
    first = propose(paper, message="Put it into Methods.", request_key="k")
    assert propose(paper, message="Put it into Methods.", request_key="k") == first
    with reading():
        assert len(drafts.waiting(paper.session_id)) == 1
        assert len(messages.page(paper.session_id, OLDEST_FIRST).items) == 2
