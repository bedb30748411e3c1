"""Check references in the registries: ask them in rounds until everything is known or the time is over, and then judge
each reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from backend.kernel import work_slots
from backend.kernel.records import Found, Lookup, Record
from backend.kernel.search_requests import Failure
from backend.net import deadline
from backend.net.deadline import Deadline
from backend.ports import Verification
from backend.verification import claims, lookups
from backend.verification.claims import Claim, Identifier
from backend.verification.identifier import claim_of
from backend.verification.verdict import Verdict, verdicts

#: Maximum number of rounds of requests: identifiers, other registries, the resolver, versions of record. No check needs
#: more.
ROUNDS = 6
#: Maximum number of references that are looked up at the same time; the registries' own requests have the same limit.
AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class CheckedSource:
    """A source, as text, and the verdict on it. `late` is True if a registry was not asked, or did not
    answer in time.
    """

    text: str
    verdict: Verdict
    late: bool = False


def check_sources(
    verification: Verification, texts: Sequence[str], *, vouched: Sequence[Record] = (), seconds: float
) -> list[CheckedSource]:
    """Return the verdict on each source, given in `texts` as the model named it, after at most `seconds`. `vouched` are
    results of the model's own search; they are treated like records of a registry.
    """
    read = [claims.read(each) for each in texts]
    known = _asked(verification, read, seconds)
    made = verdicts(read, known, verification.registries.names, vouched)
    return [_checked(claim, verdict) for claim, verdict in zip(read, made, strict=True)]


@dataclass(frozen=True, slots=True)
class CheckedIdentifier:
    """The verdict on an identifier, the records found for it, and the failures of registries that might know it."""

    checked: CheckedSource
    records: tuple[Record, ...]
    failures: tuple[Failure, ...]

    @property
    def verdict(self) -> Verdict:
        return self.checked.verdict


def check_identifier(verification: Verification, identifier: Identifier, *, seconds: float) -> CheckedIdentifier:
    """Return the verdict on an identifier: which work has it, if any. Waits for the registries' answers for at most
    `seconds`.
    """
    claim = claim_of(identifier)
    known = _asked(verification, [claim], seconds)
    (verdict,) = verdicts([claim], known, verification.registries.names)
    records, failures = lookups.records_of(identifier, known), lookups.failures_of(identifier, known)
    return CheckedIdentifier(_checked(claim, verdict), records, failures)


def _asked(verification: Verification, read: Sequence[Claim], seconds: float) -> dict[Lookup, Found]:
    """Ask the registries until everything about the references in `read` is known or the time is over. Returns the
    result of each look-up.

    References with identifiers are looked up together, because registries answer many identifiers at once. Each other
    reference is looked up on its own, all at the same time, so that a slow page or search delays no other reference.
    """
    names, bound = verification.registries.names, deadline.after(seconds)
    known, left = _remembered(verification, read)
    parts = [part for part in _parts(left) if lookups.next_lookups(part, known, names)]
    if not parts:
        return known
    rounds = dict.fromkeys(range(len(parts)), 0)
    under_way: dict[Future[Mapping[Lookup, Found]], tuple[int, tuple[Lookup, ...]]] = {}
    size = min(len(parts), AT_ONCE)
    with work_slots.waiting(), ThreadPoolExecutor(size, thread_name_prefix="coscribe-check") as pool:
        waiting = list(rounds)
        while waiting or under_way:
            for place in waiting:
                wanted, remembered = _wanted(verification, parts[place], known)
                known |= remembered
                if wanted and rounds[place] < ROUNDS:
                    rounds[place] += 1
                    under_way[pool.submit(_answers, verification, wanted, bound)] = place, wanted
            waiting = []
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                place, wanted = under_way.pop(future)
                known |= _kept(verification, wanted, future.result())
                waiting.append(place)
    return known


def _parts(read: Sequence[Claim]) -> list[list[Claim]]:
    together, alone = list[Claim](), list[list[Claim]]()
    for each in dict.fromkeys(read):
        if any(identifier.kind != "url" for identifier in each.ids):
            together.append(each)
        else:
            alone.append([each])
    return [together, *alone] if together else alone


def _remembered(verification: Verification, read: Sequence[Claim]) -> tuple[dict[Lookup, Found], list[Claim]]:
    """Return the stored results of earlier look-ups of the references in `read`, and the references for which more must
    be asked.
    """
    known: dict[Lookup, Found] = {}
    left, names = list(dict.fromkeys(read)), verification.registries.names
    while verification.memory is not None and left:
        wanted = {each: lookups.next_lookups([each], known, names) for each in left}
        left = [each for each in left if wanted[each]]
        asked = tuple(dict.fromkeys(lookup for each in left for lookup in wanted[each]))
        recalled = verification.memory.recall(asked) if asked else {}
        if not recalled:
            break
        known |= recalled
    return known, left


def _wanted(
    verification: Verification, part: Sequence[Claim], known: Mapping[Lookup, Found]
) -> tuple[tuple[Lookup, ...], Mapping[Lookup, Found]]:
    """Return what must be looked up next for the references in `part`, and all results so far: those in `known`, and
    stored results of earlier checks.
    """
    found = dict(known)
    while wanted := lookups.next_lookups(part, found, verification.registries.names):
        recalled = verification.memory.recall(wanted) if verification.memory else {}
        found |= recalled
        left = tuple(each for each in wanted if each not in recalled)
        if left:
            return left, found
    return (), found


def _answers(verification: Verification, wanted: Sequence[Lookup], bound: Deadline) -> Mapping[Lookup, Found]:
    left = bound.remaining()
    return verification.registries.look_up(wanted, seconds=left) if left else {}


def _kept(
    verification: Verification, wanted: Sequence[Lookup], answered: Mapping[Lookup, Found]
) -> dict[Lookup, Found]:
    """Store the registries' answers to the look-ups in `wanted`, and return them. For a failed look-up, the answer that
    an earlier look-up has stored is returned, if there is one.
    """
    memory = verification.memory
    found = {each: answered.get(each, Failure(each.service, "was not asked: no time was left", 504)) for each in wanted}
    if memory is not None:
        memory.keep(answered)
        failed = [each for each, what in found.items() if isinstance(what, Failure)]
        found |= memory.recall(failed, stale=True) if failed else {}
    return found


def _checked(claim: Claim, verdict: Verdict) -> CheckedSource:
    return CheckedSource(claim.text, verdict, not verdict.complete or verdict.status == "unchecked")
