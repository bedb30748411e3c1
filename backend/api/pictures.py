"""Define /api/sessions/{id}/files: the pictures that a session's document shows."""

from __future__ import annotations

import os
from typing import Any

from flask import Response, jsonify, request
from flask_smorest.fields import Upload
from marshmallow import Schema, fields
from werkzeug.exceptions import RequestEntityTooLarge

from backend.api.authentication import owned_session, ports
from backend.api.request_bodies import Blueprint, allow_uploads
from backend.api.schemas.fields import Moment
from backend.errors import Refused
from backend.formats.pictures import MOST_BYTES
from backend.services import pictures

blueprint = Blueprint(
    "pictures", __name__, url_prefix="/api/sessions/<session_id>/files", description="Pictures of a document"
)
#: The content security policy of pictures: a picture that a browser opens runs no script and loads nothing.
_PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"


class PictureIn(Schema):
    file = Upload(required=True)


class PictureOut(Schema):
    name = fields.String(required=True)
    media_type = fields.String(required=True)
    bytes = fields.Integer(required=True)
    created_at = Moment(required=True)


class PicturesOut(Schema):
    items = fields.List(fields.Nested(PictureOut), required=True)


allow_uploads(blueprint, MOST_BYTES)


@blueprint.route("", methods=["GET"])
@blueprint.response(200, PicturesOut)
def listed(session_id: str) -> dict[str, Any]:
    """List the session's pictures, ordered by name."""
    return {"items": pictures.listed(ports(), owned_session(session_id))}


@blueprint.route("", methods=["POST"])
@blueprint.arguments(PictureIn, location="files")
@blueprint.response(201, PictureOut)
@blueprint.alt_response(200, schema=PictureOut, description="The session has this picture under this name already")
def add(files: dict[str, Any], session_id: str) -> Response:
    """Add a picture. To show it in the document, use the returned name, or any path that ends with this name."""
    if len(request.files.getlist("file")) > 1:
        raise Refused(errors={"file": ["Send one picture per request."]})
    file = files["file"]
    if file.stream.seek(0, os.SEEK_END) > MOST_BYTES:
        raise RequestEntityTooLarge(
            f"The picture was not stored, because it is larger than {MOST_BYTES:,} bytes. Send a smaller one."
        )
    file.stream.seek(0)
    made, new = pictures.add(ports(), owned_session(session_id), file.filename or "", file.stream.read())
    answer = jsonify(PictureOut().dump(made))
    answer.status_code = 201 if new else 200
    return answer


@blueprint.route("/<name>", methods=["GET"])
@blueprint.response(200, {"type": "string", "format": "binary"}, content_type="image/*")
def get(session_id: str, name: str) -> Response:
    """Return the bytes of one picture."""
    found = pictures.get(ports(), owned_session(session_id), name)
    answer = Response(found.content, content_type=found.media_type)
    answer.headers["Content-Security-Policy"] = _PICTURE_POLICY
    answer.headers["Content-Disposition"] = "inline"
    return answer


@blueprint.route("/<name>", methods=["DELETE"])
@blueprint.response(204)
def delete(session_id: str, name: str) -> None:
    """Delete a picture; the document's text does not change."""
    pictures.remove(ports(), owned_session(session_id), name)
