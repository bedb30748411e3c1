"""The words of a library as rows, and what is found by them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.ranking.lexicon import MOST_TERMS, asked, lexicon, nearest, rarest, score, signs

TEXTS = ["Marsh grass bends.", "Marsh reeds stand. Marsh reeds rustle.", "温度在夜间下降。", "Of the and to."]


def term_occurrences(texts, query, work=1, language="english"):
    rows = lexicon(texts, language)
    return [(term, work, rows[term]) for term in asked(query, {language}) if term in rows]


def test_function_words_have_no_row():
    assert set(lexicon(TEXTS[3:], "english")) == set() and asked("of the", {"english"}) == ()


@pytest.mark.parametrize("query, best", [("bending grass", 0), ("rustling reeds", 1), ("夜间的温度", 2)])
def test_stems_and_pairs_of_characters_are_found(query, best):
    found = score(term_occurrences(TEXTS, query), len(TEXTS), 1)
    assert found.passages == ((1, best),)


def test_counts_say_how_many_passages_have_a_term():
    assert score(term_occurrences(TEXTS, "marsh grass"), 4, 4).counts == {"marsh": 2, "grass": 1}


def test_neighbours_of_a_hit_gain_and_those_in_another_work_do_not():
    texts = ["nothing", "grass", "nothing", "grass sedge", "nothing"]
    rows = term_occurrences(texts, "grass sedge") + term_occurrences(["grass"], "grass sedge", work=2)
    found = score(rows, 6, 9)
    assert found.passages == ((1, 3), (1, 1), (2, 0))


def test_a_long_question_is_cut():
    assert len(asked(" ".join(f"word{n}" for n in range(500)), {"english"})) == MOST_TERMS


@given(st.lists(st.text(max_size=60), min_size=1, max_size=8), st.data())
def test_a_text_is_found_by_any_of_its_terms(texts, data):
    rows = lexicon(texts, "english")
    place = data.draw(st.integers(0, len(texts) - 1))
    mine = lexicon([texts[place]], "english")
    if mine:
        term = data.draw(st.sampled_from(sorted(mine)))
        found = score([(term, 3, rows[term])], len(texts), len(texts))
        assert (3, place) in found.passages


def test_vectors_are_near_by_their_signs():
    rows = np.random.default_rng(1).normal(size=(6, 256)).astype(np.float32)
    bits = {7: signs(rows[:4]), 9: signs(rows[4:]), 11: b""}
    assert nearest(bits, rows[5], 1) == ((9, 1),)
    assert nearest(bits, rows[2] + 0.1, 2)[0] == (7, 2)
    assert nearest(bits, np.zeros(256, np.float32), 3) == () and nearest({}, rows[0], 3) == ()


def test_the_commonest_words_are_left_out_where_they_would_cost_too_much():
    assert rarest({"marsh": 900, "grass": 3, "model": 990, "wind": 800}) == ("grass", "wind", "marsh")
    assert rarest({"model": 100_000}) == ("model",) and rarest({}) == ()
    found = score(term_occurrences(TEXTS, "grass"), 40, 1, {"grass": 1, "model": 9})
    assert found.counts == {"grass": 1, "model": 27}


def test_what_scores_alike_keeps_its_order():
    """Whatever order a database gives the rows in."""
    texts = ["grass reed sedge", "sedge grass reed"] * 8
    rows = [row for work in (3, 1, 2) for row in term_occurrences(texts, "reeds, grass and sedge", work=work)]
    found = score(rows, 48, 20)
    assert found == score(rows[::-1], 48, 20) and found == score(sorted(rows), 48, 20)
    assert found.passages[0] == (1, 2) and found.passages == tuple(sorted(found.passages, key=found.passages.index))
    same = signs(np.ones((9, 64), dtype=np.float32))
    assert nearest({4: same, 7: same}, np.ones(64), 11) == (*((4, n) for n in range(9)), (7, 0), (7, 1))
    assert rarest({"b": 2_000, "c": 300, "a": 2_000}) == ("c", "a") == rarest({"a": 2_000, "b": 2_000, "c": 300})
