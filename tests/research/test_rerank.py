"""The mixture of what services and texts say."""

from __future__ import annotations

import numpy as np
import pytest

from backend.kernel.works import Source
from backend.ranking.retrieval import Meaning
from backend.research.fusion import Fused, fuse
from backend.research.rerank import rerank, text_of

WORKS = [
    Source(title="Gardening for beginners", url="https://a.example/1", content="Soil, water and light."),
    Source(title="Tides", url="https://a.example/2", content="The moon's gravity raises the oceans twice a day."),
    Source(title="Baking bread", url="https://a.example/3", content="Flour, water, salt and yeast."),
]


def fused() -> list[Fused]:
    return fuse([WORKS])


def titles(results: list[Fused]) -> list[str]:
    return [each.source.title for each in results]


def test_what_answers_the_question_rises():
    assert titles(rerank("Why does the moon raise the tides?", fused(), text_share=0.8))[0] == "Tides"


def test_services_alone_keep_their_order():
    assert titles(rerank("tides", fused(), text_share=0)) == titles(fused())


def test_texts_that_say_nothing_keep_the_order():
    assert titles(rerank("xylophone", fused())) == titles(fused())


def test_meaning_counts_where_there_are_vectors():
    vectors = np.eye(3, dtype=np.float32)
    found = rerank("xylophone", fused(), Meaning(vectors, vectors[2]), text_share=0.9)
    assert titles(found)[0] == "Baking bread"


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_nothing_is_lost_and_scores_fall(share: float):
    found = rerank("water and the moon", fused(), text_share=share)
    scores = [each.source.score or 0 for each in found]
    assert sorted(titles(found)) == sorted(titles(fused()))
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 / 61 for score in scores)


def test_no_results():
    assert rerank("anything", []) == []


def test_a_vector_for_every_result():
    with pytest.raises(ValueError, match="3 chunks"):
        rerank("tides", fused(), Meaning(np.eye(2, dtype=np.float32), np.eye(2, dtype=np.float32)[0]))


def test_a_long_page_is_looked_at_from_its_beginning():
    assert len(text_of(Source(title="Long", content="word " * 10_000))) < 5_000
