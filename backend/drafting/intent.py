"""Decide what an answer does: create a draft, revise a draft, move a draft, edit the document, or only talk.

The model says this in one field of its answer. If the field is missing or makes no sense, rules decide. Content that
repeats much of an open draft is a new version of it. Other content becomes a separate draft, so that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from backend.document.similar_text import shared_pairs
from backend.kernel.exchange import Intent

INTENTS: tuple[Intent, ...] = get_args(Intent)

#: Minimum share (0 to 1) of the shorter text's pairs of neighboring words that two versions of one text have in common.
#: Two paragraphs of one paper share less than 0.1, and a version with every second sentence rewritten about 0.5.
SAME_TEXT = 0.3


@dataclass(frozen=True, slots=True)
class Waiting:
    """An open draft: its id, and its text as the prompt shows it."""

    id: str
    content: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What an answer does, and the id of the draft that it revises, moves or edits. The id is None if the answer is
    about no draft.
    """

    intent: Intent
    draft: str | None = None


def decide(intent: str | None, draft: str | None, content: str, waiting: Sequence[Waiting]) -> Decision:
    """Return what an answer does.

    `intent` is the intent as the model wrote it, and `draft` the beginning of a draft's id that it wrote. `content` is
    the text that it drafted ("" for none). `waiting` has the open drafts, newest first.
    """
    named = next((each.id for each in waiting if draft and each.id.startswith(draft)), None)
    if not content:
        if intent in ("move", "edit"):
            return Decision("move" if intent == "move" else "edit", named or (waiting[0].id if waiting else None))
        return Decision("talk")
    if intent == "new" or not waiting:
        return Decision("new")
    closest = max(waiting, key=lambda each: shared_pairs(each.content, content))
    if intent == "revise":
        return Decision(
            "revise", named or (closest.id if shared_pairs(closest.content, content) > 0 else waiting[0].id)
        )
    if shared_pairs(closest.content, content) >= SAME_TEXT:
        return Decision("revise", closest.id)
    return Decision("new")
