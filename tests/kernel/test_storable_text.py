"""Text that every database can store."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from backend.kernel.storable_text import storable, storable_value


@given(st.text(st.characters() | st.sampled_from("\x00\ud835\udc65")))
@settings(max_examples=100, deadline=None)
def test_storable_text_is_utf_8_without_nul(text):
    clean = storable(text)
    assert "\x00" not in clean
    assert clean.encode() is not None
    assert storable(clean) == clean


def test_a_pair_of_surrogates_is_one_character_and_half_a_pair_goes():
    assert storable("a\ud835\udc65b\ud835c") == "a𝑥bc"


def test_texts_are_cleaned_at_every_level_and_other_values_stay():
    value = {"a\0": ["b\ud800", ("c\0", 1)], "n": None, "f": 0.5}
    assert storable_value(value) == {"a": ["b", ("c", 1)], "n": None, "f": 0.5}
