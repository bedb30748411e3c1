"""Estimate how likely a placement is right, by the kind of evidence for it.

`python -m tests.bench.reliability` measures on the benchmarks how often placements are right, for each kind of
evidence. The values of `RATES` are these results, rounded down to a multiple of 0.05 (except 0.98).
"""

from __future__ import annotations

from typing import Literal

from backend.placement.request.asked_place import PlacementRequest

Evidence = Literal[
    "clear", "loose name", "weak description", "only named", "edge", "usual place", "resemblance", "empty", "doubtful"
]  # fmt: skip

#: For each kind of evidence, the share of its places (0 to 1) that were exactly right.
RATES: dict[Evidence, float] = {
    "clear": 0.98,
    "empty": 0.98,
    "edge": 0.95,
    "usual place": 0.8,
    "only named": 0.7,
    "weak description": 0.6,
    "doubtful": 0.5,
    "loose name": 0.4,
    "resemblance": 0.3,
}
#: Minimum confidence (0 to 1) of a place that counts as sure.
SURE = 0.9
#: Minimum strength (0 to 1) of a request whose place is clear, if it names a section in other words than the heading,
#: and if it describes a block. On the benchmarks, 19 of 38 places of the first kind were right below the limit, and all
#: of 80 above it; of the second kind, none of 2 below and 223 of 226 above.
_CLEAR, _DESCRIBED = 0.75, 0.6
#: Minimum strength with which "at the end" clearly means the end of the document.
_EDGE = 0.55
_LOOSE = frozenset({"part", "synonym"})


def evidence_for(asked: PlacementRequest | None) -> Evidence:
    """Return the kind of evidence for a place, from which its confidence follows: "clear" for "after Methods", and
    "resemblance" if no message asks for a place. `asked` is the place that the messages ask for, or None.
    """
    if asked is None or asked.target is None:
        return "resemblance"
    target = asked.target
    if asked.unclear:
        return "doubtful"
    if target.kind == "document":
        return "edge" if asked.strength >= _EDGE else "doubtful"
    if target.kind == "block":
        return "clear" if asked.strength >= _DESCRIBED else "weak description"
    if target.kind == "section" and target.mention is None and asked.relation != "replace":
        return "only named"
    loose = target.mention is not None and target.mention.how in _LOOSE
    return "loose name" if loose and asked.strength < _CLEAR and not asked.understood else "clear"


def weaker(evidence: Evidence) -> Evidence:
    """Return "doubtful" or `evidence`, whichever is less reliable."""
    return min(evidence, "doubtful", key=lambda kind: RATES[kind])
