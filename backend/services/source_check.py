"""Check references against the registries: ask in rounds until all is known or the time is over, then judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from backend.kernel.records import Found, Lookup, Record
from backend.kernel.search_requests import Failure
from backend.net.deadline import after
from backend.verification import claims, enquiry
from backend.verification.verdict import Verdict, verdicts

#: Rounds of questions: identifiers, other registries, the resolver, versions of record. None needs more.
ROUNDS = 6


class LookUp(Protocol):
    """Ask registries; what has not come within `seconds` is a failure."""

    def __call__(self, lookups: Sequence[Lookup], *, seconds: float) -> Mapping[Lookup, Found]: ...


@dataclass(frozen=True, slots=True)
class Registrars:
    """How registries are asked, and which of them the operator lets be asked."""

    look_up: LookUp
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class CheckedSource:
    """A source string and the verdict on it."""

    text: str
    verdict: Verdict


def check_sources(
    registrars: Registrars, texts: Sequence[str], *, vouched: Sequence[Record] = (), seconds: float
) -> list[CheckedSource]:
    """The verdict on each of these source strings. `vouched` are results of the provider's own search."""
    read = [claims.read(each) for each in texts]
    known: dict[Lookup, Found] = {}
    bound = after(seconds)
    for _ in range(ROUNDS):
        wanted = enquiry.next_lookups(read, known, registrars.names)
        if not wanted:
            break
        left = bound.remaining()
        found = registrars.look_up(wanted, seconds=left) if left else {}
        known |= {each: found.get(each, Failure(each.service, "was not asked: the time was over")) for each in wanted}
    made = verdicts(read, known, registrars.names, vouched)
    return [CheckedSource(text, verdict) for text, verdict in zip(texts, made, strict=True)]
