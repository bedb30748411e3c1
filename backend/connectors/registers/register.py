"""A registry: how it is asked about one work or several, and how its answer is read, as values and pure functions."""

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
    """A way to ask a registry. `most` is the number of look-ups that one request may hold.

    `parse` gets the body and the look-ups that were asked for, and raises ProviderMisanswered where the body is no
    answer. A status in `absent` says that the one work asked for does not exist.
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
