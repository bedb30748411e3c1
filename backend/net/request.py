"""An HTTP request as a value, which a connector makes and `net.http` sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Request:
    """An HTTP request; `json` makes it a POST. Parameters and headers may hold a key, so `repr` leaves them out."""

    url: str
    params: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    json: Mapping[str, Any] | None = None
