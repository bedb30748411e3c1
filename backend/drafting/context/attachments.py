"""Select and shorten the attachments for a prompt. If a request revises a draft, the draft's own attachments are
included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.drafting.briefing import Briefing
from backend.drafting.budget import count_tokens, cut, share
from backend.drafting.highlights import AttachedSection, split
from backend.drafting.history import PastMessage

#: The title of an untitled highlight that was attached when the draft was first requested.
EARLIER_HIGHLIGHT = "highlight attached to the draft's request"


def recalled(briefing: Briefing, shown: Sequence[PastMessage]) -> Briefing:
    """Return the briefing with further attachments if the message is about a draft: those of the message that asked for
    this draft. Attachments that are already in the message, or in the history that the prompt has (`shown`), are not
    added again.
    """
    draft = briefing.draft_meant
    if draft is None:
        return briefing
    known = {each.content for message in shown for each in message.attached}
    known |= {each.content for each in (*briefing.highlights, *briefing.sections)}
    highlights, sections = split(each for each in draft.attached if each.content not in known)
    titled = [replace(each, title=each.title or EARLIER_HIGHLIGHT) for each in highlights]
    return replace(briefing, sections=(*briefing.sections, *titled, *sections))


def fitted(briefing: Briefing, tokens: int) -> tuple[Briefing, tuple[str, ...]]:
    """Return the briefing with its attachments shortened where they are too long, and a warning for each group that was
    shortened.

    There are two groups: the highlights, and all other attachments. The attachments of one group may have at
    most `tokens` tokens together.
    """
    highlights, cut_highlights = _shortened(briefing.highlights, tokens)
    sections, cut_sections = _shortened(briefing.sections, tokens)
    warnings = [
        f"Only the beginning of some attached {name} ({number}) was used: together they are too long for the prompt. "
        "Attach fewer or shorter ones, so that all of their text is used."
        for number, name in ((cut_highlights, "highlights"), (cut_sections, "sections"))
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
