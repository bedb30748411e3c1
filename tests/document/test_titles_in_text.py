"""Titles that a text may name: none that a pattern would find is left out."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from backend.document.titles_in_text import titles_in

WORDS = st.sampled_from(["Methods", "methods", "and", "Straße", "3.2", "…", "C++", "ÉTUDE", "étude", "方法"])
TITLES = st.lists(WORDS, min_size=1, max_size=3).map("  ".join)


def test_the_longest_come_first_and_each_once():
    titles = ["Results", "Methods", "Methods and materials", "methods  and materials", ""]
    text = "Put it behind “methods and\nmaterials”, not into Methods."
    assert titles_in(text, titles) == ["Methods and materials", "methods and materials", "Methods"]


@given(st.lists(WORDS, max_size=8).map(" ".join), st.lists(TITLES, max_size=5))
def test_no_title_that_a_pattern_finds_is_left_out(text, titles):
    for title in titles:
        pattern = r"\s+".join(map(re.escape, title.split()))
        if re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE):
            assert " ".join(title.split()) in titles_in(text, titles)
