"""Limit how many requests are answered per minute. There is a limit for each user and, at calls that could be used to
guess passwords or tokens, a limit for each network address.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, Response, g, request
from flask_limiter import ApplicationLimit, Limiter, RequestLimit

from backend.api.authentication import current_user_id

#: The endpoints at which somebody could try out passwords or tokens.
GUESSABLE = frozenset({"auth.register", "auth.login", "auth.refresh", "auth.password", "auth.leave"})
_COUNTED = ("/api/", "/v1/")


@dataclass(frozen=True, slots=True)
class Counters:
    """Where the requests are counted: the address of a store such as Redis, and options for connecting to it."""

    uri: str
    options: Mapping[str, Any] = field(default_factory=dict)


def register_limits(app: Flask, counters: Counters, per_user: str | None, per_address: str | None) -> None:
    """Count every call of the API, and refuse calls beyond a limit such as "60 per minute"; None means no limit.

    `per_user` limits all calls of one user. `per_address` limits the calls that could be used to guess passwords or
    tokens, for each network address. If the store of the counts cannot be reached, each process counts its own calls.
    """
    limits = []
    if per_address:
        limits.append(
            ApplicationLimit(
                per_address, key_function=address, scope="auth", exempt_when=lambda: request.endpoint not in GUESSABLE
            )
        )
    if per_user:
        limits.append(
            ApplicationLimit(
                per_user, key_function=caller, scope="api", exempt_when=lambda: not request.path.startswith(_COUNTED)
            )
        )
    if limits:
        limiter = Limiter(
            caller,
            application_limits=limits,  # type: ignore[arg-type]
            storage_uri=counters.uri,
            storage_options=dict(counters.options),
            swallow_errors=True,
            in_memory_fallback_enabled=True,
            on_breach=_remember,
        )
        limiter.init_app(app)


def caller() -> str:
    """Return the name under which a caller's requests are counted: the user's id or, without a token, the network
    address.
    """
    return f"user:{user_id}" if (user_id := current_user_id()) else f"address:{address()}"


def address() -> str:
    """Return the client's network address. Behind trusted proxies, this is the address that the proxies report."""
    return request.remote_addr or "unknown"


def _remember(limit: RequestLimit) -> Response | None:
    """Store when the time window of `limit`, which was exceeded, ends; the answer's header Retry-After needs this.
    Returns None, so that Flask-Limiter writes the answer.
    """
    g.rate_window_ends = limit.window.reset_time
    return None
