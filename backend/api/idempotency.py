"""`Idempotency-Key`: the same request sent again is answered again, not done again."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Response, current_app, request
from werkzeug.exceptions import HTTPException

from backend.api.access import current_user_id, ports
from backend.api.bodies import check_named, raw_body
from backend.errors import CoscribeError, Refused
from backend.services import idempotency

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
#: What of an answer is kept beside its body and status.
_KEPT_HEADERS = ("Content-Type", "ETag", "X-Run-Id", "Retry-After")

View = TypeVar("View", bound=Callable[..., Any])


def idempotent(view: View) -> View:
    """Answer from the store where the caller's key and body were answered before; see the contract, section 1."""

    @functools.wraps(view)
    def once(*args: Any, **more: Any) -> Any:
        key = request.headers.get(HEADER)
        return view(*args, **more) if key is None else _once(key, lambda: view(*args, **more))

    return once  # type: ignore[return-value]


def _once(key: str, work: Callable[[], Any]) -> Response:
    user_id, body = current_user_id(), f"{request.method} {request.path}\n".encode() + raw_body(request)
    try:
        replay = idempotency.begin(ports(), user_id, key, hashlib.sha256(body).hexdigest())
    except Refused:
        check_named(request)
        raise
    if replay is not None:
        return Response(replay.body, replay.status, {**replay.headers, REPLAYED: "true"})
    status, headers, answer = 500, {}, b""
    try:
        with ports().pulse.beating((user_id, key)):
            response = _answered(work)
        status, answer = response.status_code, response.get_data()
        headers = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
        return response
    finally:
        idempotency.finish(ports(), user_id, key, status, headers, answer)


def _answered(work: Callable[[], Any]) -> Response:
    """The view's answer, and what it refuses as an answer too, so that a 422 can be kept."""
    try:
        return current_app.make_response(work())
    except (CoscribeError, HTTPException) as error:
        return current_app.make_response(current_app.handle_user_exception(error))
