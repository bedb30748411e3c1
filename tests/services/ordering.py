"""Give orders in a session whose model must not be asked."""

from __future__ import annotations

from dataclasses import replace

from backend.services import approval, documents, drafting
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.storage.sessions import OwnedSession
from tests.fakes import ScriptedModel

TIDES = "# Tides\n\nOpening words.\n\n## Methods\n\nWe measured.\n\nWe repeated it.\n\n## Results\n\nIt was warm.\n"
OWN = "The gauge stood at the pier from March to May."


def without_model(world, paper: str):
    """Return ports whose model has no answer, for a session that owns `paper`."""
    documents.put(world.ports, OwnedSession(world.user_id, world.session_id), "*", paper)
    return replace(world.ports, writer=ScriptedModel(), placer=None)


def say(ports, world, text: str):
    """Send a message; return its answer."""
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text))


def approved(ports, world) -> str:
    """Approve what waits; return the new document."""
    return str(approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))["document"])


def text_of(ports, world) -> str:
    """Return the document of the session."""
    return documents.current(ports, world.session_id).content or ""
