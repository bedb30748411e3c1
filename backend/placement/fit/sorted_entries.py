"""Place a new entry of a list of references that is sorted by name: before the first entry with a later name."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.fit.closed_sections import lists_references
from backend.placement.plan import Placement

_REASON = "The entries of this section are sorted by name, and the content is one more."


def in_order(builder: PlacementBuilder, found: Placement) -> list[Placement]:
    """Return the place for a new entry if the place `found` is the end of a section of references whose paragraphs are
    sorted by name. Returns [] if the entry comes last, and for any other place or content.
    """
    if found.operation != "append_to_section" or found.place != "end" or found.anchor is None:
        return []
    section = builder.view.section_of(found.anchor.block)
    entries = [each for each in builder.view.own(section) if each.kind != "heading"]
    names = [_name(builder.view.document.source(each)) for each in entries]
    paragraphs = {each.kind for each in entries} == {"paragraph"} and builder.content.kinds == ("paragraph",)
    ordered = len(names) > 1 and all(one <= other for one, other in pairwise(names))
    if not lists_references(section.title) or not paragraphs or not ordered:
        return []
    name = _name(builder.content.text)
    later = next((each for each, other in zip(entries, names, strict=True) if name < other), None)
    return [builder.make("insert_before", later.index, "block", _REASON, found.confidence)] if later else []


def _name(entry: str) -> str:
    """Return the letters of an entry, without marks and accents, in lower case."""
    plain = unicodedata.normalize("NFKD", entry.casefold())
    return "".join(sign for sign in plain if sign.isalnum() or sign == " ").strip()
