"""Define an HTTP request as a value, which the code for a search service creates and `net.http` sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Request:
    """An HTTP request. It is a POST if it has `json`, else a GET. Its `repr` omits parameters and headers, because they
    may contain a key.
    """

    url: str
    params: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    json: Mapping[str, Any] | None = None
