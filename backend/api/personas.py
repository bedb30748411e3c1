"""Define /api/personas: system prompts that the caller has stored, which set the tone of answers."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from backend.api.authentication import current_user_id, ports
from backend.api.request_bodies import Blueprint
from backend.api.schemas import session_schemas
from backend.api.schemas.fields import Moment, Text
from backend.services import personas
from backend.storage.db import Page
from backend.storage.paging import PageRequest
from backend.storage.personas import Persona

#: The longest name and the longest prompt, in characters.
MAX_NAME, MAX_PROMPT = 100, 8_000

blueprint = Blueprint(
    "personas",
    __name__,
    url_prefix="/api/personas",
    description="Personas: system prompts that a session's answers can use",
)


class PersonaIn(Schema):
    name = Text(MAX_NAME, 1, required=True)
    prompt = Text(MAX_PROMPT, 1, required=True)


class PersonaChange(Schema):
    name = Text(MAX_NAME, 1)
    prompt = Text(MAX_PROMPT, 1)


class PersonaOut(Schema):
    id = fields.UUID(required=True)
    name = fields.String(required=True)
    prompt = fields.String(required=True)
    created_at = Moment(required=True)
    updated_at = Moment(required=True)


@blueprint.route("", methods=["GET"])
@blueprint.arguments(session_schemas.PageQuery, location="query")
@blueprint.response(200, session_schemas.page_of(PersonaOut, "PersonaPage"))
def page(query: dict[str, Any]) -> Page[Persona]:
    """List the caller's personas, newest first."""
    return personas.page(ports(), current_user_id(), PageRequest(**query))


@blueprint.route("", methods=["POST"])
@blueprint.arguments(PersonaIn)
@blueprint.response(201, PersonaOut)
def create(body: dict[str, str]) -> Persona:
    """Store a persona."""
    return personas.create(ports(), current_user_id(), body["name"], body["prompt"])


@blueprint.route("/<persona_id>", methods=["PATCH"])
@blueprint.arguments(PersonaChange)
@blueprint.response(200, PersonaOut)
def change(body: dict[str, str], persona_id: str) -> Persona:
    """Change a persona's name or prompt."""
    return personas.change(ports(), current_user_id(), persona_id, body)


@blueprint.route("/<persona_id>", methods=["DELETE"])
@blueprint.response(204)
def delete(persona_id: str) -> None:
    """Delete a persona. Sessions that used it then have none."""
    personas.delete(ports(), current_user_id(), persona_id)
