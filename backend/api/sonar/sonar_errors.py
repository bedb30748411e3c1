"""Convert errors under /v1 to the form that Sonar and OpenAI use: `{"error": {message, type, code}}`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

PREFIX = "/v1/"
_TYPES = {
    "unauthorized": "invalid_api_key",
    "over-limit": "rate_limit_exceeded",
    "malformed": "invalid_request",
    "refused": "invalid_request",
}


def status_of(status: int) -> int:
    """Return the HTTP status of an error under /v1: 400 for 422, and any other status unchanged."""
    return 400 if status == 422 else status


def body_of(status: int, kind: str, detail: str, errors: Mapping[str, Sequence[str]] | None) -> dict[str, Any]:
    """Build the body of an error answer in Sonar's form. `status` is the HTTP status, `kind` our name for the kind of
    error, and `detail` its text. The field `message` names every invalid field, the field `param` only the first.
    """
    told = {"message": detail, "type": _TYPES.get(kind, kind.replace("-", "_")), "code": status_of(status)}
    if not errors:
        return {"error": told}
    fields = {path.partition(".")[0] for path in errors}
    if fields == {"messages"}:
        told["type"] = "invalid_message"
    elif fields == {"model"}:
        told["type"] = "invalid_model"
    words = [f"{path}: {' '.join(reasons)}" for path, reasons in errors.items() if list(reasons) != [detail]]
    if words:
        told["message"] = "; ".join(words)
    return {"error": told | {"param": next(iter(errors))}}
