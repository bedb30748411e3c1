"""Define /api/library: the user's own papers and reference lists."""

from __future__ import annotations

import os
from typing import Any

from flask import Response, g, jsonify, request
from werkzeug.exceptions import RequestEntityTooLarge

from backend.api.authentication import current_user_id, ports
from backend.api.request_bodies import Blueprint, allow_uploads
from backend.api.schemas import library_schemas, session_schemas
from backend.errors import Refused
from backend.services import library, library_corrections
from backend.services.library_corrections import Correction
from backend.storage.db import Page
from backend.storage.paging import PageRequest

blueprint = Blueprint("library", __name__, url_prefix="/api/library", description="The researcher's own works")


allow_uploads(blueprint, library.MOST_BYTES)


@blueprint.route("", methods=["POST"])
@blueprint.arguments(library_schemas.UploadIn, location="files")
@blueprint.response(201, library_schemas.WorkOut)
@blueprint.alt_response(
    200,
    schema=library_schemas.WorkOut,
    description="The library already has this file; if it could not be read before, it is read again",
)
def upload(files: dict[str, Any]) -> Response:
    """Add a file to the library. A run reads the file. In the answer, `run_id` is the id of this run, and `status`
    tells whether the file is ready.
    """
    if len(request.files.getlist("file")) > 1:
        raise Refused(errors={"file": ["Send one file per request."]})
    file = files["file"]
    size = file.stream.seek(0, os.SEEK_END)
    if size > library.MOST_BYTES:
        raise RequestEntityTooLarge()
    file.stream.seek(0)
    work, new = library.upload(ports(), current_user_id(), file.filename or "", file.stream, g.request_id)
    answer = jsonify(library.as_json(ports(), work))
    answer.status_code = 201 if new else 200
    if work.run_id is not None:
        answer.headers["X-Run-Id"] = work.run_id
    return answer


@blueprint.route("", methods=["GET"])
@blueprint.arguments(session_schemas.PageQuery, location="query")
@blueprint.response(200, session_schemas.page_of(library_schemas.WorkOut, "WorkPage"))
def page(query: dict[str, Any]) -> dict[str, Any]:
    """List the files of the caller's library, newest first."""
    found: Page[Any] = library.page(ports(), current_user_id(), PageRequest(**query))
    return {"items": [library.as_json(ports(), each) for each in found.items], "next_cursor": found.next_cursor}


@blueprint.route("/<work_id>", methods=["GET"])
@blueprint.response(200, library_schemas.WorkOut)
def get(work_id: str) -> dict[str, Any]:
    """Return one file of the library."""
    return library.as_json(ports(), library.get(ports(), current_user_id(), work_id))


@blueprint.route("/<work_id>", methods=["PATCH"])
@blueprint.arguments(library_schemas.CorrectionIn)
@blueprint.response(200, library_schemas.WorkOut)
def correct(body: dict[str, Any], work_id: str) -> dict[str, Any]:
    """Correct the data of a work. Answers and references then use the new data; the file does not change."""
    entry, csl = body.pop("entry", None), body.pop("csl", {})
    work = library_corrections.correct(ports(), current_user_id(), work_id, Correction(entry, body, csl))
    return library.as_json(ports(), work)


@blueprint.route("/<work_id>/entries", methods=["GET"])
@blueprint.response(200, library_schemas.EntriesOut)
def entries(work_id: str) -> dict[str, Any]:
    """List the works in the library file with this id: one work or, in a reference list, all of its works."""
    work = library.get(ports(), current_user_id(), work_id)
    return {"items": library_corrections.entries_as_json(work)}


@blueprint.route("/<work_id>", methods=["DELETE"])
@blueprint.response(204)
def delete(work_id: str) -> None:
    """Delete a file of the library, and remove it from all searches."""
    library.delete(ports(), current_user_id(), work_id)
