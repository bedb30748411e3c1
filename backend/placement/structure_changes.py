"""Plan changes of a document's structure that change no words: another level for a section, or a new heading inside a
section.
"""

from __future__ import annotations

import re
from dataclasses import replace

from backend.document.blocks import Document
from backend.document.outline import outline, titles_of
from backend.mentions.placeholders import masked
from backend.mentions.resolver import Mention, names_in, resolve
from backend.mentions.structure_orders import StructureOrder, read_structure_order
from backend.placement.plan import Placement, anchor_at
from backend.placement.planned_edit import CERTAIN, DOUBTFUL, edit_of, named_part, whole
from backend.placement.structure.new_headings import headed
from backend.placement.structure.section_levels import releveled

_SENTENCE_END = re.compile(r"(?<=[.!?？。])\s+|[;\n]+")
_NO_BLOCK = (
    "The place of the heading is missing, so nothing was prepared. Say before or after which paragraph of which section"
    " it should be."
)
#: Maximum number of first words by which a text is named.
_NAMING = 8
#: A number that an author typed at the beginning of a title.
_TYPED = re.compile(r"\d+(?:\.\d+)*[.)]?\s")


def read_structure_change(document: Document, message: str) -> Placement | str | None:
    """Return the edit of the structure that a message orders. If the edit is impossible, return the reason as a
    sentence for the user; None if the message orders no such edit.
    """
    named = tuple(each for each in resolve(document, message) if each.kind not in ("document", "quotation"))
    titles = titles_of(document)
    text = masked(message, titles, names_in(message, named))
    orders = [order for part in _SENTENCE_END.split(text) if (order := read_structure_order(part)) is not None]
    if len(orders) != 1:
        return None
    if orders[0].kind in ("split", "heading"):
        return _with_heading(document, orders[0], message, named)
    sections = tuple(each for each in named if each.kind == "section" and not each.guessed)
    if not sections or any(document.blocks[each.start].kind != "heading" for each in sections):
        return None
    found = releveled(document, orders[0], sections)
    return found if isinstance(found, str) else _leveled(document, orders[0], found, sections)


def _leveled(document: Document, order: StructureOrder, found: Placement, sections: tuple[Mention, ...]) -> Placement:
    position = found.position or ""
    level, what = int(position[-1]), named_part(document, sections[0])
    if order.kind == "under":
        parent = named_part(document, sections[1]) if len(sections) > 1 else "the section before it"
        said = [f"The edit makes {what} a subsection of {parent} (level {level})."]
    elif level > document.blocks[sections[0].start].level:
        said = [f"The edit lowers {what} to level {level}."]
    else:
        said = [f"The edit raises {what} to level {level}."]
    if "before block" in position and order.kind != "under":
        said.append("The section is moved to the place after the section that contained it.")
    inside = [each for each in document.blocks[sections[0].start : sections[0].stop] if each.kind == "heading"]
    if len(inside) > 1:
        said.append("The subsections of the section are moved with it.")
    if any(_TYPED.match(each.title) for each in inside):
        said.append("Numbers that are typed in headings stay as they are.")
    made = edit_of(document, sections[0], replace(found, reason=" ".join(said)))
    return made if all(each.sure for each in sections) else replace(made, confidence=DOUBTFUL)


def _with_heading(
    document: Document, order: StructureOrder, message: str, named: tuple[Mention, ...]
) -> Placement | str | None:
    beside = [each for each in named if each.kind != "section" and each.span == whole(document, each)]
    if len(beside) != 1 or beside[0].guessed:
        return None if order.kind == "heading" else _NO_BLOCK
    found = headed(document, order, message, beside[0])
    if isinstance(found, str):
        return found
    at = beside[0].stop if order.after else beside[0].start
    words = document.source(document.blocks[at]).split()
    begins = " ".join(words[:_NAMING]) + " …" * (len(words) > _NAMING)
    reason = (
        f"The edit adds the heading “{found.heading.lstrip('# ')}” (level {found.heading.index(' ')}) before the text "
        f"that begins “{begins}”."
    )
    return replace(
        found,
        section=outline(document).section_of(at).path,
        anchor=anchor_at(document, at),
        reason=reason,
        confidence=CERTAIN if beside[0].sure else DOUBTFUL,
    )
