"""Steps of these tests."""

from __future__ import annotations

from backend.services import drafting
from backend.services.drafting import SendMessage

ANSWER = '{"message": "Here.", "document_content": "%s", "document_structure": [], "sources": [], "new_types": []}'


def ask(ports, world, words="Add a paragraph.", key=None):
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, words, request_key=key))


def asked(ports):
    """What of the library the writer was last shown, and whether it may search."""
    request = ports.writer.requests[-1]
    return {each.origin for each in request.evidence.excerpts if each.kind == "library"}, request.search


PAPER = "# Title\n\nOpening words.\n\n## Methods\n\nWe measured.\n\n## Results\n\nIt was warm.\n"


WISH = "Add this to the end of the Methods section."
