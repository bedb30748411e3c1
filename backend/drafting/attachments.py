"""Fit the attachments of a request into the prompt, including those of the draft that it revises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.drafting.briefing import Briefing
from backend.drafting.budget import count_tokens, cut, share
from backend.drafting.highlights import AttachedSection, split
from backend.drafting.history import PastMessage

#: The title of a highlight that came with the request for the draft under revision, where it has none.
EARLIER_HIGHLIGHT = "highlight attached to the draft's request"


def recalled(briefing: Briefing, shown: Sequence[PastMessage]) -> Briefing:
    """Add the attachments of the revised draft's request, if neither the message nor the history shows them."""
    draft = briefing.draft_meant
    if draft is None:
        return briefing
    known = {each.content for message in shown for each in message.attached}
    known |= {each.content for each in (*briefing.highlights, *briefing.sections)}
    highlights, sections = split(each for each in draft.attached if each.content not in known)
    titled = [replace(each, title=each.title or EARLIER_HIGHLIGHT) for each in highlights]
    return replace(briefing, sections=(*briefing.sections, *titled, *sections))


def fitted(briefing: Briefing, tokens: int) -> tuple[Briefing, tuple[str, ...]]:
    """Cut attached texts so that highlights and other sections each take at most `tokens`; warn of cuts."""
    highlights, cut_highlights = _shortened(briefing.highlights, tokens)
    sections, cut_sections = _shortened(briefing.sections, tokens)
    warnings = [
        f"{number} attached {name} too long together and were cut."
        for number, name in ((cut_highlights, "highlights were"), (cut_sections, "sections were"))
        if number
    ]
    return replace(briefing, highlights=highlights, sections=sections), tuple(warnings)


def _shortened(sections: Sequence[AttachedSection], tokens: int) -> tuple[tuple[AttachedSection, ...], int]:
    costs = [count_tokens(section.content) for section in sections]
    if sum(costs) <= tokens:
        return tuple(sections), 0
    shares = share(costs, tokens)
    kept = tuple(
        section if cost <= room else replace(section, content=f"{cut(section.content, room)} […]")
        for section, cost, room in zip(sections, costs, shares, strict=True)
    )
    return kept, sum(cost > room for cost, room in zip(costs, shares, strict=True))
