"""Decisions that are sent again, and what a rewrite draws on."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from backend.errors import Conflict, ProviderTimeout
from backend.kernel.wanted import Wanted
from backend.services import approval, documents, drafting, idempotency, sessions
from backend.services.approval import ApprovalCommand
from backend.services.drafting import RewriteDraft, SendMessage
from backend.storage import messages as stored
from backend.storage import runs
from backend.storage.db import reading
from tests.fakes import ScriptedModel
from tests.services.approval.deciding import ANSWER, ask, asked
from tests.services.retrieval.test_library_search import AtOnce, Pages, add


def begin(ports, world, key="k"):
    """What the door does first. The answer is lost where it never comes to `finish`."""
    idempotency.begin(ports, world.user_id, key, "0" * 64)


def test_an_approval_whose_answer_was_lost_is_answered(ports, world):
    ask(ports, world)
    begin(ports, world)
    command = ApprovalCommand(world.session_id, request_key="k")
    done = approval.approve(ports, world.user_id, command)
    assert approval.approve(ports, world.user_id, command) == done
    ask(ports, world)
    assert approval.approve(ports, world.user_id, command) == done, "not what waits by now, which it never meant"
    assert documents.current(ports, world.session_id).content.count("text.") == 1


def test_a_rejection_whose_answer_was_lost_is_answered(ports, world):
    ask(ports, world)
    begin(ports, world)
    command = ApprovalCommand(world.session_id, request_key="k")
    done = approval.reject(ports, world.user_id, command)
    second = ask(ports, world)
    assert approval.reject(ports, world.user_id, command) == done
    waiting = approval.pending(ports, world.user_id, world.session_id)["pending"]
    assert waiting["draft"].id == second["pending_content_id"]


def test_an_approval_that_failed_does_not_take_what_came_after(ports, world):
    ask(ports, world)
    begin(ports, world)
    command = ApprovalCommand(world.session_id, request_key="k", base_revision=7)
    with pytest.raises(Conflict):
        approval.approve(ports, world.user_id, command)
    ask(ports, world)
    done = approval.approve(ports, world.user_id, replace(command, base_revision=None))
    assert "First text." in done["document"] and "Second text." not in done["document"]


def test_a_key_of_the_day_before_yesterday_brings_a_message_of_its_own(ports, world):
    ask(ports, world, "The first.", key="k")
    later = replace(ports, clock=lambda: ports.clock() + timedelta(hours=25))
    ask(later, world, "The second.", key="k")
    with reading():
        said = [each.content for each in stored.history(world.session_id) if each.role == "user"]
    assert said == ["The first.", "The second."]


class Placer(ScriptedModel):
    """Tells its listener that it asks, as adapters do, and looks at what is stored of the run by then."""

    def complete(self, request, emit, listen=None):
        listen.begun()
        with reading():
            self.run = runs.running(self.session_id)
        return super().complete(request, emit, listen)


def test_that_the_placer_is_asked_is_stored_before_it_costs(ports, world):
    ask(ports, world)
    placer = Placer(ProviderTimeout())
    placer.session_id = world.session_id
    approval.approve(replace(ports, placer=placer), world.user_id, ApprovalCommand(world.session_id, request_id="r-1"))
    assert placer.run.kind == "approve" and placer.run.asked_at is not None and placer.run.request_id == "r-1"


def test_an_approval_by_the_rules_asks_nobody(ports, world):
    ask(ports, world)
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    with reading():
        found = runs.page(world.user_id, world.session_id).items
    assert [each.asked_at for each in found if each.kind == "approve"] == [None]


@pytest.fixture
def shelved(ports, world):
    """Two works of the user's, by their first words, and ports with a writer that has much to say."""
    executor = AtOnce()
    executor.ports = replace(
        ports,
        extractor=Pages(),
        executor=executor,
        writer=ScriptedModel(*(ANSWER % f"Text {number}." for number in range(4))),
    )
    grass, reeds = (add(executor.ports, world.user_id, f"{name}\n{name} bends.") for name in ("Grass", "Reeds"))
    return executor.ports, grass, reeds


def test_a_rewrite_draws_on_what_the_message_drew_on(shelved, world):
    ports, grass, reeds = shelved
    sessions.change(ports, world.user_id, world.session_id, {"library": [reeds]})
    message = SendMessage(
        world.session_id, "Add a sentence on what bends.", wanted=Wanted(library=(grass,), focus="local")
    )
    drafting.send(ports, world.user_id, message)
    drawn = asked(ports)
    assert len(drawn[0]) == 1 and "Grass" in next(iter(drawn[0])) and drawn[1] is False
    for _ in range(2):
        drafting.rewrite(ports, world.user_id, RewriteDraft(world.session_id, instruction="Shorter."))
        assert asked(ports) == drawn, "and a rewrite of a rewrite too"


def test_a_rewrite_draws_on_works_that_the_session_was_given_meanwhile(shelved, world):
    ports, _, reeds = shelved
    drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a sentence on what bends."))
    assert asked(ports)[0] == set()
    sessions.change(ports, world.user_id, world.session_id, {"library": [reeds]})
    drafting.rewrite(ports, world.user_id, RewriteDraft(world.session_id, instruction="Draw on my library."))
    assert any("Reeds" in each for each in asked(ports)[0])
