"""Content for several sections is divided among them, or its place is not sure."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.divided_content import divided, undivided
from backend.placement.plan import EACH
from backend.services.placing import decided_by_rules

PAPER = read("# P\n\n## Limits\n\nIt was wet.\n\n## Outlook\n\nMore will come.\n")
ORDER = "Write a sentence on rain for Limits and one on money for Outlook."


@pytest.mark.parametrize(
    "content",
    [
        "It rained.\n\nMoney is short.", "**Limits:** It rained.\n\n**Outlook:** Money is short.",
        "Limits: It rained.\n\nOutlook: Money is short.",
    ],
)  # fmt: skip
def test_each_paragraph_gets_the_heading_of_its_section(content: str) -> None:
    made = divided(PAPER, content, ORDER)
    assert made == "## Limits\n\nIt rained.\n\n## Outlook\n\nMoney is short."
    decision = decided_by_rules(PAPER, made, (ORDER,))
    assert decision.sure and (decision.placement.operation, decision.placement.place) == ("append_to_section", EACH)


def test_labels_count_more_than_the_order_of_the_message() -> None:
    made = divided(PAPER, "Outlook: Money is short.\n\nLimits: It rained.", ORDER)
    assert made == "## Outlook\n\nMoney is short.\n\n## Limits\n\nIt rained."


@pytest.mark.parametrize("content", ["It rained. Money is short.", "One.\n\nTwo.\n\nThree.", "- One\n- Two"])
def test_other_content_stays_and_its_place_is_not_sure(content: str) -> None:
    assert divided(PAPER, content, ORDER) == content
    decision = decided_by_rules(PAPER, content, (ORDER,))
    assert not decision.sure and "for each of the sections" in decision.placement.reason


def test_other_messages_are_decided_as_before() -> None:
    order = "Add two sentences to Outlook."
    decision = decided_by_rules(PAPER, "It rained. Money is short.", (order,))
    assert decision.sure and undivided(PAPER, decision, (order,)) is decision
