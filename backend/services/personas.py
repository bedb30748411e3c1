"""Manage personas: system prompts that a user stores and selects for a session, a message or a question.

A persona states what the user wants of tone and emphasis. It is a section of its own in the prompt, apart from the
reader's profile, and does not change the form of the answer.
"""

from __future__ import annotations

from collections.abc import Mapping

from backend.ports import Ports
from backend.storage import personas
from backend.storage.db import Page, reading, transaction
from backend.storage.paging import PageRequest
from backend.storage.personas import Persona


def create(ports: Ports, user_id: str, name: str, prompt: str) -> Persona:
    with transaction():
        return personas.add(user_id, name, prompt, ports.clock())


def page(ports: Ports, user_id: str, wanted: PageRequest) -> Page[Persona]:
    with reading():
        return personas.page(user_id, wanted)


def change(ports: Ports, user_id: str, persona_id: str, changes: Mapping[str, str]) -> Persona:
    with transaction():
        return personas.update(user_id, persona_id, changes, ports.clock())


def delete(ports: Ports, user_id: str, persona_id: str) -> None:
    """Delete a persona; sessions that used it have none afterwards."""
    with transaction():
        personas.delete(user_id, persona_id)


def require(user_id: str, persona_id: str | None) -> None:
    """Raise NotFound if `persona_id` names no persona of the user. None names none."""
    if persona_id:
        with reading():
            personas.get(user_id, persona_id)


def words(user_id: str, own: str | None, of_session: str | None = None) -> tuple[str | None, str]:
    """Return the id and prompt of the persona to use: the one that the request names (`own`), else the one of the
    session; (None, "") for none.

    If `own` is "", no persona is used. If the persona of the request was deleted, the session's is used.
    """
    wanted = tuple(filter(None, (own, of_session))) if own != "" else ()
    if not wanted:
        return None, ""
    with reading():
        for persona_id in wanted:
            if prompt := personas.prompt_of(user_id, persona_id):
                return persona_id, prompt
    return None, ""
