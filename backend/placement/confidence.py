"""Estimate how reliable a placement is, by the kind of evidence on which it rests and by how often such placements were
right.

`python -m tests.bench.reliability` measures these shares on the wordings of the benchmarks; the share of each set of
wordings comes from all other sets. The shares are rounded down to a twentieth, except that of "clear", which is as
measured.
"""

from __future__ import annotations

from typing import Literal

from backend.placement.request.request import PlacementRequest

Evidence = Literal[
    "clear", "loose name", "weak description", "only named", "edge", "usual place", "resemblance", "empty", "doubtful"
]  # fmt: skip

#: The share of places of each kind that were exactly right.
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
#: From here on a place is sure.
SURE = 0.9
#: Strength of a request from which on a name is clear that is not the heading's own words (below it 19 of 38 were
#: right on the sets, from it on all of 80), and a described block (below it none of 2, from it on 223 of 226).
_CLEAR, _DESCRIBED = 0.75, 0.6
#: Strength from which on "at the end" is clearly said of the document.
_EDGE = 0.55
_LOOSE = frozenset({"part", "synonym"})


def evidence_for(asked: PlacementRequest | None) -> Evidence:
    """Return the kind of evidence on which a requested place rests."""
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
    return "loose name" if loose and asked.strength < _CLEAR else "clear"
