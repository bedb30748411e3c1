"""BM25 over stems: what scores, and what scores more."""

from __future__ import annotations

import math

import numpy as np
import pytest

from backend.ranking.bm25 import LENGTH, SATURATION, Corpus, Postings
from backend.ranking.windows import alone, around

TEXTS = [
    "The glacier melts in summer.",
    "Rivers carry sediment to the sea in summer.",
    "The glacier and the glaciers of the north.",
    "Nothing of the kind is here.",
]


def scores(query: str, texts=TEXTS, **more) -> list[float]:
    return [round(float(score), 4) for score in Postings(texts, **more).score(query)]


def test_only_texts_with_a_word_of_the_question_score_whatever_its_ending():
    found = scores("melting glaciers")
    assert found[0] > found[2] > 0 == found[1] == found[3]


def test_the_formula_is_bm25s():
    texts = ["alpha beta", "alpha alpha gamma delta", "epsilon"]
    rarity = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    mean = (2 + 4 + 1) / 3

    def weight(count: int, length: int) -> float:
        norm = SATURATION * (1 - LENGTH + LENGTH * length / mean)
        return rarity * count * (SATURATION + 1) / (count + norm)

    assert np.allclose(Postings(texts).score("alpha"), [weight(1, 2), weight(2, 4), 0], atol=1e-5)


def test_function_words_count_only_where_there_is_nothing_else():
    assert scores("the glacier") == scores("glacier")
    assert max(scores("of the")) > 0


def test_a_word_that_is_said_twice_is_asked_once():
    assert scores("glacier glaciers glacier") == scores("glacier")


def test_how_rare_a_word_is_may_be_known_from_elsewhere():
    common = Corpus(1000, {"summer": 900})
    rare = Corpus(1000, {"summer": 1})
    assert scores("summer", corpus=rare)[0] > scores("summer")[0] > scores("summer", corpus=common)[0] > 0
    assert scores("glacier", corpus=rare) == scores("glacier")
    assert scores("summer", corpus=Corpus(1, {"summer": 5}))[0] > 0, "counts that do not fit their corpus"


def test_a_text_is_judged_with_what_stands_around_it():
    spans = [(0, 30), (31, 60), (61, 90), (91, 120)]
    texts = ["The glacier is old.", "It melts in summer.", "Nothing else is here.", "Not here either."]
    apart, together = Postings(texts), Postings(texts, around(spans, (0, 40)))
    assert apart.score("melting glacier")[2] == together.score("melting glacier")[3] == 0
    found = together.score("melting glacier")
    assert found[0] > found[2] > 0 and found[1] > found[2]


def test_windows_of_one_text_each_change_nothing():
    assert np.array_equal(
        Postings(TEXTS, (alone(len(TEXTS)),)).score("glacier in summer"), Postings(TEXTS).score("glacier in summer")
    )


def test_a_question_of_many_words_is_the_sum_of_its_parts():
    words = [f"word{number}" for number in range(150)]
    made = Postings([" ".join(words[:75]), " ".join(words[75:]), "other"])
    parts = made.score(" ".join(words[:100])) + made.score(" ".join(words[100:]))
    assert np.allclose(made.score(" ".join(words)), parts, rtol=1e-4)


def test_terms_shared_with_a_question():
    made = Postings(TEXTS)
    assert [set(found) for found in made.shared("the glacier in summer", [(2, 3), (0, 1), (3, 4), (1, 3)])] == [
        {"glacier"}, {"glacier", "summer"}, set(), {"glacier", "summer"},
    ]  # fmt: skip


@pytest.mark.parametrize("texts", [[], [""], ["", "the of"]])
def test_texts_without_a_word(texts: list[str]):
    assert scores("anything", texts) == [0] * len(texts)
    assert Postings(texts).shared("anything", []) == []
