"""Carrying a placement out: resolve, apply, verify; and telling whether two placements come to the same."""

from __future__ import annotations

from dataclasses import dataclass

from backend.document.blocks import Document, Splice
from backend.errors import Unplaceable
from backend.placement.apply import apply, guard, separated
from backend.placement.content import Content
from backend.placement.plan import Placement
from backend.placement.resolve import resolve
from backend.placement.verify import verify


@dataclass(frozen=True, slots=True)
class Placed:
    """The new text, and the splices that made it from the old one."""

    text: str
    splices: tuple[Splice, ...]
    placement: Placement


def carry_out(document: Document, content: str, placement: Placement) -> Placed:
    """The document with the content placed. Raises Unplaceable where the placement does not fit or a law would break."""
    plain = resolve(placement, document, content)
    payload = Content.of(content)
    problems: tuple[str, ...] = ()
    for splices in (tuple(guard(document, s) for s in plain), tuple(separated(guard(document, s)) for s in plain)):
        text = apply(document, splices)
        problems = verify(document, splices, text, _wanted(plain, payload))
        if not problems:
            return Placed(text, splices, placement)
    raise Unplaceable(problems)


def _wanted(splices: tuple[Splice, ...], content: Content) -> str:
    """The content as it has to be found: whole, or without a heading that the section has already."""
    whole = splices[0].text.replace("\r\n", "\n")
    return content.text if content.text in whole or not content.level else content.body


def agree(document: Document, content: str, one: Placement, other: Placement) -> bool:
    """Whether two placements, however they are put, come to the same splices."""
    if one.spot == other.spot:
        return True
    try:
        return resolve(one, document, content) == resolve(other, document, content)
    except Unplaceable:
        return False
