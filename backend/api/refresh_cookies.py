"""Store the web page's refresh token in a cookie that no script can read and no other site can use.

The browser sends the cookie with every request to this server. To prove that the page itself makes the request, it must
also send the header `X-Coscribe: 1`, which a form on another site cannot set.

A browser shares cookies between all ports of a host. So two servers on one machine must use different cookie names: the
name is derived from the server's secret key.
"""

from __future__ import annotations

import hmac
from datetime import timedelta

from flask import Response, after_this_request, current_app, request

from backend.errors import Unauthorized
from backend.services.accounts import REFRESH_DAYS

_PREFIX, PATH = "coscribe_refresh_", "/api/auth"
HEADER, WORD = "X-Coscribe", "1"
#: The entry for the header in the API description.
PARAMETER = {
    "name": HEADER,
    "in": "header",
    "schema": {"type": "string", "enum": [WORD]},
    "description": "required if the refresh token is in the cookie, so that no other site can make this call",
}


def name() -> str:
    """Return the name of this server's cookie. The secret key cannot be found out from the name."""
    digest = hmac.digest(current_app.config["JWT_SECRET_KEY"].encode(), _PREFIX.encode(), "sha256")
    return _PREFIX + digest.hex()[:8]


def sent_token() -> str:
    """Return the refresh token in the request's cookie, or "". Raises Unauthorized if the cookie comes without the
    header `X-Coscribe`.
    """
    token = request.cookies.get(name(), "")
    if token and request.headers.get(HEADER) != WORD:
        raise Unauthorized(f"Send the header {HEADER}: {WORD} together with the cookie.")
    return token


def keep(tokens: dict[str, str]) -> dict[str, str]:
    """Put the refresh token into a cookie of the answer. Returns the other tokens, for the answer's body."""
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
    """Tell the browser to delete the cookie, if it sent one."""
    if name() not in request.cookies:
        return

    @after_this_request
    def without_cookie(response: Response) -> Response:
        response.delete_cookie(name(), path=PATH, secure=request.is_secure, httponly=True, samesite="Strict")
        return response
