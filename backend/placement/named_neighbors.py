"""Place content next to the block that a message names or describes, or at the start or end of the only section that it
names. These places are found in the message itself, without the `PlacementRequest` that was read from it, and confirm
or correct the place that the rules chose.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.placement.confidence import RATES, SURE, Evidence, weaker
from backend.placement.fit.beside_described import beside_described, is_same_place
from backend.placement.fit.beside_parts import beside_parts, is_beside
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.fit.section_edge import at_edge
from backend.placement.plan import Placement
from backend.placement.repeated_blocks import doubles_a_block
from backend.placement.request.asked_place import PlacementRequest

#: A message, and the place that it asks for.
Request = tuple[str, PlacementRequest | None]


def beside_named(
    builder: PlacementBuilder, request: Request, found: Placement, evidence: Evidence
) -> tuple[list[Placement], Evidence]:
    """Return the places next to the block that a message names or describes, and the evidence for the first of them.

    `request` is the message and the place that it asks for (or None). `found` is the place that the rules chose, and
    `evidence` is the evidence for it. The list is [] in these cases:
    - the message names or describes no block, or the content would repeat a block: the second value is `evidence`;
    - the rules are sure of `found`, but several blocks fit the description: the second value is `evidence`, which
      becomes "doubtful" if `found` is beside none of these blocks.
    """
    message, asked = request
    if not is_beside(builder, asked):
        return [], evidence
    named = beside_parts(builder, message)
    places, alone = (named, True) if named else beside_described(builder, message)
    described, sure = _undoubled(builder, places), RATES[evidence] >= SURE
    if not described:
        return [], evidence
    if sure and not alone:
        beside = any(is_same_place(builder.view, each, found) for each in described)
        return [], evidence if beside else weaker(evidence)
    rivaled = sure and asked is not None and asked.relation in ("after", "before", "between")
    agrees = not rivaled or is_same_place(builder.view, described[0], found)
    return described, "clear" if alone and agrees else weaker(evidence)


def edge_named(builder: PlacementBuilder, requests: Sequence[Request]) -> list[Placement]:
    """Return the start or end of a section if there is only one message, and it says no more about the place than this:
    "put it at the end of Methods". Returns [] in all other cases, and for content that would repeat a block there.
    `requests` are pairs of a message and the place that it asks for (or None).
    """
    if len(requests) != 1 or not is_beside(builder, requests[0][1]):
        return []
    return _undoubled(builder, at_edge(builder, requests[0][0]))


def _undoubled(builder: PlacementBuilder, places: Sequence[Placement]) -> list[Placement]:
    return [each for each in places if not doubles_a_block(builder, each)]
