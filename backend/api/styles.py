"""Define /api/styles: the citation styles that exports may use."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request
from marshmallow import Schema, fields
from werkzeug.exceptions import UnsupportedMediaType

from backend.api.authentication import current_user_id, ports
from backend.api.request_bodies import MULTIPART, Blueprint, raw_body
from backend.errors import Refused
from backend.services import styles

blueprint = Blueprint("styles", __name__, url_prefix="/api/styles", description="Citation styles for exports")
#: The content types of a style that is sent as the body.
_TYPES = ("application/vnd.citationstyles.style+xml", "application/xml", "text/xml")
_FILE = {"schema": {"type": "string"}}
_BODY = {
    "description": "a .csl file: as the body, or as `file` of a form",
    "required": True,
    "content": {
        **dict.fromkeys(_TYPES, _FILE),
        MULTIPART: {
            "schema": {
                "type": "object",
                "properties": {"file": {"type": "string", "format": "binary", "description": "a .csl file"}},
                "required": ["file"],
            }
        },
    },
}


class StyleOut(Schema):
    id = fields.String(required=True)
    title = fields.String(required=True)
    shipped = fields.Boolean(required=True)


class StylesOut(Schema):
    items = fields.List(fields.Nested(StyleOut), required=True)


@blueprint.route("", methods=["GET"])
@blueprint.response(200, StylesOut)
def listed() -> dict[str, Any]:
    """List all citation styles: the caller's own styles, then the included ones."""
    return {"items": styles.listed(ports(), current_user_id())}


@blueprint.route("", methods=["POST"])
@blueprint.doc(requestBody=_BODY)
@blueprint.response(201, StyleOut)
@blueprint.alt_response(200, schema=StyleOut, description="A style of yours with this name was replaced")
def add() -> Response:
    """Add a citation style in CSL."""
    made, new = styles.add(ports(), current_user_id(), _content())
    answer = jsonify(made)
    answer.status_code = 201 if new else 200
    return answer


@blueprint.route("/<style_id>", methods=["DELETE"])
@blueprint.response(204)
def delete(style_id: str) -> None:
    """Delete one of the caller's own styles. Included styles cannot be deleted."""
    styles.remove(ports(), current_user_id(), style_id)


def _content() -> bytes:
    if request.mimetype in _TYPES:
        return raw_body(request)
    if request.mimetype != MULTIPART:
        raise UnsupportedMediaType(f"Send {_TYPES[0]} or {MULTIPART}.")
    names = {*request.files, *request.form}
    if names != {"file"} or len(request.files.getlist("file")) != 1:
        raise Refused(errors={"file": ["Send one file, as `file`, and nothing else."]})
    content: bytes = request.files["file"].read()
    return content
