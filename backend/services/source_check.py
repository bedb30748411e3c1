"""Check references against the registries: ask in rounds until all is known or the time is over, then judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.kernel.records import Found, Lookup, Record
from backend.kernel.search_requests import Failure
from backend.net import deadline
from backend.net.deadline import Deadline
from backend.ports import Verification
from backend.verification import claims, enquiry
from backend.verification.claims import Claim, Identifier
from backend.verification.identifier import claim_of
from backend.verification.verdict import Verdict, verdicts

#: Rounds of questions: identifiers, other registries, the resolver, versions of record. None needs more.
ROUNDS = 6


@dataclass(frozen=True, slots=True)
class CheckedSource:
    """A source string and the verdict on it. `late`: something about it was not asked, or not answered in time."""

    text: str
    verdict: Verdict
    late: bool = False


def check_sources(
    verification: Verification, texts: Sequence[str], *, vouched: Sequence[Record] = (), seconds: float
) -> list[CheckedSource]:
    """The verdict on each of these source strings. `vouched` are results of the provider's own search."""
    read = [claims.read(each) for each in texts]
    known = _asked(verification, read, seconds)
    made = verdicts(read, known, verification.registers.names, vouched)
    return [_checked(claim, verdict) for claim, verdict in zip(read, made, strict=True)]


@dataclass(frozen=True, slots=True)
class CheckedIdentifier:
    """The verdict on an identifier, all records that were found for it, and why services that could know it failed."""

    checked: CheckedSource
    records: tuple[Record, ...]
    failures: tuple[Failure, ...]

    @property
    def verdict(self) -> Verdict:
        return self.checked.verdict


def check_identifier(verification: Verification, identifier: Identifier, *, seconds: float) -> CheckedIdentifier:
    """Say whether an identifier is a work's, and which."""
    claim = claim_of(identifier)
    known = _asked(verification, [claim], seconds)
    (verdict,) = verdicts([claim], known, verification.registers.names)
    records, failures = enquiry.records_of(identifier, known), enquiry.failures_of(identifier, known)
    return CheckedIdentifier(_checked(claim, verdict), records, failures)


def _asked(verification: Verification, read: Sequence[Claim], seconds: float) -> dict[Lookup, Found]:
    """All that is known about these references when nothing is left to ask, or the time is over."""
    names, bound = verification.registers.names, deadline.after(seconds)
    known: dict[Lookup, Found] = {}
    for _ in range(ROUNDS):
        wanted = enquiry.next_lookups(read, known, names)
        if not wanted:
            break
        known |= _found(verification, wanted, bound)
    return known


def _checked(claim: Claim, verdict: Verdict) -> CheckedSource:
    return CheckedSource(claim.text, verdict, not verdict.complete or verdict.status == "unchecked")


def _found(verification: Verification, wanted: Sequence[Lookup], bound: Deadline) -> Mapping[Lookup, Found]:
    """Return what is remembered of these, and for the rest what the registries say now."""
    memory = verification.memory
    found: dict[Lookup, Found] = dict(memory.recall(wanted)) if memory else {}
    asked = [each for each in wanted if each not in found]
    left = bound.remaining()
    answered = verification.registers.look_up(asked, seconds=left) if asked and left else {}
    if memory is not None:
        memory.keep(answered)
    found |= {
        each: answered.get(each, Failure(each.service, "was not asked: the time was over", 504)) for each in asked
    }
    failed = [each for each, what in found.items() if isinstance(what, Failure)]
    if memory is not None and failed:
        found |= memory.recall(failed, stale=True)
    return found
