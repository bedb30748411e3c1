"""List the error statuses that each call may return, for the OpenAPI document.

The generator of the document knows the fields of each call, but not the checks before and after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backend.api.errors import PROBLEM_TYPE
from backend.api.sonar import sonar_errors

#: For each status, the condition under which a call returns it.
WHEN = {
    400: "The body is not JSON or not UTF-8, or a text contains NUL or lone surrogates",
    401: "The token is missing or not valid for this call",
    403: "Not allowed on this server or from this address",
    404: "The id is unknown or belongs to somebody else",
    409: "Not possible now, for example because a run is in progress or a draft was decided; `detail` says why",
    412: "If-Match names an old revision",
    413: "The body is too large",
    414: "The address is longer than 4,094 characters",
    415: "This content type is not accepted here",
    422: "Some fields were refused; the answer names each of them",
    428: "If-Match is missing",
    429: "Too many requests, or a spending limit is reached",
    502: "The provider sent an invalid answer, refused our API key, or could not be reached",
    503: "This server or the provider is busy; try again after Retry-After seconds",
    504: "The provider did not answer in time",
}
_RETRY = {"Retry-After": {"schema": {"type": "integer"}, "description": "seconds"}}

#: Statuses of single calls that do not follow from the call's path, method and parameters.
_OWN: Mapping[tuple[str, str], frozenset[int]] = {
    ("post", "/api/auth/register"): frozenset({403, 409}),
    ("post", "/api/auth/login"): frozenset({401}),
    ("post", "/api/auth/keys"): frozenset({409}),
    ("delete", "/api/auth/keys/{key_id}"): frozenset({404}),
    ("delete", "/api/styles/{style_id}"): frozenset({404}),
    ("get", "/api/document-types"): frozenset({404}),
    ("post", "/api/sessions/{session_id}/files"): frozenset({409}),
    ("post", "/api/sessions/{session_id}/references"): frozenset({409, 502, 504}),
    ("patch", "/api/sessions/{session_id}/references/{key}"): frozenset({409}),
    ("post", "/api/sessions/{session_id}/check"): frozenset({409}),
    ("get", "/api/sessions/{session_id}/export"): frozenset({409}),
    ("post", "/api/library"): frozenset({409}),
    ("patch", "/api/library/{work_id}"): frozenset({409}),
    ("get", "/api/runs"): frozenset({404}),
    ("post", "/api/chat/message"): frozenset({502, 504}),
    ("post", "/api/chat/rewrite"): frozenset({502, 504}),
    ("post", "/v1/chat/completions"): frozenset({502, 504}),
    ("get", "/v1/models/{name}"): frozenset({404}),
    ("post", "/api/search"): frozenset({404}),
    ("post", "/api/ask"): frozenset({404, 502, 504}),
    ("post", "/api/research"): frozenset({404, 409, 502, 504}),
}


def statuses(method: str, path: str, operation: Mapping[str, Any]) -> set[int]:
    """Return the HTTP error statuses that a call (`method` and `path`) may have; 503 is always one of them. `operation`
    is the OpenAPI object of the call. It must have `security` if the call needs a token.
    """
    found = {400 if _is_sonar(path) else 422, 429, 503} | _OWN.get((method, path), frozenset())
    if "security" in operation:
        found.add(401)
    if method != "get":
        found |= {400, 413, 415}
    elif operation.get("parameters"):
        found.add(400)
    if "{" in path or operation.get("parameters"):
        found.add(414)
    owned = ("{session_id}", "{run_id}", "{work_id}", "{persona_id}")
    if any(each in path for each in owned) or path.startswith("/api/chat/"):
        found.add(404)
    if "document" in path.split("/") or (path.startswith("/api/chat/") and method == "post"):
        found.add(409)
    if any(each.get("name") == "If-Match" for each in operation.get("parameters", ()) if isinstance(each, dict)):
        found |= {412, 428}
    return found


def responses() -> dict[str, Any]:
    """Return the OpenAPI response components of all error statuses, by names such as `Problem404`."""
    told = {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    sonar = {"application/json": {"schema": {"$ref": "#/components/schemas/SonarProblem"}}}
    return {
        f"{name}{status}": {"description": when, "content": content}
        | ({"headers": _RETRY} if status in (429, 503) else {})
        for name, content in (("Problem", told), ("SonarProblem", sonar))
        for status, when in WHEN.items()
    }


def reference(status: int, path: str = "") -> dict[str, str]:
    """Return the OpenAPI reference to the response component for this status. Calls under /v1 have components of their
    own, in the form of Sonar's errors.
    """
    return {"$ref": f"#/components/responses/{'Sonar' if _is_sonar(path) else ''}Problem{status}"}


def _is_sonar(path: str) -> bool:
    return path.startswith(sonar_errors.PREFIX)
