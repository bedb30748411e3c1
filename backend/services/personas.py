"""Manage personas: system prompts that a user stores, and selects for a session, a message or a question.

A persona says what tone and emphasis the user wants. It is a separate section of the prompt, apart from the reader's
profile, and does not change the form of the answer.
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
    """Delete a persona. Sessions that used it then have none."""
    with transaction():
        personas.delete(user_id, persona_id)


def require(user_id: str, persona_id: str | None) -> None:
    """Raise NotFound unless the user has a persona with this id. "" and None are accepted: they mean no persona."""
    if persona_id:
        with reading():
            personas.get(user_id, persona_id)


def words(user_id: str, own: str | None, of_session: str | None = None) -> tuple[str | None, str]:
    """Return the id and the prompt of the persona to use; (None, "") if none is used. `own` is the id of the persona
    that the request names; "" means that the request wants none.

    If `own` is None or this persona was deleted, the session's persona (`of_session`) is used.
    """
    wanted = tuple(filter(None, (own, of_session))) if own != "" else ()
    if not wanted:
        return None, ""
    with reading():
        for persona_id in wanted:
            if prompt := personas.prompt_of(user_id, persona_id):
                return persona_id, prompt
    return None, ""
