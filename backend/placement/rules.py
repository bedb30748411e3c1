"""Where approved content goes, without a model: what the user's messages say, else where it fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from backend.document.blocks import Document
from backend.document.outline import outline
from backend.placement.plan import Placement, anchor_at, distinct
from backend.placement.titles import fold

Similarity = Callable[[Sequence[str], str], Sequence[float]]
"""How near each text is to one query, between 0 and 1: an embedder's help, where there is one."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The placement, what else it might have been (best first, the chosen one included), and whether to go ahead.

    `sure` is False only where text would be replaced without a clear target.
    """

    placement: Placement
    candidates: tuple[Placement, ...]
    sure: bool


def decide(document: Document, content: str, messages: Sequence[str], similarity: Similarity | None = None) -> Decision:
    """The place that the messages (oldest first) ask for."""
    found: list[Placement] = []
    for message in reversed(messages):
        words = f" {fold(message)} "
        for section in outline(document).sections:
            name = fold(section.title)
            if section.heading is not None and name and f" {name} " in words:
                found.append(
                    Placement("append_to_section", section.path, anchor_at(document, section.heading), "end",
                              reason=f"The message names the section “{section.title}”.", confidence=0.8)
                )  # fmt: skip
    found.append(
        Placement(
            "append_to_document", position="end", reason="No place was named; it goes to the end.", confidence=0.3
        )
    )
    candidates = distinct(found)
    return Decision(candidates[0], candidates, True)
