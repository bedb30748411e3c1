"""Define /api/sessions/{id}/document/import: convert a file of another format to Markdown, as an open draft."""

from __future__ import annotations

import os
from typing import Any

from flask import request
from flask_smorest.fields import Upload
from marshmallow import Schema, fields, validate
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import RequestEntityTooLarge

from backend.api.authentication import owned_session, ports
from backend.api.request_bodies import Blueprint, allow_uploads
from backend.errors import Refused
from backend.formats.import_files import MOST_BYTES
from backend.services import importing

blueprint = Blueprint(
    "imports",
    __name__,
    url_prefix="/api/sessions/<session_id>/document/import",
    description="Import files of other formats",
)


class ImportIn(Schema):
    file = Upload(required=True)
    bibliography = Upload()


class ImportQuery(Schema):
    changes = fields.String(
        validate=validate.OneOf(("accept", "reject")),
        load_default="accept",
        metadata={"description": "whether tracked changes in a Word file are accepted or rejected"},
    )


class ImportOut(Schema):
    session_id = fields.UUID(required=True)
    message_id = fields.UUID(required=True)
    pending_content_id = fields.UUID(required=True)
    status = fields.String(required=True, validate=validate.Equal("pending_approval"))
    kind = fields.String(required=True, validate=validate.Equal("edit"))
    response = fields.String(required=True)
    document_content = fields.String(required=True)
    operation = fields.Dict(required=True)
    base_revision = fields.Integer(required=True)
    keys = fields.List(fields.String(), required=True)
    pictures = fields.List(fields.String(), required=True)
    warnings = fields.List(fields.String(), required=True)


allow_uploads(blueprint, 2 * MOST_BYTES)


@blueprint.route("", methods=["POST"])
@blueprint.arguments(ImportQuery, location="query")
@blueprint.arguments(ImportIn, location="files")
@blueprint.response(201, ImportOut)
def import_file(query: dict[str, Any], files: dict[str, Any], session_id: str) -> dict[str, Any]:
    """Convert a file to Markdown and store it as an open draft. Approving the draft replaces the whole document."""
    if any(len(request.files.getlist(name)) > 1 for name in ("file", "bibliography")):
        raise Refused(errors={"file": ["Send one file per request."]})
    owned = owned_session(session_id)
    bibliography = files.get("bibliography")
    command = importing.Import(
        _read(files["file"]), _read(bibliography) if bibliography is not None else None, query["changes"]
    )
    return importing.import_document(ports(), owned, command)


def _read(file: FileStorage) -> importing.UploadedFile:
    if file.stream.seek(0, os.SEEK_END) > MOST_BYTES:
        raise RequestEntityTooLarge(
            f"The file was not imported, because it is larger than {MOST_BYTES:,} bytes. Send a smaller one, such as "
            "one with smaller pictures."
        )
    file.stream.seek(0)
    return importing.UploadedFile(file.filename or "", file.stream.read())
