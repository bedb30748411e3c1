"""BM25 over stems: what scores, and what scores more."""

from __future__ import annotations

import math

import numpy as np
import pytest

from backend.ranking.postings import LENGTH, RELATIVES, SATURATION, Corpus, Postings

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


def vectors(words):
    """Vehicle and car are near, truck a little less, the rest unknown."""
    known = {"car": [1, 0, 0], "vehicle": [0.8, 0.6, 0], "truck": [0.5, 0, 0.866]}
    return np.array([known.get(word, [0, 0, 0]) for word in words], dtype=np.float32)


CARS = ["A car stopped here.", "A vehicle stopped here.", "A truck stopped here.", "A bird stopped here."]


def test_a_near_synonym_counts_in_part_and_never_as_much_as_the_word():
    car, vehicle, truck, bird = scores("car", CARS, word_vectors=vectors)
    assert car > vehicle > truck > bird == 0
    assert scores("car", CARS)[1] == 0
    assert vehicle == pytest.approx(0.8 * car, rel=0.01)


def test_a_word_that_no_text_has_finds_its_relatives():
    assert scores("car", CARS[1:], word_vectors=vectors)[0] > 0


def test_only_so_many_relatives_count():
    def alike(words):
        return np.array([[1.0, 0.0] if word.startswith("kin") or word == "asked" else [0, 1.0] for word in words])

    texts = [f"kin{letter} alone stands" for letter in "bcdfghjkl"]
    assert sum(score > 0 for score in scores("asked", texts, word_vectors=alike)) == RELATIVES + 1


def test_another_language_is_not_compared_by_word_vectors():
    german = ["Der Gletscher schmilzt im Sommer und wird nicht mehr.", "Die Flüsse sind in dem Tal und nicht hier."]

    def fail(words):
        raise AssertionError(words)

    assert scores("Gletscher", german, word_vectors=fail)[0] > 0


def test_terms_shared_with_a_question():
    made = Postings(TEXTS)
    assert [set(found) for found in made.shared("the glacier in summer", np.array([2, 0, 3]))] == [
        {"glacier"}, {"glacier", "summer"}, set(),
    ]  # fmt: skip


@pytest.mark.parametrize("texts", [[], [""], ["", "the of"]])
def test_texts_without_a_word(texts: list[str]):
    assert scores("anything", texts, word_vectors=vectors) == [0] * len(texts)
    assert Postings(texts).shared("anything", np.array([], dtype=int)) == []
