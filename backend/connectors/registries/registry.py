"""Define how works are looked up in a registry: how a request for one or several works is built, and how its answer is
parsed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from backend.connectors.connector import Service
from backend.connectors.pacing import Pacing
from backend.connectors.rates import Rate
from backend.kernel.records import Lookup, Record
from backend.net.request import Request

#: The records that an answer has for each look-up; empty if the registry has no such work.
Answers = Mapping[Lookup, tuple[Record, ...]]


@dataclass(frozen=True, slots=True)
class LookupMethod:
    """A kind of request to a registry.

    - `request`: builds the request for up to `most` look-ups
    - `parse`: reads the answer's body for these look-ups; raises ProviderMisanswered if the body is invalid
    - `absent`: the HTTP statuses that mean, for a request about a single work, that this work does not exist
    - `pacing`, `rate`: limit how often the registry is asked
    """

    request: Callable[[Service, Sequence[Lookup]], Request]
    parse: Callable[[bytes, Sequence[Lookup]], Answers]
    most: int = 1
    form: Literal["json", "xml"] = "json"
    absent: frozenset[int] = frozenset({404, 410})
    pacing: Pacing = field(default_factory=Pacing)
    rate: Rate | None = None
    #: the name under which the registry counts these requests; kinds with the same name share one rate
    pool: str = ""
