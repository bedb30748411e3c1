"""Place content at the start or end of a section if a message consists of little more than the section's path: "methods
> sampling, last".
"""

from __future__ import annotations

from itertools import pairwise

from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.referents import Target
from backend.mentions.resolver import Mention, resolve
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Placement
from backend.placement.request.asides import parsed
from backend.placement.request.asked_place import PlacementRequest

#: Signs between the names of a path.
_PATH_MARKS = frozenset((">", "/", ",", ":", "›", "→"))
_EDGES = ("start", "end")
#: Tags of words that name no place.
_ASKING = ("add", "content", "filler", "in", "polite")


def at_path(builder: PlacementBuilder, message: str) -> list[Placement]:
    """Return the start or end of a section if the message gives only the section's path and the word for the start or
    end: "methods > sampling, last". Returns [] for any other message.

    Names in a path are certain even if they are also common words, because each section must be inside the one before
    it.
    """
    reading = parsed(builder.view, message)
    named = [each for each in resolve(builder.view.document, message) if each.kind != "document"]
    if reading is None or builder.content.level or len(named) < 2:
        return []
    if any(each.kind != "section" or each.how not in ("exact", "number") for each in named):
        return []
    section = _innermost(builder, named)
    edge = _edge(reading, named) if section is not None and _is_path(reading, named) else ""
    if section is None or not edge:
        return []
    meant = Target("section", 1.0, 0, sections=(section,))
    return builder.of(PlacementRequest("start" if edge == "start" else "end", meant, None, 1.0))


def _innermost(builder: PlacementBuilder, named: list[Mention]) -> int | None:
    """Return the index of the section that several names mean together. Each name means a section inside the one that
    the name before means: in `named` “Study 2” and “Results”, it is Results in Study 2. Returns None if there is no
    such section, or more than one.
    """
    inside = _ranges(named[0])
    for each in named[1:]:
        inside = [(a, b) for a, b in _ranges(each) if any(start < a and b <= stop for start, stop in inside)]
    found = [at for at, section in enumerate(builder.view.sections) if (section.first, section.stop) in inside]
    return found[0] if len(found) == 1 else None


def _ranges(name: Mention) -> list[tuple[int, int]]:
    """Return the ranges of blocks that a name may mean."""
    return [(name.start, name.stop), *name.rivals]


def _is_path(reading: ParsedMessage, named: list[Mention]) -> bool:
    """Return True if the names in `named` form a path: between each name and the next is only a sign such as ">"."""
    for one, other in pairwise(named):
        between = [token.text for token in reading.tokens if one.at[1] <= token.start < other.at[0]]
        if len(between) != 1 or between[0] not in _PATH_MARKS:
            return False
    return True


def _edge(reading: ParsedMessage, named: list[Mention]) -> str:
    """Return "start" or "end" if the words outside the path say this and nothing else; else ""."""
    edges: set[str] = set()
    index = 0
    while index < len(reading.tokens):
        token = reading.tokens[index]
        if not token.word or named[0].at[0] <= token.start < named[-1].at[1]:
            index += 1
            continue
        stop, tag = max((reading.at(index, each), each) for each in _EDGES)
        other = reading.at(index, *_ASKING)
        if not stop and not other:
            return ""
        edges |= {tag} if stop else set()
        index = max(stop, other)
    return edges.pop() if len(edges) == 1 else ""
