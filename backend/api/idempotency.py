"""Implement the header `Idempotency-Key`: a repeated request gets the first answer again, and its work is not done
twice.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Response, current_app, request
from werkzeug.exceptions import HTTPException

from backend.api.authentication import current_user_id, ports
from backend.api.event_streams import streamed, wants_events
from backend.api.request_bodies import check_named, raw_body
from backend.errors import Conflict, CoscribeError, Refused
from backend.services import idempotency, run_followers
from backend.storage.idempotency import Replay

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
#: The entry for the header in the API description.
KEY_PARAMETER = {
    "name": HEADER,
    "in": "header",
    "schema": {"type": "string", "maxLength": 255, "pattern": "^[ -~]{1,255}$"},
    "description": "a name that you choose for this request; the same key and body return the stored response "
    "again, for 24 hours",
}
#: The headers of an answer that are stored with its body and status.
_KEPT_HEADERS = ("Content-Type", "ETag", "X-Run-Id", "Retry-After")

View = TypeVar("View", bound=Callable[..., Any])


def idempotent(view: View) -> View:
    """Wrap a view so that a repeated request gets the first answer again. A request is a repetition if an earlier
    request had the same caller, the same Idempotency-Key and the same body.
    """

    @functools.wraps(view)
    def once(*args: Any, **more: Any) -> Any:
        key = request.headers.get(HEADER)
        return view(*args, **more) if key is None else _once(key, lambda: view(*args, **more))

    return once  # type: ignore[return-value]


def _once(key: str, work: Callable[[], Any]) -> Response:
    user_id, body = current_user_id(), f"{request.method} {request.path}\n".encode() + raw_body(request)
    begin = idempotency.begin_or_join if wants_events() else idempotency.begin
    try:
        replay = begin(ports(), user_id, key, hashlib.sha256(body).hexdigest())
    except Refused:
        check_named(request)
        raise
    except Conflict as error:
        if "run_id" not in error.extra or not wants_events():
            raise
        return streamed(run_followers.follow(ports(), user_id, error.extra["run_id"]))
    if replay is not None and 200 <= replay.status < 300 and wants_events() and "X-Run-Id" in replay.headers:
        return streamed(run_followers.follow(ports(), user_id, replay.headers["X-Run-Id"]))
    if replay is not None:
        return Response(replay.body, replay.status, {**replay.headers, REPLAYED: "true"})
    status, headers, answer = 500, {}, b""
    try:
        with ports().pulse.beating((user_id, key)):
            response = _answered(work)
        if response.is_streamed:  # the run will have the answer
            status = 0
            return response
        status, answer = response.status_code, response.get_data()
        headers = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
        return response
    finally:
        idempotency.finish(ports(), user_id, key, Replay(status, headers, answer))


def _answered(work: Callable[[], Any]) -> Response:
    """Return the view's answer. An error is converted to an answer as well, because an answer with status 422 is stored
    for repetitions.
    """
    try:
        return current_app.make_response(work())
    except (CoscribeError, HTTPException) as error:
        return current_app.make_response(current_app.handle_user_exception(error))
