"""A message read against the paper of the wordings, for the tests of the parts that understand it."""

from __future__ import annotations

from backend.mentions.document_view import DocumentView
from backend.mentions.parsed_message import ParsedMessage
from backend.placement.request.clauses import Clauses
from backend.placement.request.roles import Roles
from tests.placement.wordings import DOCUMENT, NAMES

VIEW = DocumentView(DOCUMENT)


def reading(text: str) -> ParsedMessage:
    return ParsedMessage(VIEW, text)


def parts(text: str) -> tuple[ParsedMessage, Clauses, Roles]:
    read = reading(text)
    return read, Clauses(read), Roles(read)


def told(meant) -> str | None:
    """What a target is, by the names of the paper."""
    if meant is None:
        return None
    if meant.kind == "section":
        return VIEW.sections[meant.sections[0]].title
    return NAMES[meant.blocks[0].block.index] if meant.blocks else meant.kind
