"""A section is replaced with its subsections only if the message says so."""

from __future__ import annotations

import pytest

from backend.placement.plan import Placement
from backend.placement.subsections import with_subsections


@pytest.mark.parametrize(
    ("message", "place", "with_them"),
    [
        ("Rewrite Methods and all its subsections.", "section body", "section contents"),
        ("Rewrite Methods and all its subsections.", "section", "whole section"),
        ("Schreibe Methoden mit allen Unterabschnitten neu.", "section body", "section contents"),
        ("Rewrite Methods, but keep all subsections.", "section body", "section body"),
        ("Rewrite Methods.", "section", "section"),
        ("Rewrite Methods and all its subsections.", "block", "block"),
    ],
)
def test_what_is_replaced(message, place, with_them):
    (made,) = with_subsections([Placement("replace", position=place)], (message,))
    assert made.place == with_them


def test_a_place_beside_a_section_stays():
    added = Placement("append_to_section", position="end")
    assert with_subsections([added], ("Add it to Methods with all its subsections.",)) == [added]
