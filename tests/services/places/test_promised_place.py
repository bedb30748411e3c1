"""A draft goes beside the text that it was to be beside, although another approval has moved that text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.services import approval, documents, drafting
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.services.places import promised_place
from backend.storage.sessions import OwnedSession
from tests.fakes import ScriptedModel

PAPER = "# Ice\n\nIt was cold.\n\nIt was wet.\n\n# Mud\n\nIt was warm.\n"
FIRST = "Insert “The gauges froze in all winters.” before the second paragraph of Ice."


@pytest.fixture
def ports(world):
    documents.put(world.ports, OwnedSession(world.user_id, world.session_id), "*", PAPER)
    return replace(world.ports, writer=ScriptedModel(), placer=None)


def asked(ports, world, text: str) -> str:
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text))["pending_content_id"]


def approved(ports, world, draft: str):
    return approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft))


@pytest.mark.parametrize("previewed", [True, False])
@pytest.mark.parametrize(
    "other", ["Insert “Snow fell on every one of the days.” at the start of Ice.", "Delete the first paragraph of Ice."]
)
def test_the_place_stays_beside_its_text(ports, world, previewed: bool, other: str) -> None:
    draft = asked(ports, world, FIRST)
    if previewed:
        approval.preview(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    approved(ports, world, asked(ports, world, other))
    done = approved(ports, world, draft)
    assert done["sure"] and "The gauges froze in all winters.\n\nIt was wet." in done["document"]


def test_if_the_text_is_gone_the_place_is_not_sure(ports, world) -> None:
    draft = asked(ports, world, FIRST)
    approved(ports, world, asked(ports, world, "Delete the second paragraph of Ice."))
    shown = approval.preview(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    assert not shown["sure"] and promised_place.CHANGED in shown["warnings"]


def test_a_later_order_about_the_place_counts(ports, world) -> None:
    draft = asked(ports, world, FIRST)
    approval.preview(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    asked(ports, world, "Put it at the end of Mud instead.")
    approved(ports, world, asked(ports, world, "Delete the first paragraph of Ice."))
    assert approved(ports, world, draft)["document"].endswith("It was warm.\n\nThe gauges froze in all winters.\n")


def test_the_end_of_a_section_is_where_it_is_now(ports, world) -> None:
    draft = asked(ports, world, "Insert “The gauges froze in all winters.” at the end of Ice.")
    approved(ports, world, asked(ports, world, "Insert “Snow fell on every one of the days.” at the end of Ice."))
    assert "days.\n\nThe gauges froze" in approved(ports, world, draft)["document"]
