"""Define /api/runs: read, follow and stop a run."""

from __future__ import annotations

from typing import Any

from flask import Response

from backend.api.authentication import current_user_id, ports
from backend.api.event_streams import EVENTS_ANSWER, LAST_ID, last_event, streamed
from backend.api.request_bodies import Blueprint
from backend.api.schemas import run_schemas, session_schemas
from backend.services import run_followers, runs
from backend.storage.db import Page
from backend.storage.paging import PageRequest
from backend.storage.runs import Run

blueprint = Blueprint("runs", __name__, url_prefix="/api/runs", description="Work in progress, and its events")
_LAST = {
    "name": LAST_ID, "in": "header", "schema": {"type": "string", "pattern": "^[0-9]{0,9}$"},
    "description": "the id of the last event received; it takes precedence over `cursor`",
}  # fmt: skip


@blueprint.route("", methods=["GET"])
@blueprint.arguments(run_schemas.RunQuery, location="query")
@blueprint.response(200, session_schemas.page_of(run_schemas.RunOut, "RunPage"))
def page(query: dict[str, Any]) -> Page[Run]:
    """List the caller's runs, or those of one session, newest first."""
    session_id = query.pop("session_id")
    return runs.page(ports(), current_user_id(), session_id, PageRequest(**query))


@blueprint.route("/<run_id>", methods=["GET"])
@blueprint.response(200, run_schemas.RunWithResult)
def get(run_id: str) -> Run:
    """Return one run with its result."""
    return runs.get(ports(), current_user_id(), run_id)


@blueprint.route("/<run_id>/events", methods=["GET"])
@blueprint.doc(parameters=[_LAST])
@blueprint.arguments(run_schemas.EventsQuery, location="query")
@blueprint.response(200, **EVENTS_ANSWER)
def events(query: dict[str, Any], run_id: str) -> Response:
    """Stream the run's events as server-sent events: first those after the given event, then all that follow."""
    return streamed(run_followers.follow(ports(), current_user_id(), run_id, last_event(query["cursor"])))


@blueprint.route("/<run_id>/cancel", methods=["POST"])
@blueprint.arguments(run_schemas.CancelIn)
@blueprint.response(200, run_schemas.CancelledOut)
def cancel(body: dict[str, Any], run_id: str) -> dict[str, Any]:
    """Stop a run, or stop only its search, so that it answers from what was found."""
    run, going = runs.cancel(ports(), current_user_id(), run_id, body["only"] or "all")
    return {"run": run, "stopping": going, "detail": _told(run, going, body["only"])}


def _told(run: Run, going: bool, only: str | None) -> str:
    if not going:
        return f"The run has already ended ({run.status}), so nothing was stopped."
    if only is None:
        return "The run is being stopped."
    if run.kind in runs.SEARCHING_KINDS:
        return "The run stops searching and answers from what it has found so far."
    return "A run of this kind has no search that can be stopped; the run continues."
