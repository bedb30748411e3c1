"""Define the headers that every answer has: security headers and, for web pages of other origins, CORS headers."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, request
from flask_cors import CORS

from backend.api.structured_logs import REQUEST_ID

#: The request headers that CORS allows. OpenAI's clients send headers such as `x-stainless-os` with every call.
_ALLOWED = ("Authorization", "Content-Type", "If-Match", "Idempotency-Key", "Last-Event-ID", r"x-stainless-.*")
_EXPOSED = ("ETag", "X-Run-Id", "Retry-After", "X-Export-Warnings", "Content-Disposition", REQUEST_ID)
#: Paths that belong to the API, and not to the page.
API_PATHS = ("/api/", "/v1/")
SAFETY = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
NOT_STORED = "no-store"
_API_SAFETY = {**SAFETY, "Cache-Control": NOT_STORED}


def register_headers(app: Flask, cors_origins: tuple[str, ...]) -> None:
    """Add the security headers to every answer. CORS headers are added only if `cors_origins` is not empty."""
    app.after_request(_make_safe)
    if cors_origins:
        CORS(app, resources=[rf"{path}.*" for path in API_PATHS], **cors_options(cors_origins))


def cors_options(origins: tuple[str, ...]) -> dict[str, Any]:
    """Return Flask-CORS's options that allow web pages of these origins to call the API."""
    return {
        "origins": list(origins),
        "allow_headers": list(_ALLOWED),
        "expose_headers": list(_EXPOSED),
        "methods": ["GET", "POST", "PUT", "PATCH", "DELETE"],
        "max_age": 600,
    }


def _make_safe(response: Response) -> Response:
    """Add security headers to a response."""
    added = _API_SAFETY if request.path.startswith(API_PATHS) else SAFETY
    present = {name.lower() for name, _ in response.headers}
    response.headers.extend([(name, value) for name, value in added.items() if name.lower() not in present])
    return response
