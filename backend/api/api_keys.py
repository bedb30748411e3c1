"""Define /api/auth/keys: the caller's own API keys, for programs that call `/v1`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from marshmallow import Schema, fields

from backend.api.authentication import current_user_id, ports
from backend.api.request_bodies import Blueprint
from backend.api.schemas.fields import Moment, Text
from backend.services import api_keys

#: The longest name of a key, in characters.
MAX_NAME = 100

blueprint = Blueprint("keys", __name__, url_prefix="/api/auth/keys", description="The caller's own API keys")


class KeyIn(Schema):
    name = Text(MAX_NAME, load_default="")


class KeyOut(Schema):
    id = fields.UUID(required=True)
    name = fields.String(required=True)
    shown = fields.String(required=True)
    created_at = Moment(required=True)
    used_at = Moment(allow_none=True, required=True)


class NewKeyOut(KeyOut):
    key = fields.String(required=True)


class KeysOut(Schema):
    items = fields.List(fields.Nested(KeyOut), required=True)


@blueprint.route("", methods=["GET"])
@blueprint.response(200, KeysOut)
def listed() -> dict[str, Any]:
    """Return the caller's keys, oldest first, without the revoked ones."""
    return {"items": api_keys.list_own(current_user_id())}


@blueprint.route("", methods=["POST"])
@blueprint.arguments(KeyIn, required=False)
@blueprint.response(201, NewKeyOut)
def create(body: dict[str, str]) -> dict[str, Any]:
    """Create an API key for a program. The key itself is returned only in this answer."""
    key, kept = api_keys.create_own(ports(), current_user_id(), body["name"])
    return {**asdict(kept), "key": key}


@blueprint.route("/<key_id>", methods=["DELETE"])
@blueprint.response(204)
def revoke(key_id: str) -> None:
    """Revoke an API key: from now on it is refused."""
    api_keys.revoke(ports(), key_id, current_user_id())
