"""Store the page's refresh token in a cookie: no script can read it, and no other site can send it.

The browser sends the cookie by itself, so a caller that uses it must also send the header `X-Coscribe: 1`, which no
form of another site can set.

A browser shares cookies between all ports of a host, so two servers on one machine need different names. Each derives
its name from its secret key, which all its processes share.
"""

from __future__ import annotations

import hmac
from datetime import timedelta

from flask import Response, after_this_request, current_app, request

from backend.errors import Unauthorized
from backend.services.accounts import REFRESH_DAYS

_PREFIX, PATH = "coscribe_refresh_", "/api/auth"
HEADER, WORD = "X-Coscribe", "1"
#: How the description tells of the header.
PARAMETER = {
    "name": HEADER,
    "in": "header",
    "schema": {"type": "string", "enum": [WORD]},
    "description": "needed where the refresh token comes in the cookie, so that no other site can make this call",
}


def name() -> str:
    """Return the cookie's name on this server. It reveals nothing about the secret key."""
    digest = hmac.digest(current_app.config["JWT_SECRET_KEY"].encode(), _PREFIX.encode(), "sha256")
    return _PREFIX + digest.hex()[:8]


def sent_token() -> str:
    """Return the refresh token of the request's cookie, or "". Raises Unauthorized if the header is missing."""
    token = request.cookies.get(name(), "")
    if token and request.headers.get(HEADER) != WORD:
        raise Unauthorized(f"Send the header {HEADER}: {WORD} together with the cookie.")
    return token


def keep(tokens: dict[str, str]) -> dict[str, str]:
    """Put the refresh token into the answer's cookie; returns the tokens that stay in the body."""
    token = tokens["refresh_token"]

    @after_this_request
    def with_cookie(response: Response) -> Response:
        response.set_cookie(
            name(),
            token,
            max_age=timedelta(days=REFRESH_DAYS),
            path=PATH,
            secure=request.is_secure,
            httponly=True,
            samesite="Strict",
        )
        return response

    return {field: value for field, value in tokens.items() if field != "refresh_token"}


def forget() -> None:
    """Let the browser delete the cookie, if it sent one."""
    if name() not in request.cookies:
        return

    @after_this_request
    def without_cookie(response: Response) -> Response:
        response.delete_cookie(name(), path=PATH, secure=request.is_secure, httponly=True, samesite="Strict")
        return response
