"""Define a `Placement`: where content goes, in the API's terms. Rules, a model or the user decide it.

A placement contains all that is needed to carry it out later on the same revision. For example, `insert_after` with the
position `block` puts the content after the block that is the anchor:

| operation          | section      | anchor               | position (place) |
| ------------------ | ------------ | -------------------- | ---------------- |
| append_to_section  | its path     | its heading          | `start`, `end` (of its own text), `end of subsections` |
| insert_before      | around it    | the block            | `block`, `item N`, `row N`, `characters A-B` |
| insert_after       | around it    | the block            | `block`, `item N`, `row N`, `characters A-B` |
| replace            | around it    | the block or heading | `block`, `item N`, `row N`, `characters A-B`, or below |
| new_section        | neighbor     | its heading          | `before section`, `after section` |
| new_section        | parent       | its heading          | `first subsection`, `last subsection` |
| append_to_document | null         | null                 | `end` |
| prepend_to_document| null         | null                 | `start` (after front matter), `after title` |

N counts the items or rows of the anchor from 1; A and B count its characters from 0.

`replace` has more positions. A section is replaced as `section body` (its own text), `section` (heading and own text),
`section contents` (own text and subsections) or `whole section` (all of it). `blocks N` are N blocks, of which the
anchor is the first.

For content that consists of several sections of the document, the position is `each section`. With `replace`, each part
of the content replaces its section; with `append_to_section`, it goes to the end of its section. The anchor is the
heading of the first of these sections.

If a heading must be added above the content, the position ends with `; heading: ` and the heading's Markdown line, as
in `after section; heading: ## Limits`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast, get_args

from backend.document.blocks import Block, Document
from backend.errors import Refused

Operation = Literal[
    "append_to_section",
    "insert_before",
    "insert_after",
    "replace",
    "new_section",
    "append_to_document",
    "prepend_to_document",
    "delete",
    "rename",
    "move",
    "restore",
]
DecidedBy = Literal["model", "rules", "user"]
_Complain = Callable[[str, str], None]

#: Changes of the document without new text (edit_orders.py, several_edits.py).
EDITS = frozenset({"delete", "rename", "move", "restore"})
#: Operations by which content may be placed.
OPERATIONS: tuple[str, ...] = tuple(each for each in get_args(Operation) if each not in EDITS)
DECIDERS: tuple[str, ...] = get_args(DecidedBy)
#: Operations that remove text from the document.
DESTROYING = frozenset({"replace", "delete", "rename", "move"})
#: The position of content that consists of several sections: each goes to the section with its title.
EACH = "each section"
_AT_BLOCK = "block, item N, row N, characters A-B"
#: The positions of each operation; N counts from 1, and A and B count characters from 0.
_PLACES: dict[str, str] = {
    "append_to_section": f"start, end, end of subsections, {EACH}",
    "insert_before": _AT_BLOCK,
    "insert_after": _AT_BLOCK,
    "replace": f"{_AT_BLOCK}, blocks N, section body, section contents, section, whole section, {EACH}",
    "new_section": "before section, after section, first subsection, last subsection",
    "append_to_document": "end",
    "prepend_to_document": "start, after title",
}
_NUMBERS = {", ": "|", "N": r"[1-9]\d{0,5}", "A-B": r"\d{1,7}-\d{1,7}"}
_DEFAULTS = {
    "append_to_section": "end",
    "new_section": "after section",
    "append_to_document": "end",
    "prepend_to_document": "start",
}
_HEADING = "; heading: "
#: Maximum characters of a block's first words by which a placement names the block. Chosen for display.
_EXCERPT = 80
_FIELDS = frozenset({"operation", "section", "anchor", "position", "decided_by", "reason", "confidence"})
#: Maximum characters of a reason.
_MAX_REASON = 2000


@dataclass(frozen=True, slots=True)
class Anchor:
    """A block: its index, counted from 0, and its first words. If the block at this index begins with other words, the
    anchor is outdated.
    """

    block: int
    excerpt: str


@dataclass(frozen=True, slots=True)
class Placement:
    """Where approved content goes: operation, section, anchor and position, as described at the top of this file.
    `confidence` (0 to 1) is the estimated probability that the place is right, and `reason` explains the choice to the
    user.
    """

    operation: Operation
    section: tuple[str, ...] | None = None
    anchor: Anchor | None = None
    position: str | None = None
    decided_by: DecidedBy = "rules"
    reason: str = ""
    confidence: float = 0.5

    @property
    def place(self) -> str:
        """Return the position without the heading to add: "after section" for "after section; heading: ## Limits"."""
        place = (self.position or "").split(_HEADING, 1)[0]
        return place or default_place(self.operation)

    @property
    def heading(self) -> str:
        """Return the Markdown line of the heading to add: "## Limits" if `position` is "after section; heading: ##
        Limits"; "" if there is none.
        """
        return (self.position or "").partition(_HEADING)[2]

    @property
    def spot(self) -> tuple[str, int | None, str]:
        """Return the operation, block index (or None) and position. Two placements with equal values have the same
        place.
        """
        return self.operation, self.anchor.block if self.anchor else None, self.place

    def to_json(self) -> dict[str, Any]:
        anchor = {"block": self.anchor.block, "excerpt": self.anchor.excerpt} if self.anchor else None
        return {
            "operation": self.operation,
            "section": list(self.section) if self.section is not None else None,
            "anchor": anchor,
            "position": self.position,
            "decided_by": self.decided_by,
            "reason": self.reason,
            "confidence": round(self.confidence, 3),
        }


def default_place(operation: str) -> str:
    """Return the position to use for an operation if none is given: "end" for append_to_section, and "block" for
    insert_after.
    """
    return _DEFAULTS.get(operation, "block")


def position(place: str, heading: str = "") -> str:
    return place + (_HEADING + heading if heading else "")


def excerpt(document: Document, block: Block) -> str:
    """Return the first words of a block on one line, as an `Anchor` stores them."""
    words = " ".join(document.text[block.start : min(block.end, block.start + 8 * _EXCERPT)].lstrip("\ufeff").split())
    if block.end - block.start > 8 * _EXCERPT and len(words) <= _EXCERPT:  # a long block that begins with white space
        words = " ".join(document.source(block).lstrip("\ufeff").split())
    return words if len(words) <= _EXCERPT else words[: _EXCERPT - 1] + "…"


def anchor_at(document: Document, index: int) -> Anchor:
    return Anchor(index, excerpt(document, document.blocks[index]))


def is_current(anchor: Anchor, document: Document) -> bool:
    """Return True if the anchor's block still begins with the anchor's words."""
    if not 0 <= anchor.block < len(document.blocks):
        return False
    wanted = " ".join(anchor.excerpt.split()).removesuffix("…").rstrip()
    source = document.source(document.blocks[anchor.block]).lstrip("\ufeff").lstrip()
    return " ".join(source[: 8 * _EXCERPT].split()).startswith(wanted)


def from_json(value: Any) -> Placement:
    """Parse a placement that a client sent.

    Raises Refused if a field is invalid. The error names every invalid field by its path, such as "placement.anchor".
    """
    if not isinstance(value, Mapping):
        raise Refused("The placement was refused, so nothing was placed.", errors={"placement": ["Must be an object."]})
    errors: dict[str, list[str]] = {}

    def complain(field: str, words: str) -> None:
        errors.setdefault(f"placement.{field}", []).append(words)

    for field in value:
        if field not in _FIELDS:
            complain(str(field), "Unknown field.")
    made = Placement(
        operation=_read_operation(value, complain),
        section=_read_section(value.get("section"), complain),
        anchor=_read_anchor(value.get("anchor"), complain),
        position=_read_position(value, complain),
        decided_by=_read_decider(value.get("decided_by", "user"), complain),
        reason=_read_reason(value.get("reason", ""), complain),
        confidence=_read_confidence(value.get("confidence", 1.0), complain),
    )
    if made.anchor is None and made.operation.startswith(("insert", "replace", "new")):
        complain("anchor", f"Must name a block, because the operation is {made.operation}.")
    if made.operation == "append_to_section" and made.anchor is None and not made.section:
        complain("section", "The section is missing. Give its title here, or the block of its heading in `anchor`.")
    if errors:
        raise Refused("Some fields of the placement were refused, so nothing was placed.", errors=errors)
    return made


def edit_from_json(stored: Mapping[str, Any]) -> Placement:
    """Parse an edit that was stored with its draft."""
    anchor, section = stored["anchor"], stored["section"]
    return Placement(
        operation=cast(Operation, stored["operation"]),
        section=tuple(section) if section is not None else None,
        anchor=Anchor(anchor["block"], anchor["excerpt"]) if anchor else None,
        position=stored["position"],
        decided_by=cast(DecidedBy, stored["decided_by"]),
        reason=stored["reason"],
        confidence=stored["confidence"],
    )


def _read_operation(value: Mapping[str, Any], complain: _Complain) -> Operation:
    operation = value.get("operation")
    if operation not in get_args(Operation):
        complain("operation", f"Must be one of {', '.join(get_args(Operation))}.")
        return "append_to_document"
    return cast(Operation, operation)


def _read_section(value: Any, complain: _Complain) -> tuple[str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(title, str) for title in value):
        complain("section", "Must be null or a list of heading titles.")
        return None
    return tuple(value)


def _read_position(value: Mapping[str, Any], complain: _Complain) -> str | None:
    where = value.get("position")
    if where is not None and not isinstance(where, str):
        complain("position", "Must be null or text.")
        return None
    if where is not None and value.get("operation") in OPERATIONS:
        _check_position(value["operation"], where, complain)
    return where


def _read_decider(value: Any, complain: _Complain) -> DecidedBy:
    if value not in DECIDERS:
        complain("decided_by", f"Must be one of {', '.join(DECIDERS)}.")
        return "user"
    return cast(DecidedBy, value)


def _read_reason(value: Any, complain: _Complain) -> str:
    if not isinstance(value, str) or len(value) > _MAX_REASON:
        complain("reason", f"Must be text of at most {_MAX_REASON} characters.")
        return ""
    return value


def _read_confidence(value: Any, complain: _Complain) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        complain("confidence", "Must be a number between 0 and 1.")
        return 0.0
    return float(value)


def _read_anchor(value: Any, complain: _Complain) -> Anchor | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        complain("anchor", "Must be null or an object with block and excerpt.")
        return None
    block, words = value.get("block"), value.get("excerpt", "")
    if isinstance(block, bool) or not isinstance(block, int) or block < 0:
        complain("anchor.block", "Must be a block's index, counted from 0.")
        block = 0
    if not isinstance(words, str):
        complain("anchor.excerpt", "Must be text.")
        words = ""
    return Anchor(block, words)


def _check_position(operation: str, where: str, complain: _Complain) -> None:
    place, mark, heading = where.partition(_HEADING)
    allowed = re.sub("|".join(_NUMBERS), lambda found: _NUMBERS[found[0]], _PLACES[operation])
    if place and not re.fullmatch(allowed, place):
        complain("position", f"{place!r} is not a position of {operation}. Use one of: {_PLACES[operation]}.")
    if mark and not re.fullmatch(r"#{1,6} [^\r\n]*\S", heading):
        complain("position", "The heading to add must be one line such as '## Title'.")


def compare(model: Placement, rules: Placement, same: bool | None = None) -> Placement:
    """Return the model's placement with a new confidence: higher if the rules agree, lower if they do not. If they do
    not agree, the place of the rules is added to the reason.

    `same` is True if both placements result in the same splices (`place.agree`). If `same` is None, their fields are
    compared.
    """
    if same if same is not None else model.spot == rules.spot:
        both = 1 - (1 - model.confidence) * (1 - rules.confidence)
        return replace(model, confidence=round(min(0.99, max(both, model.confidence)), 3))
    reason = model.reason.rstrip()
    reason += "." if reason and reason[-1] not in ".!?。！？" else ""
    words = f"{reason} The rules prefer: {describe(rules)}.".strip()
    return replace(model, reason=words, confidence=round(model.confidence * (1 - 0.6 * rules.confidence), 3))


def describe(placement: Placement) -> str:
    """Describe a placement in a few words: its operation, position, block and section."""
    verb = placement.operation.replace("_", " ")
    if placement.operation in ("append_to_document", "prepend_to_document"):
        return verb
    name = " > ".join(placement.section or ()) or "the document"
    if placement.anchor is None or placement.operation in ("append_to_section", "new_section"):
        return f"{verb} ({placement.place}) {name!r}"
    return f"{verb} ({placement.place}) “{placement.anchor.excerpt[:50]}” in {name!r}"


def distinct(placements: Sequence[Placement]) -> tuple[Placement, ...]:
    """Return the placements in their order. A placement with the same place as an earlier one is left out."""
    seen: dict[tuple[str, int | None, str], Placement] = {}
    for placement in placements:
        seen.setdefault(placement.spot, placement)
    return tuple(seen.values())
