"""Place a new entry of a list of references that is sorted by name: before the first entry with a later name."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

from backend.placement.carrying_out.resolve import items
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.fit.closed_sections import lists_references
from backend.placement.plan import Placement

_REASON = "The entries of this section are sorted by name, and the content is one more."


def in_order(builder: PlacementBuilder, found: Placement) -> list[Placement]:
    """Return the place for a new entry in a section of references, or in a part of it such as "Secondary literature".
    Its paragraphs or bullets must be sorted by name, and the place `found` must be its end. Returns [] if the new entry
    comes last, and for any other place or content.
    """
    section = builder.view.section_of(found.anchor.block) if found.anchor is not None else None
    if section is None or not any(lists_references(e.title) for e in (section, *builder.view.ancestors(section))):
        return []
    places = _bullets(builder, found) if found.place.startswith("item") else _paragraphs(builder, found)
    ordered = len(places) > 1 and all(one[0] <= other[0] for one, other in pairwise(places))
    name = _name(builder.content.text)
    later = [(block, place) for other, block, place in places if ordered and name < other][:1]
    return [builder.make("insert_before", block, place, _REASON, found.confidence) for block, place in later]


def _paragraphs(builder: PlacementBuilder, found: Placement) -> list[tuple[str, int, str]]:
    """Return (name, index of the block, "block") for each paragraph of a section of references; [] unless the place
    `found` is the end of this section.
    """
    assert found.anchor is not None
    entries = [b for b in builder.view.own(builder.view.section_of(found.anchor.block)) if b.kind != "heading"]
    fits = {each.kind for each in entries} == {"paragraph"} and builder.content.kinds == ("paragraph",)
    if found.operation != "append_to_section" or found.place != "end" or not fits:
        return []
    return [(_name(builder.view.document.source(each)), each.index, "block") for each in entries]


def _bullets(builder: PlacementBuilder, found: Placement) -> list[tuple[str, int, str]]:
    """Return (name, index of the list, position such as "item 2") for each bullet of a list; [] unless the place
    `found` is the end of this list.
    """
    assert found.anchor is not None
    at = found.anchor.block
    source = builder.view.document.source(builder.view.blocks[at])
    spans = items(source)
    if found.spot != builder.make("insert_after", at, f"item {len(spans)}", "", 0).spot or not _is_bulleted(source):
        return []
    return [(_name(source[a:b]), at, f"item {number}") for number, (a, b) in enumerate(spans, 1)]


def _is_bulleted(source: str) -> bool:
    return source.lstrip()[:1] in ("-", "*", "+") and source.lstrip()[1:2].isspace()


def _name(entry: str) -> str:
    """Return the letters, digits and spaces of an entry, without accents and in lower case, for sorting."""
    plain = unicodedata.normalize("NFKD", entry.casefold())
    return "".join(sign for sign in plain if sign.isalnum() or sign == " ").strip()
