"""The classes of words that orders are made of."""

import re

from backend.document.order_classes import CLASSES


def test_each_word_is_in_lower_case_and_a_star_stands_at_its_end():
    for name, words in CLASSES.items():
        for word in words.split():
            assert word == word.lower() and re.fullmatch(r"[^*]+\*?", word), (name, word)


def test_what_takes_text_away_adds_none():
    removing, placing = (set(CLASSES[name].split()) for name in ("removing", "placing"))
    assert not removing & placing
