"""Count requests for Prometheus, by route. Worker processes that share a folder are counted together."""

from __future__ import annotations

import hmac
import os
import time
from functools import partial
from ipaddress import ip_address

from flask import Flask, Response, g, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector

from backend.api.structured_logs import AnsweredRequest, route_label
from backend.errors import Forbidden, Unauthorized

REQUESTS = Counter("coscribe_requests_total", "Requests answered", ("method", "route", "status"))
SECONDS = Histogram(
    "coscribe_request_seconds",
    "Seconds from a request's arrival to the end of its answer",
    ("method", "route"),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120),
)

#: Each of these headers shows that a proxy forwarded the request.
_FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def register_metrics(app: Flask, metrics_dir: str) -> None:
    """Count every request. With `metrics_dir`, all worker processes that use this folder are counted together."""
    if metrics_dir:
        # The library reads the variable when it is imported, which is before the folder is known.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics_dir
        values.ValueClass = values.MultiProcessValue()
    app.after_request(_count)


def exposition(metrics_dir: str) -> Response:
    """Return the metrics of this process; with `metrics_dir`, of all processes that use this folder."""
    registry = REGISTRY
    if metrics_dir:
        registry = CollectorRegistry()
        MultiProcessCollector(registry, metrics_dir)
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def check_reader(token: str) -> None:
    """Raise an error unless the caller may read the metrics. With a `token`, the caller must send this token; otherwise
    Unauthorized is raised. If `token` is "", the caller must be on this machine; otherwise Forbidden is raised.
    """
    if token:
        scheme, _, given = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), token.encode()):
            raise Unauthorized(
                "The metrics need their token: send `Authorization: Bearer` with the value of METRICS_TOKEN."
            )
    elif not _is_direct_loopback():
        raise Forbidden("The metrics are open to this machine only; set METRICS_TOKEN to read them from elsewhere.")


def _is_direct_loopback() -> bool:
    if any(name in request.headers for name in _FORWARDED):
        return False
    peer = request.environ.get("werkzeug.proxy_fix.orig", request.environ).get("REMOTE_ADDR") or ""
    try:
        address = ip_address(peer)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def count_request(answered: AnsweredRequest) -> None:
    """Count a request that has just been answered."""
    REQUESTS.labels(_label(answered.method), answered.route, str(answered.status)).inc()
    _observe(_label(answered.method), answered.route, answered.began)


def _count(response: Response) -> Response:
    method, began = _label(request.method), g.get("began", time.perf_counter())
    REQUESTS.labels(method, route_label(), str(response.status_code)).inc()
    observe = partial(_observe, method, route_label(), began)
    if response.is_streamed:
        response.call_on_close(observe)  # a stream is measured until its last byte is sent
    else:
        observe()
    return response


def _label(method: str) -> str:
    return method if method in _METHODS else "other"


def _observe(method: str, route: str, began: float) -> None:
    SECONDS.labels(method, route).observe(time.perf_counter() - began)
