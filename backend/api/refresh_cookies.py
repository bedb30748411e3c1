"""The refresh token in a cookie, for a page: no script can read it, and no other site's page can send it.

The browser sends the cookie along by itself, so whoever uses it must also send the header `X-Coscribe: 1`, which no
form of another site can set.

A browser keeps one jar of cookies for all ports of a host, so two servers on one machine must not use one name: each
has its own, derived from its secret key. All processes of one server share that key, and so the name.
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
    """The cookie's name on this server. It tells nothing of the secret key."""
    digest = hmac.digest(current_app.config["JWT_SECRET_KEY"].encode(), _PREFIX.encode(), "sha256")
    return _PREFIX + digest.hex()[:8]


def sent_token() -> str:
    """The refresh token in the request's cookie; empty if there is none. Raises Unauthorized without the header."""
    token = request.cookies.get(name(), "")
    if token and request.headers.get(HEADER) != WORD:
        raise Unauthorized(f"Send the header {HEADER}: {WORD} together with the cookie.")
    return token


def keep(tokens: dict[str, str]) -> dict[str, str]:
    """Put the refresh token into the answer's cookie; return the tokens that stay in its body."""
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
    """Have the browser remove the cookie, if it sent one."""
    if name() not in request.cookies:
        return

    @after_this_request
    def without_cookie(response: Response) -> Response:
        response.delete_cookie(name(), path=PATH, secure=request.is_secure, httponly=True, samesite="Strict")
        return response
