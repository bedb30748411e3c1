"""Content goes beside the only block that a message names, with a word such as "after" before or behind the name."""

import pytest

from backend.document.blocks import read
from backend.placement.rules import decide

PAPER = read(
    "# Bees\n\n## Methods\n\nM one.\n\nM two.\n\nM three.\n\n- honey\n- wax\n\nM four.\n\n"
    "**Theorem 1.** All bees fly.\n\n## Results\n\nR one.\n\nR two.\n\nR three.\n"
)


@pytest.mark.parametrize(
    ("message", "operation", "excerpt"),
    [
        ("Methods, 2nd par: after", "insert_after", "M two."),
        ("Results, ¶ 2: insert following", "insert_after", "R two."),
        ("Methods, ¶ 2, follow with this", "insert_after", "M two."),
        ("Results: before graf 2", "insert_before", "R two."),
        ("Results, second paragraph - after it", "insert_after", "R two."),
        ("Methods, the list: insert before", "insert_before", "- honey - wax"),
        ("Before Theorem 1", "insert_before", "**Theorem 1.** All bees fly."),
    ],
)
def test_terse_place_beside_a_counted_block(message, operation, excerpt):
    found = decide(PAPER, "Rain fell on the bees.", (message,))
    assert (found.placement.operation, found.placement.anchor.excerpt) == (operation, excerpt)
    assert found.sure


@pytest.mark.parametrize(
    "message",
    [
        "Methods, 2nd par: after the remark on rain",
        "Methods, 9th par: after",
        "Write on lungs. The part after paragraph 2 of Methods is too long.",
    ],
)
def test_other_words_leave_a_doubt(message):
    assert not decide(PAPER, "Rain fell on the bees.", (message,)).sure
