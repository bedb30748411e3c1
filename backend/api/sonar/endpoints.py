"""Define the calls of /v1: research questions from clients of Perplexity's Sonar or of OpenAI's chat completions."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response, current_app, request

from backend.api.authentication import current_user_id, ports, with_key
from backend.api.disconnection import connection_of
from backend.api.event_streams import EVENT_SCHEMA, EVENTS, STREAM_HEADERS
from backend.api.request_bodies import Blueprint
from backend.api.responses import ready
from backend.api.sonar import sonar_schemas as schemas
from backend.api.sonar.sonar_answers import Chunks, Head, whole
from backend.api.sonar.sonar_call import Answering, Caller, Stream
from backend.api.sonar.sonar_requests import inquiry_of, models
from backend.errors import NotFound
from backend.research.inquiry import Findings
from backend.services import spending

blueprint = Blueprint("sonar", __name__, url_prefix="/v1", description="The calls of Perplexity's Sonar API")
_STREAM = {
    "content_type": EVENTS,
    "schema": EVENT_SCHEMA,
    "description": "With `stream`: chunks in the mode `full` or `concise`, then `[DONE]`",
}
#: The path of completions at Sonar itself.
_BARE = "/chat/completions"
#: The creation time of each "model", because clients expect a number; there is no real time.
_CREATED = 1_763_683_200


@blueprint.route("/chat/completions", methods=["POST"])
@with_key
@blueprint.arguments(schemas.SonarRequest)
@blueprint.response(200, schemas.SonarAnswer)
@blueprint.alt_response(200, **_STREAM)
def completions(body: dict[str, Any]) -> Response:
    """Search the web, and answer with citations. Unknown fields are ignored."""
    inquiry = inquiry_of(body, ports().allowed_models)
    head = Head(str(uuid.uuid4()), int(time.time()), body["model"])
    streams = bool(body.get("stream"))
    spending.admit(ports(), current_user_id())
    work = Answering(ports(), inquiry, streams, Caller(connection_of(request.environ), _charging()))
    if not streams:
        return ready(whole(head, inquiry, work.findings()))
    stream = Stream(work, Chunks(head, inquiry, body.get("stream_mode") == "concise"))
    return Response(stream, content_type=f"{EVENTS}; charset=utf-8", headers=STREAM_HEADERS)


def _charging() -> Callable[[Findings], None]:
    """Return a function that adds the cost of an answer's model calls to what the caller has spent this month. It may
    be called from any thread.
    """
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    user_id = current_user_id()

    def charge(findings: Findings) -> None:
        with app.app_context():
            spending.charge(ports(), user_id, findings.usage)

    return charge


@blueprint.route("/models", methods=["GET"])
@with_key
@blueprint.response(200, schemas.SonarModels)
def list_models() -> dict[str, Any]:
    """List the model names that a request may use."""
    return {"object": "list", "data": [_model(name) for name in models(ports().allowed_models)]}


@blueprint.route("/models/<path:name>", methods=["GET"])
@with_key
@blueprint.response(200, schemas.SonarModel)
def get_model(name: str) -> dict[str, Any]:
    """Return one of the models that a request may use."""
    if name not in models(ports().allowed_models):
        raise NotFound(f"There is no model {name[:100]!r}. GET /v1/models lists the available models.")
    return _model(name)


def answer_bare_path(app: Flask) -> None:
    """Answer `/chat/completions` as `/v1/chat/completions`, for clients whose base URL lacks /v1."""
    inner = app.wsgi_app

    def rewritten(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        environ["PATH_INFO"] = own_path(environ.get("PATH_INFO", ""))
        return inner(environ, start)

    app.wsgi_app = rewritten  # type: ignore[method-assign, assignment]


def own_path(path: str) -> str:
    """Return `/v1/chat/completions` for `/chat/completions`, and any other path unchanged."""
    return f"{blueprint.url_prefix}{_BARE}" if path == _BARE else path


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": _CREATED, "owned_by": "coscribe"}
