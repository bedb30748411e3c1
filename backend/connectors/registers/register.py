"""Define a registry: how to build requests for one or several works, and how to parse the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from backend.connectors.connector import Service
from backend.connectors.pacing import Pacing
from backend.connectors.rates import Rate
from backend.kernel.records import Lookup, Record
from backend.net.request import Request

#: What an answer says of each look-up that was asked for: its records, none where there is no such work.
Answers = Mapping[Lookup, tuple[Record, ...]]


@dataclass(frozen=True, slots=True)
class Way:
    """A kind of request to a registry. `most` is the maximum number of look-ups per request.

    `parse` gets the body and the look-ups, and raises ProviderMisanswered for an invalid body. A status in `absent`
    means that the single requested work does not exist.
    """

    request: Callable[[Service, Sequence[Lookup]], Request]
    parse: Callable[[bytes, Sequence[Lookup]], Answers]
    most: int = 1
    form: Literal["json", "xml"] = "json"
    absent: frozenset[int] = frozenset({404, 410})
    pacing: Pacing = field(default_factory=Pacing)
    rate: Rate | None = None
    #: requests of different names are counted apart, as the registry does
    pool: str = ""
