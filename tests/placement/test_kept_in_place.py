"""What a message says to keep stays in the new version, and no replacement removes it without a question."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.kept_in_place import removed_part, sparing, with_kept_parts
from backend.services.placing import decided_by_rules

LIST = "- Sites were chosen.\n- Data were read."
TABLE = "| a | b |\n| --- | --- |\n| 1 | 2 |"
PAPER = read(
    f"# Study\n\n## Methods\n\nWe measured twelve sites. It rained.\n\n{LIST}\n\n## Results\n\nIt was wet. It grew.\n\n"
    f"{TABLE}\n\nMore came. It stayed.\n\n## Outlook\n\nMore will follow. It goes on.\n"
)


@pytest.mark.parametrize(
    ("message", "content", "kept", "restored"),
    [
        ("Rewrite Methods but leave the list alone.", "## Methods\n\nNew.", f"New.\n\n{LIST}", ("list",)),
        ("Rewrite Methods but leave the list alone.", f"New.\n\n{LIST}", f"New.\n\n{LIST}", ()),
        ("Rewrite Methods but keep the list.", "New.\n\n* Other\n* Items", f"New.\n\n{LIST}", ("list",)),
        ("Rewrite Results, keep the table.", "New one.\n\nNew two.", f"New one.\n\n{TABLE}\n\nNew two.", ("table",)),
        ("Rewrite Outlook, keep the first sentence.", "On it goes.", "More will follow. On it goes.",
         ("first sentence",)),
        ("Rewrite Outlook, keep the last sentence.", "Much is to come.", "Much is to come. It goes on.",
         ("last sentence",)),
        ("Rewrite Outlook, keep the last sentence.", "Much is to come. It goes on.", "Much is to come. It goes on.",
         ()),
        ("Rewrite the second paragraph of Results, but keep its first sentence.", "It did not leave.",
         "More came. It did not leave.", ("first sentence",)),
        ("Rewrite Methods and Outlook, but leave the list alone.", "## Methods\n\nNew.\n\n## Outlook\n\nOn.",
         f"## Methods\n\nNew.\n\n{LIST}\n\n## Outlook\n\nOn.", ("list",)),
    ],
)  # fmt: skip
def test_a_kept_part_is_put_back(message: str, content: str, kept: str, restored: tuple[str, ...]) -> None:
    made = with_kept_parts(PAPER, content, message)
    assert made is not None
    assert (made.content, made.restored) == (kept, restored)


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Rewrite Results, keep the table.", "All in one."),  # before or after the table?
        ("Rewrite Results.", "All in one."),
        ("Rewrite Methods but keep the list.", LIST),
        ("Rewrite Outlook, not Methods.", "More."),
    ],
)
def test_an_unclear_place_is_not_guessed(message: str, content: str) -> None:
    assert with_kept_parts(PAPER, content, message) is None


def test_a_replacement_that_would_remove_a_kept_part_is_not_sure() -> None:
    message = "Rewrite Results, keep the table."
    decision = decided_by_rules(PAPER, "All in one.", (message,))
    assert not decision.sure
    assert "“table”" in decision.placement.reason
    assert removed_part(PAPER, PAPER.text.replace(TABLE, ""), (message,))
    assert removed_part(PAPER, PAPER.text, (message,)) == ""


def test_an_answer_about_a_section_to_be_left_never_surely_replaces_it() -> None:
    message = "Rewrite Outlook, not Methods."
    decision = decided_by_rules(PAPER, "## Methods\n\nWe measured.", (message,))
    assert not decision.sure


def test_other_decisions_stay_as_they_are() -> None:
    decision = decided_by_rules(PAPER, "More of it will follow, and it goes on.", ("Rewrite Outlook.",))
    assert decision.sure
    assert sparing(PAPER, "More of it will follow, and it goes on.", decision, ("Rewrite Outlook.",)) is decision
