"""A session with an open draft."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.services import documents
from tests.fakes import ScriptedModel
from tests.services.approval.deciding import ANSWER, PAPER, WISH, ask


@pytest.fixture
def ports(world):
    """The world's, with a writer that has two pieces of content to offer and rules that place."""
    return replace(world.ports, writer=ScriptedModel(ANSWER % "First text.", ANSWER % "Second text."), placer=None)


@pytest.fixture
def draft(ports, world):
    """The id of content that waits to be placed into a paper."""
    documents.put(ports, world.owned, "*", PAPER)
    return ask(ports, world, WISH)["pending_content_id"]
