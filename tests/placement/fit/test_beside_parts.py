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


DESCRIBED = read(
    "# Sleep\n\n## Methods\n\nEarlier programs were delivered face to face. Few hospitals could pay a therapist.\n\n"
    "Sleep was recorded with a device on the wrist.\n\nTable 1: Times.\n\n| Cost diary | Scale |\n| --- | --- |\n"
    "| yes | no |\n\nWe fitted a linear mixed model.\n\n$$ y = a + b $$\n\n## Results\n\n"
    "Table 2: Costs per person.\n\n| Item | Program |\n| --- | --- |\n| Visits | 112 |\n\nScores fell in both arms.\n\n"
    "## Discussion\n\nParticipants knew their arm. This may have raised the scores.\n"
)


@pytest.mark.parametrize(
    ("message", "operation", "excerpt"),
    [
        ("Add a text after the passage where we explain that earlier programs needed a therapist.", "after", "Earlier"),
        ("Put a remark in front of the paragraph that says how sleep was recorded.", "before", "Sleep was recorded"),
        ("Nach dem Absatz über therapist einen Absatz zu Kosten", "after", "Earlier"),
        ("Insert a sentence on currencies after the table of costs.", "after", "| Item | Program |"),
        ("Add a sentence on software after the equation of the mixed model.", "after", "$$ y = a + b $$"),
    ],
)
def test_the_block_that_a_message_describes(message, operation, excerpt):
    found = decide(DESCRIBED, "It rained.", (message,))
    assert found.placement.operation == f"insert_{operation}"
    assert found.placement.anchor.excerpt.startswith(excerpt)
    assert found.sure


@pytest.mark.parametrize(
    "message",
    [
        "Add a paragraph after the part that describes the drowsiness scores.",  # "drowsiness" is not there
        "Add a paragraph after the paragraph on whales.",
    ],
)
def test_a_block_that_fits_only_half_is_doubted(message):
    assert not decide(DESCRIBED, "It rained.", (message,)).sure
