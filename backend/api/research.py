"""Define /api/search, /api/ask and /api/research: search the web and the library, and answer questions with
citations.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Response, g, request

from backend.api.authentication import current_user_id, ports
from backend.api.event_streams import EVENTS_ANSWER, started, wants_events
from backend.api.idempotency import HEADER, KEY_PARAMETER, idempotent
from backend.api.request_bodies import Blueprint
from backend.api.request_options import search_limits_of, wanted_of
from backend.api.responses import RUN_HEADER, ready
from backend.api.schemas import research_schemas as schemas
from backend.api.schemas import run_schemas
from backend.kernel.events import silent
from backend.kernel.search_requests import AS_SET_UP
from backend.kernel.wanted import Wanted
from backend.services import research as service
from backend.services.research import Research, Search

blueprint = Blueprint("research", __name__, url_prefix="/api", description="Search, ask, research with citations")


@blueprint.route("/search", methods=["POST"])
@blueprint.arguments(schemas.SearchIn)
@blueprint.response(200, schemas.SearchOut)
def search(body: dict[str, Any]) -> Response:
    """Search all services at once, and return the ranked results. No model is called."""
    names, options = body.pop("connectors"), search_limits_of(body) or AS_SET_UP
    command = Search(**body, connectors=None if names is None else tuple(names), options=options)
    return ready(service.search(ports(), current_user_id(), command, silent))


@blueprint.route("/ask", methods=["POST"])
@blueprint.arguments(schemas.AskIn)
@blueprint.response(200, schemas.AskOut)
def ask(body: dict[str, Any]) -> Response:
    """Answer a question briefly after one quick search, with citations."""
    wanted = Wanted(search=search_limits_of(body))
    command = Research(body["question"], session_id=body["session_id"], wanted=wanted)
    return ready(service.ask(ports(), current_user_id(), command, silent))


@blueprint.route("/research", methods=["POST"])
@idempotent
@blueprint.doc(parameters=[KEY_PARAMETER])
@blueprint.arguments(schemas.ResearchIn)
@blueprint.arguments(run_schemas.StreamQuery, location="query")
@blueprint.response(200, schemas.ResearchOut, headers=RUN_HEADER)
@blueprint.alt_response(200, **EVENTS_ANSWER)
def research(body: dict[str, Any], query: dict[str, str]) -> Response:
    """Search, read pages and answer with citations, in a run that can be followed and stopped."""
    key = request.headers.get(HEADER)
    options = search_limits_of(body)
    wanted = replace(wanted_of(body), search=options)
    command = Research(wanted=wanted, **body, request_key=key, request_id=g.request_id)
    if wants_events():
        return started(service.begin(ports(), current_user_id(), command))
    return ready(service.send(ports(), current_user_id(), command))
