"""How much two texts repeat each other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.document.similar_text import shared_pairs

TIDES = "Tides flood the marsh twice a day, and storms add to them in winter."
SHADE = "Shade keeps the soil moist where the canopy is closed."


def test_a_text_repeats_itself_and_another_little() -> None:
    assert shared_pairs(TIDES, TIDES) == 1.0 and shared_pairs(TIDES, SHADE) < 0.3
    assert shared_pairs("", "") == 1.0 and shared_pairs("", TIDES) == 0.0


@given(st.text(alphabet="ab ", max_size=20), st.text(alphabet="ab ", max_size=20))
def test_it_is_symmetric_and_a_share(one: str, other: str) -> None:
    assert shared_pairs(one, other) == shared_pairs(other, one)
    assert 0.0 <= shared_pairs(one, other) <= 1.0
