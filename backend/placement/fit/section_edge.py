"""Place content at the start or end of the only section that a message names, if it gives no other place."""

from __future__ import annotations

from backend.mentions.parsed_message import ParsedMessage, outermost
from backend.mentions.referents import Target
from backend.mentions.section_names import NamedSection
from backend.mentions.section_of_block import HOLDER
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Placement
from backend.placement.request.asides import parsed
from backend.placement.request.asked_place import PlacementRequest
from backend.placement.request.roles import BUT, Roles
from backend.placement.request.unexplained import is_unknown
from backend.placement.request.unmet_relations import relations_in

_EDGES = {1: "start", -1: "end"}
#: Tags of words that may give another place.
_OTHERS = ("after", "before", "between", "replace", "not", "subsection", "newsection", "sentence", "row", "item")
#: Minimum quality (0 to 1) of another name that may be meant; and maximum number of unknown words. On handwritten
#: requests, 25 of 25 places were right with at most one unknown word.
_LOOSE, _UNKNOWN = 0.5, 1


def at_edge(builder: PlacementBuilder, message: str) -> list[Placement]:
    """Return the start or the end of the section that a message names by its whole title: "Va messo in fondo a Methods"
    ("put it at the end of Methods"). Returns [] if the message says anything else about the place.
    """
    reading = parsed(builder.view, message)
    if reading is None or builder.content.level or Roles(reading).refused:
        return []
    name = _only_name(reading)
    edge = _edge(reading, name) if name is not None else ""
    if name is None or not edge:
        return []
    meant = Target("section", 1.0, name.stop, sections=name.sections, mention=name)
    return builder.of(PlacementRequest("start" if edge == "start" else "end", meant, None, 1.0))


def _only_name(reading: ParsedMessage) -> NamedSection | None:
    """Return the one section's name in a message; None if there is none, or if the message has other names."""
    named = outermost(each for each in reading.mentions if each.quality >= HOLDER and each.how == "full")
    if len(named) != 1 or len(named[0].sections) != 1:
        return None
    others = (
        each for each in reading.mentions
        if each.quality >= _LOOSE and not (named[0].first < each.stop and each.first < named[0].stop)
        and not all(reading.known(index) for index in range(each.first, each.stop))
    )  # fmt: skip
    return named[0] if next(others, None) is None else None


def _edge(reading: ParsedMessage, name: NamedSection) -> str:
    """Return "start" or "end" if the words outside the name say this, and say nothing else about a place; else ""."""
    edges: set[str] = set()
    unknown = 0
    if any(relations_in(reading, [i for i in range(len(reading.tokens)) if i not in reading.masked])):
        return ""
    for index in range(len(reading.tokens)):
        if name.first <= index < name.stop:
            continue
        number = reading.ordinal(index)[0]
        found = {tag for tag in _EDGES.values() if reading.at(index, tag)}
        found |= {_EDGES[number]} if number in _EDGES and index not in reading.masked else set()
        bracket = reading.text_at(index) in ("(", "（") or reading.text_at(index) in BUT or reading.tokens[index].quote
        if bracket or (number and not found) or (reading.at(index, *_OTHERS) and not found):
            return ""
        if reading.kind(index)[0] not in ("", "paragraph") or reading.tokens[index].norm.isdigit():
            return ""
        unknown += not found and is_unknown(reading, index)
        edges |= found
    return edges.pop() if len(edges) == 1 and unknown <= _UNKNOWN else ""
