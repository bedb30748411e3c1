"""Divide content among sections if the message orders a separate text for each of them: "a sentence on rain for Limits
and one on money for Outlook".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.document.blocks import Document
from backend.mentions.distributed_sections import distributed_sections
from backend.placement.content import Content
from backend.placement.plan import EACH
from backend.placement.request.replacement import GUESS
from backend.placement.rules import Decision

_UNDIVIDED = "The message asks for a separate text for each of the sections {}, but the draft is a single text."


def divided(document: Document, content: str, message: str) -> str:
    """Return the content with a section's heading above each paragraph, if the message orders a separate text for each
    of several sections. The content must have one paragraph for each section and no headings; other content is returned
    unchanged.

    If every paragraph begins with a section's title ("Limits: …"), it goes to this section. Otherwise the paragraphs go
    to the sections in the order in which the message names them.
    """
    made, shared = Content.of(content), distributed_sections(document, message)
    if not shared or len(made.kinds) != len(shared) or set(made.kinds) != {"paragraph"}:
        return content
    texts = [made.document.source(each).strip() for each in made.document.blocks]
    heads = [document.blocks[each.start] for each in shared]
    labels = [next((head for head in heads if _without_label(text, head.title) != text), None) for text in texts]
    if len({head.index for head in labels if head is not None}) == len(heads):
        heads = [head for head in labels if head is not None]
    pairs = zip(heads, texts, strict=True)
    parts = [(document.source(head).strip(), _without_label(text, head.title)) for head, text in pairs]
    return "\n\n".join(f"{head}\n\n{text}" for head, text in parts)


def _without_label(text: str, title: str) -> str:
    """Return a paragraph without the section title and the colon at its start: "It rains." for "Limits: It rains." Any
    other paragraph is returned unchanged.
    """
    return re.sub(
        rf"\A(?:\*\*|__)?{re.escape(title)}(?::(?:\*\*|__)?|(?:\*\*|__):)[ \t]+", "", text, flags=re.IGNORECASE
    )


def undivided(document: Document, decision: Decision, messages: Sequence[str]) -> Decision:
    """Return the decision as unsure, with a reason for the user, if there is exactly one message, it orders a separate
    text for each of several sections, and the decision puts all of the content in one place. Otherwise return the
    decision unchanged.
    """
    shared = distributed_sections(document, messages[0]) if len(messages) == 1 else ()
    if not shared or decision.placement.place == EACH:
        return decision
    names = ", ".join(f"“{document.blocks[each.start].title}”" for each in shared)
    first = replace(decision.placement, reason=_UNDIVIDED.format(names), confidence=GUESS)
    return replace(decision, placement=first, candidates=(first, *decision.candidates[1:]), sure=False)
