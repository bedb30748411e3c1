"""Plan another level for a section. Its subsections move with it, and all other sections keep their parents."""

from __future__ import annotations

from backend.document.blocks import Document
from backend.document.outline import Outline, Section, outline, section_level
from backend.mentions.resolver import Mention
from backend.mentions.structure_orders import StructureOrder
from backend.placement.carrying_out.levels import DEEPEST
from backend.placement.plan import Placement

_NONE_BEFORE = (
    "No section before “{}” could become its parent section, so nothing was prepared. Name the section that should "
    "contain it."
)
_MAIN_ALREADY = "“{}” is a main section already, so nothing was prepared."
_THERE_ALREADY = "“{}” has this level already, so nothing was prepared."
_CONTAINS = "“{}” cannot go into a section that it contains itself, so nothing was prepared."
_HOW_HIGH = (
    "Should “{}” be one level higher, or a main section? Nothing was prepared. Send the order again, and say which."
)
_TOO_DEEP = "Markdown has six levels of headings, and “{}” would need more, so nothing was prepared."


def releveled(document: Document, order: StructureOrder, named: tuple[Mention, ...]) -> Placement | str:
    """Return the edit that gives the first named section the ordered level: "make Sites a subsection of Methods". If
    this is impossible, return the reason as a sentence for the user.

    At its new level, the section must not become the parent of the sections after it. If it would, it is also moved.
    A section that goes up is moved after the section that contains it now. A section that goes down is moved to the
    end of the section that will contain it.
    """
    sections = outline(document)
    first = _section(sections, named[0])
    target = _new_place(sections, order, first, _section(sections, named[1]) if len(named) > 1 else None)
    if isinstance(target, str):
        return target.format(first.title)
    level, at = target
    inside = [each.level for each in sections.sections if each.heading and first.first <= each.heading < first.stop]
    if level == first.level and at in (first.first, first.stop):
        return _THERE_ALREADY.format(first.title)
    if max(inside, default=first.level) + level - first.level > DEEPEST:
        return _TOO_DEEP.format(first.title)
    moves = "" if at in (first.first, first.stop) else f" to before block {at}"
    return Placement("move", position=f"blocks {first.stop - first.first}{moves} at level {level}")


def _section(sections: Outline, mention: Mention) -> Section:
    return next(each for each in sections.sections if each.heading == mention.start)


def _new_place(
    sections: Outline, order: StructureOrder, first: Section, other: Section | None
) -> tuple[int, int] | str:
    """Return the new level of the section `first`, and the index of the block before which it goes. `other` is the
    second section of the order, or None. If there is no such place, return the reason as a sentence for the user.
    """
    if order.kind == "under" or order.levels > 0:
        return _deeper(sections, max(1, order.levels), first, other)
    main = section_level(sections)
    above = _ancestors(sections, first)
    if first.level <= main or not above:
        return _MAIN_ALREADY
    if order.kind == "own" and above[0].level > main:
        return _HOW_HIGH
    steps = len(above) if order.kind == "main" else max(1, -order.levels)
    reached = [each for each in above[:steps] if each.level >= main]
    return (reached[-1].level, reached[-1].stop) if reached else _MAIN_ALREADY


def _deeper(sections: Outline, levels: int, first: Section, other: Section | None) -> tuple[int, int] | str:
    if other is None:
        before = [each for each in sections.sections if each.parent == first.parent and each.level == first.level]
        if first not in before or before.index(first) == 0:
            return _NONE_BEFORE
        return first.level + levels, first.first
    if first.first <= other.first < first.stop:
        return _CONTAINS
    above = _ancestors(sections, first)
    if other in above:  # it stays at its place in the other section, behind the part of which it was a section
        place = above.index(other)
        return other.level + 1, above[place - 1].stop if place else first.first
    return other.level + 1, other.stop


def _ancestors(sections: Outline, section: Section) -> list[Section]:
    """Return the sections that contain a section, innermost first."""
    found: list[Section] = []
    while section.parent is not None:
        section = sections.sections[section.parent]
        found.append(section)
    return [each for each in found if each.heading is not None]
