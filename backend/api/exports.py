"""Define /api/sessions/{id}/export: download the document as a file of another format."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request
from marshmallow import Schema, fields, validate

from backend.api.authentication import owned_session, ports
from backend.api.request_bodies import Blueprint
from backend.api.schemas.fields import MAX_NUMBER, Text
from backend.formats.export_formats import FORMATS
from backend.services import export

blueprint = Blueprint(
    "exports", __name__, url_prefix="/api/sessions/<session_id>/export", description="The document in other formats"
)
_JSON = "application/json"
_HEADERS = {
    "Content-Disposition": {"schema": {"type": "string"}, "description": "`attachment` with a file name"},
    "X-Export-Warnings": {"schema": {"type": "integer"}, "description": "how many warnings there are"},
}


_FILES = {each.media_type.partition(";")[0]: {"schema": {"type": "string"}} for each in FORMATS.values()}


class ExportQuery(Schema):
    format = fields.String(required=True, metadata={"description": "the format of the file", "enum": list(FORMATS)})
    style = Text(200, 1, load_default=export.DEFAULT_STYLE, metadata={"description": "name of a CSL style"})
    comments = fields.String(
        validate=validate.OneOf(("none", "sources", "notes", "all")),
        load_default="none",
        metadata={
            "description": "comments in a Word file (docx): `sources` at each citation of a doubtful work, `notes` the "
            "co-authors' comments from an imported file, `all` both"
        },
    )
    changes = fields.String(
        validate=validate.OneOf(("none", "tracked")),
        load_default="none",
        metadata={"description": "`tracked`: changes since the revision `since` are marked as tracked changes (docx)"},
    )
    since = fields.Integer(
        validate=validate.Range(0, MAX_NUMBER),
        metadata={"description": "the revision to compare with; without it, the first one with text"},
    )


class WarningsOut(Schema):
    warnings = fields.List(fields.String(), required=True)


@blueprint.route("", methods=["GET"])
@blueprint.arguments(ExportQuery, location="query")
@blueprint.response(200, WarningsOut, headers=_HEADERS)
@blueprint.doc(responses={200: {"content": _FILES}})
def get(query: dict[str, Any], session_id: str) -> Response:
    """Return the newest revision as a file of another format; with `Accept: application/json` only its warnings."""
    owned = owned_session(session_id)
    made = export.export(ports(), owned, export.ExportOptions(**query))
    if request.accept_mimetypes.best_match((made.media_type.partition(";")[0], _JSON)) == _JSON:
        answer = jsonify(warnings=list(made.warnings))
    else:
        answer = Response(made.content, content_type=made.media_type)
        answer.headers["Content-Disposition"] = f'attachment; filename="{made.filename}"'
    answer.headers["X-Export-Warnings"] = str(len(made.warnings))
    answer.headers["Vary"] = "Accept"
    return answer
