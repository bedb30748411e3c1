"""Add the HTTP API to a Flask application. Its options are passed as arguments; this package reads no settings."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from backend.api import (
    api_keys,
    auth,
    chat,
    checks,
    documents,
    exports,
    health,
    imports,
    library,
    personas,
    pictures,
    references,
    research,
    runs,
    sessions,
    styles,
)
from backend.api.admission import register_admission
from backend.api.authentication import register_access
from backend.api.errors import register_errors
from backend.api.metrics import register_metrics
from backend.api.openapi import register_api_description
from backend.api.rate_limits import Counters, register_limits
from backend.api.refusals import Refusals
from backend.api.request_bodies import READ_AT_MOST
from backend.api.responses import register_headers
from backend.api.sonar import endpoints
from backend.api.structured_logs import register_logs


@dataclass(frozen=True, slots=True)
class ApiOptions:
    """The options of the HTTP API. Each option has the name of its setting (docs/settings.md)."""

    #: signs the access tokens
    secret_key: str
    registration_open: bool
    #: where the rate limits are counted; the limits are written as Flask-Limiter reads them ("100 per minute")
    counters: Counters
    rate_limit: str | None
    auth_rate_limit: str | None
    #: the number of proxies before the server whose reports of the client's address are believed
    trusted_proxies: int = 0
    #: the origins of web pages that may call the API
    cors_origins: tuple[str, ...] = ()
    metrics_token: str = ""
    metrics_dir: str = ""
    #: the most long requests that this process answers at a time; 0 means no limit
    most_in_flight: int = 0


def register_api(app: Flask, options: ApiOptions) -> None:
    """Add all calls of the API to the application, and the functions that run before and after each request. These run
    in the order in which they are added here.
    """
    app.config.update(
        MAX_CONTENT_LENGTH=READ_AT_MOST,
        REGISTRATION_OPEN=options.registration_open,
        METRICS_TOKEN=options.metrics_token,
        METRICS_DIR=options.metrics_dir,
    )
    endpoints.answer_bare_path(app)  # before the wrappers that limit and count requests, so that they surround it
    app.url_map.merge_slashes = False  # an unknown address gets 404, not a redirect
    app.ensure_sync = lambda func: func  # type: ignore[method-assign]  # no function is async; Flask asks 23 a request
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    register_logs(app)
    register_metrics(app, options.metrics_dir)
    if options.most_in_flight:
        register_admission(app, options.most_in_flight, Refusals(app, options.cors_origins))
    register_access(app, options.secret_key)
    register_limits(app, options.counters, options.rate_limit, options.auth_rate_limit)
    modules = (
        auth, api_keys, sessions, documents, imports, pictures, references, checks, exports, styles, library, chat,
        personas, runs, research, endpoints,
    )  # fmt: skip
    register_api_description(app, tuple(module.blueprint for module in modules))
    app.register_blueprint(health.blueprint)
    register_errors(app)
    register_headers(app, options.cors_origins)
    if options.trusted_proxies:
        hops = options.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
