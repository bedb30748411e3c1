"""A letter is never surely placed in a paper."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.letters import doubted, is_letter_ordered
from backend.services.placing import decided_by_rules

PAPER = read("# Bees\n\n## Traps\n\nThe traps were blue.\n\n## Limits\n\nThe spring was cold. It rained.\n")
LETTER = read("# Response to the reviewers\n\n## Reviewer 1\n\nWhy blue?\n")


@pytest.mark.parametrize(
    "message",
    [
        "Reply to reviewer 2 that the traps were blue.", "Draft an answer to the referee's comment on Limits.",
        "Write a cover letter to the editor.", "Antworte Gutachter 2, dass die Fallen blau waren.",
        "Réponds au relecteur 1.", "Responde al revisor.", "Rispondi al revisore.",
    ],
)  # fmt: skip
def test_a_reply_to_a_reviewer_is_a_letter(message: str) -> None:
    assert is_letter_ordered(PAPER, message) and not is_letter_ordered(LETTER, message)
    assert not decided_by_rules(PAPER, "We agree that the spring was cold. It rained.", (message,)).sure


@pytest.mark.parametrize(
    "message",
    [
        "Respond to the reviewer by adding a sentence to Limits.", "Rewrite Limits as reviewer 2 asks.",
        "Add a paragraph on editors.", "Answer the question of Limits in one sentence.",
    ],
)  # fmt: skip
def test_text_for_the_paper_is_none(message: str) -> None:
    assert not is_letter_ordered(PAPER, message)
    decision = decided_by_rules(PAPER, "It snowed.", (message,))
    assert doubted(PAPER, decision, (message,)) is decision
