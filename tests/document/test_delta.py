"""Differences between texts: what was stored comes back byte for byte, and a small change is small."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from backend.document.delta import apply_delta, delta
from tests.document.papers import PAPERS

TEXTS = st.lists(
    st.sampled_from(["a", "b. ", ".", "\n", "\r\n", "研。", "\ud800", "\0", "\U0001f600", '"']), max_size=60
).map("".join)


@given(TEXTS, TEXTS)
def test_the_new_text_comes_back(old: str, new: str) -> None:
    assert apply_delta(old, delta(old, new)) == new


def test_one_new_sentence_in_a_paper_is_all_that_is_kept() -> None:
    paper = " ".join(f"Sentence {number} of one long line." for number in range(3000))
    changed = paper.replace("Sentence 1500 of", "Sentence 1500, now changed, of").replace("Sentence 9 of", "It and")
    assert len(delta(paper, changed)) < 200


def test_more_pieces_than_are_matched_come_back_too() -> None:
    old, new = "a." * 30_000, "b." + "a." * 25_000 + "c."
    assert apply_delta(old, delta(old, new)) == new


def test_the_papers_come_back_through_a_history_of_edits() -> None:
    chance = random.Random(3)
    for paper in PAPERS:
        text = paper.read_bytes().decode()
        for _ in range(10):
            start = chance.randrange(len(text))
            stop = min(len(text), start + chance.choice([0, 1, 40, 3000]))
            moved = chance.randrange(len(text))
            after = text[:start] + chance.choice(["", "New. ", text[moved : moved + 2000]]) + text[stop:]
            assert apply_delta(text, delta(text, after)) == after
            text = after
