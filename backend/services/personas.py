"""Personas: system prompts that a user keeps and chooses, for a session, a message or a question.

What a persona says is the user's own wish about tone and emphasis. It stands in a section of its own, apart from what
is known about the reader, and the form of the answer stays as it is.
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
    """Remove it; sessions that name it have none from then on."""
    with transaction():
        personas.delete(user_id, persona_id)


def require(user_id: str, persona_id: str | None) -> None:
    """NotFound unless the persona is the user's own, where one is named."""
    if persona_id:
        with reading():
            personas.get(user_id, persona_id)


def words(user_id: str, own: str | None, of_session: str | None = None) -> tuple[str | None, str]:
    """The persona in force, the request's own or its session's: its id, and what it says. An own one of "" is none at
    all; one that has been removed since leaves it to the session's."""
    wanted = (own, of_session) if own != "" else ()
    with reading():
        for persona_id in wanted:
            if prompt := personas.prompt_of(user_id, persona_id):
                return persona_id, prompt
    return None, ""
