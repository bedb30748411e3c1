"""Parse a placement model's answer into a Placement. If the answer cannot be used, list its errors in sentences that
tell the model what to change.
"""

from __future__ import annotations

import json
import re
from typing import Any

from json_repair import repair_json
from rapidfuzz import fuzz, process

from backend.document.blocks import Document
from backend.document.outline import Section, outline
from backend.errors import Refused, Unplaceable
from backend.kernel.exchange import without_thoughts
from backend.mentions.headings import fold
from backend.placement import plan
from backend.placement.plan import OPERATIONS, Placement

#: Confidence in a model's plan (0 to 1) before the plan is compared with the rules'.
CONFIDENCE = 0.8
#: Minimum similarity (0 to 100) of a section's name to one of the document's.
ALIKE = 85
#: Maximum number of characters of an answer that are parsed. A plan has about 300.
LONGEST = 20_000

_NO_PLACE = {"append_to_document", "prepend_to_document"}


def parse(text: str, document: Document) -> Placement:
    """Return the placement in a model's answer; text around it is ignored. Raises Unplaceable with all errors if the
    answer has no valid placement.
    """
    values = _object(text)
    operation = re.sub(r"[\s-]+", "_", str(values.get("operation") or "").strip().lower())
    if operation not in OPERATIONS:
        raise Unplaceable([f"operation {operation!r} is not one of {', '.join(OPERATIONS)}."])
    block, problems = _block(values, document, operation)
    position = " ".join(str(values.get("position") or "").split())
    heading = " ".join(str(values.get("heading") or "").split())
    if heading and not heading.startswith("#"):
        problems.append("heading must be a heading's line with its # signs, or null.")
    if problems:
        raise Unplaceable(problems)
    made = _placement(operation, block, position, heading, document)
    try:
        return plan.from_json(made | {"reason": _reason(values)})
    except Refused as error:
        told = [f"{path.removeprefix('placement.')}: {' '.join(words)}" for path, words in (error.errors or {}).items()]
        raise Unplaceable(told) from error


def _placement(operation: str, block: int | None, position: str, heading: str, document: Document) -> dict[str, Any]:
    section = outline(document).section_of(block).path if block is not None else None
    anchor = plan.anchor_at(document, block) if block is not None else None
    place = position if position and position.lower() != "null" else plan.default_place(operation)
    return {
        "operation": operation,
        "section": list(section) if section is not None else None,
        "anchor": {"block": anchor.block, "excerpt": anchor.excerpt} if anchor else None,
        "position": plan.position(place, heading),
        "decided_by": "model",
        "confidence": CONFIDENCE,
    }


def _object(text: str) -> dict[str, Any]:
    """Return the first JSON object in the text that has an operation. Raises Unplaceable if there is none."""
    text = without_thoughts(text[:LONGEST])
    decoder = json.JSONDecoder()
    for found in re.finditer(r"\{", text):
        try:
            value, _ = decoder.raw_decode(text, found.start())
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and "operation" in value:
            return value
    start = text.find("{")
    value = _repaired(text[start:]) if start >= 0 else None
    if isinstance(value, dict) and "operation" in value:
        return value
    raise Unplaceable(["The answer contains no JSON object with an operation."])


def _repaired(text: str) -> Any:
    """Return the value of a broken JSON object, repaired by json-repair; None if the object is nested too deeply to be
    a placement.
    """
    try:
        return repair_json(text, return_objects=True)
    except RecursionError:
        return None


def _block(values: dict[str, Any], document: Document, operation: str) -> tuple[int | None, list[str]]:
    """Return the index of the block that a model's answer (`values`) names by number or by section, and a list of
    errors.

    The index is None after an error, and for an operation that needs no block. For append_to_section and new_section,
    it is always the index of a heading: if the model names another block, that of the heading above this block.
    """
    if operation in _NO_PLACE:
        return None, []
    given, name = values.get("block"), values.get("section")
    if isinstance(given, str) and re.fullmatch(r"\[?\d+\]?", given.strip()):
        given = int(given.strip(" []"))
    if given is None and isinstance(name, str) and name.strip():
        return _section(name, document)
    if isinstance(given, bool) or not isinstance(given, int):
        return None, [f"{operation} needs the number of a block, not {given!r}."]
    if not 0 <= given < len(document.blocks):
        return None, [f"There is no block {given}: blocks go from 0 to {len(document.blocks) - 1}."]
    if operation in ("append_to_section", "new_section") and document.blocks[given].kind != "heading":
        heading = outline(document).section_of(given).heading
        if heading is None:
            return None, [
                f"Block {given} is not a heading, and there is no heading above it. {operation} needs the number of "
                "a heading."
            ]
        return heading, []
    return given, []


def _section(name: str, document: Document) -> tuple[int | None, list[str]]:
    """Find the section called `name`, which is a title or the end of a path ("Methods > Sampling") and may be
    misspelled. Returns the index of its heading's block and a list of errors; the index is None unless exactly one
    section is found.
    """
    sections = [section for section in outline(document).sections if section.heading is not None]
    wanted = [fold(part) for part in re.split(r"\s*[>›]\s*", name.strip().lstrip("#"))]
    hits = [section for section in sections if [fold(part) for part in section.path][-len(wanted) :] == wanted]
    if not hits:
        titles = [fold(section.title) for section in sections]
        near = process.extract(wanted[-1], titles, scorer=fuzz.ratio, limit=3)
        hits = [sections[index] for _, score, index in near if score >= ALIKE]
        if not hits:
            known = ", ".join(f"[{sections[index].heading}] {sections[index].title}" for _, _, index in near)
            return None, [f"There is no section {name!r}." + (f" The nearest are {known}." if known else "")]
    if len(hits) > 1:
        return None, [f"Several sections are called {name!r}: {', '.join(map(_named, hits))}. Give the block's number."]
    return hits[0].heading, []


def _named(section: Section) -> str:
    return f"[{section.heading}] {' > '.join(section.path)}"


def _reason(values: dict[str, Any]) -> str:
    return " ".join(str(values.get("reason") or "").split())[:300] or "The model's plan."
