"""Which remarks and messages say where the content must go."""

from __future__ import annotations

import pytest

from backend.placement.remark_place import clearly_names_place, names_place
from tests.placement.rules.paper import PAPER


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("Methods should open with it.", True),
        ("after the first paragraph of Introduction", True),
        ("It is about Methods.", False),
        ("make it shorter", False),
        ("at the end", False),
    ],
)
def test_a_clear_place_is_in_a_section_or_beside_a_block(message: str, named: bool):
    assert clearly_names_place(PAPER, message) is named


@pytest.mark.parametrize(
    ("remark", "moves"),
    [
        ("Rather after the first paragraph of the Introduction.", True),
        ("Put it at the end of Methods.", True),
        ("The Methods could be said more simply.", False),
        ("Make the first draft more formal.", False),
        ("Put it at the start of the first draft.", False),
        ("shorter", False),
    ],
)
def test_a_remark_moves_the_draft_if_it_says_where(remark: str, moves: bool):
    assert names_place(PAPER, remark) is moves
