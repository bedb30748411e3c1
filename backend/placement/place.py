"""Carry out a placement (resolve, apply, verify), and compare the results of two placements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backend.document.blocks import Document, Splice
from backend.document.outline import outline
from backend.errors import Unplaceable
from backend.mentions.headings import fold
from backend.placement.carrying_out.apply import apply, guard, separated
from backend.placement.carrying_out.levels import fit_levels
from backend.placement.carrying_out.resolve import bare_items, resolve
from backend.placement.carrying_out.verify import MELTED, verify
from backend.placement.content import Content
from backend.placement.plan import Placement, anchor_at


@dataclass(frozen=True, slots=True)
class Placed:
    """The result of a placement: the new text, the splices that changed the old text into it, and the placement
    itself.
    """

    text: str
    splices: tuple[Splice, ...]
    placement: Placement


def carry_out(document: Document, content: str, placement: Placement) -> Placed:
    """Return the document with the content placed. Raises Unplaceable if the placement does not fit the document, or if
    the result breaks a law of placement (carrying_out/verify.py).
    """
    content = fit_levels(document, content, placement)
    plain = resolve(placement, document, content)
    payload = Content.of(content)
    guarded = tuple(guard(document, s) for s in plain)
    problems: tuple[str, ...] = ()
    for splices in (guarded, tuple(separated(s) for s in guarded)):
        text = apply(document, splices)
        problems = verify(document, splices, text, *_wanted(plain, payload))
        if not problems or (problems == (MELTED,) and payload.torn):
            return Placed(text, splices, placement)
    raise Unplaceable(problems)


def carry_out_first(document: Document, content: str, candidates: Sequence[Placement]) -> Placed:
    """Carry out the first of the `candidates` that is possible. If none is possible, use a fallback place. Raises
    Unplaceable if there is no fallback place, either.

    A candidate that replaces text is skipped unless the first candidate also replaces text.
    """
    problems: dict[str, None] = {}  # in order, each once: most places break the same law
    for placement in (*candidates, *_last_resorts(document, content)):
        if placement.operation == "replace" != candidates[0].operation:
            continue
        try:
            return carry_out(document, content, placement)
        except Unplaceable as error:
            problems |= dict.fromkeys(error.problems)
    raise Unplaceable(list(problems)[:3])


def _last_resorts(document: Document, content: str) -> list[Placement]:
    """Return the fallback placements, in this order: in the section with the content's own heading, at the end of the
    document, before its last block (which may be a code block that is never closed), and at its start.
    """
    reason, sure = "No other place was possible.", 0.1
    title = fold(Content.of(content).title)
    same = [s for s in outline(document).sections[1:] if fold(s.title) == title] if title else []
    found = [
        Placement("append_to_section", s.path, anchor_at(document, s.heading), "end", reason=reason, confidence=sure)
        for s in same
        if s.heading is not None
    ]
    found.append(Placement("append_to_document", position="end", reason=reason, confidence=sure))
    if document.blocks:
        anchor = anchor_at(document, len(document.blocks) - 1)
        found.append(Placement("insert_before", None, anchor, "block", reason=reason, confidence=sure))
    return [*found, Placement("prepend_to_document", position="start", reason=reason, confidence=sure)]


def _wanted(splices: tuple[Splice, ...], content: Content) -> tuple[str, ...]:
    """Return the texts that must be in the result, so that the whole content is in it: the texts of the splices if
    there are several, and the items if the content is added to a list. Otherwise it is the content, or only its body if
    the section has its heading already.
    """
    if len(splices) > 1:
        return tuple(each.text for each in splices)
    if splices[0].tight and content.kinds == ("list",):
        return tuple(dict.fromkeys(bare_items(content)))  # their markers may be others
    whole = splices[0].text.replace("\r\n", "\n")
    return (content.text if content.text in whole or not content.level else content.body,)


def agree(document: Document, content: str, one: Placement, other: Placement) -> bool:
    """Return True if two placements of the content result in the same splices."""
    if one.spot == other.spot:
        return True
    try:
        return resolve(one, document, content) == resolve(other, document, content)
    except Unplaceable:
        return False
