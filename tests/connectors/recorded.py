"""Recorded answers of the search services, and what a connector asks for, as one flat dict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from backend.connectors.configured_services import CONNECTORS
from backend.connectors.connector import Service
from backend.kernel.search_requests import Filters
from backend.kernel.works import Source

PAYLOADS = Path(__file__).parent / "payloads"
KEY = "sk-secret"
ANY = Filters()


def payload(name: str) -> bytes:
    return (PAYLOADS / f"{name}.{CONNECTORS[name].form}").read_bytes()


def found(name: str) -> tuple[Source, ...]:
    return CONNECTORS[name].parse(payload(name)).sources


def asked(name: str, query: str = "attention", filters: Filters = ANY, **service: str) -> dict[str, Any]:
    base = {"searxng": "http://127.0.0.1:8888"}.get(name, "")
    made = CONNECTORS[name].request(Service(name, **{"base_url": base, **service}), query, filters)
    return {"url": made.url, **dict(made.params), **(made.json or {}), **dict(made.headers)}
