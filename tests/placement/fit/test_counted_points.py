"""Points that a text counts: their numbers, and what is in order."""

import pytest

from backend.placement.fit.counted_points import in_order, number_of


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("First, the auger.", 1),
        ("Secondly, we cut cores.", 2),
        ("*Third*, the scale.", 3),
        ("Zweitens wurde gewogen.", 2),
        ("Drittens", 3),
        ("Zweite Frage: wer?", 2),
        ("Finally, the thaw.", 99),
        ("The last word.", None),
        ("Enfin, la glace.", 99),
        ("Schließlich das Eis.", 99),
        ("Ice is the first thing.", None),
        ("", None),
        ("12 cores.", None),
    ],
)
def test_a_point_begins_with_its_number(text, number):
    assert number_of(text) == number


def test_neighbors_in_order_speak_for_a_place_and_others_against_it():
    assert in_order(2, [1, None], [None, 3]) == 2
    assert in_order(2, [None, 3], []) == -1
    assert in_order(2, [1], [1]) == 0
    assert in_order(2, [2], [2]) == -2
    assert in_order(2, [], [None]) == 0
