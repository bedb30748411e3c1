"""Ranking: the answer first, in any script, whatever the vectors are; a budget filled and never exceeded."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.chunks import chunk, pieces
from backend.ranking.retrieval import (
    RELEVANT_COSINE,
    Index,
    Meaning,
    Passage,
    Whole,
    fill,
    join_best,
    products,
    rank_texts,
    relevant,
)

PAPER = """# Glaciers

## Introduction

Glaciers of the range have lost a third of their area since 1950. Their retreat feeds lakes.

## Methods

We measured the ice with a drone. Images were aligned by structure from motion.

## Results

The lower lake grew by 12 hectares. Sediment cores show two advances.

## Funding

The work was paid by the national science foundation.
"""


def sections(text: str = PAPER, size: int = 120) -> Index:
    return Index(chunk(text, size, 0))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much area did the glacier lose?", "since 1950"),
        ("Which aligned images were used?", "structure from motion"),
        ("sediments", "Sediment cores"),
        ("Who funded it?", "national science foundation"),
        ("results", "12 hectares"),
        ("LAKE GROWTH grew", "12 hectares"),
    ],
)
def test_the_answer_is_first(question: str, answer: str) -> None:
    best = sections().rank(question, limit=1)[0]
    assert answer in best.chunk.text
    assert best.shared_stems


@pytest.mark.parametrize(
    ("texts", "question", "best"),
    [
        (["研究很重要。", "冰川正在退缩。", "数据来自卫星。"], "冰川怎么样？", 1),
        (["これは本です。", "氷河が後退している。", "衛星データを使う。"], "衛星のデータは？", 2),
        (["Модель обучена.", "Ледники отступают."], "отступление ледника", 1),
        (["النموذج جيد", "الأنهار الجليدية تتراجع"], "تراجع الأنهار", 1),
        (["모델을 훈련했다.", "빙하가 녹고 있다."], "빙하는 왜 녹나", 1),
        (["Das Modell ist gut und wird genutzt.", "Die Gletscher sind mit der Zeit kleiner."], "der Gletscher", 1),
        (["ภาษาไทย", "ธารน้ำแข็งละลาย"], "ธารน้ำแข็ง", 1),
    ],
)
def test_other_scripts(texts: list[str], question: str, best: int) -> None:
    place, passage = rank_texts(question, texts)[0]
    assert place == best
    assert passage.shared_stems


def test_vectors_decide_where_no_word_is_shared() -> None:
    vectors = np.eye(3, dtype=np.float32)
    ranked = rank_texts("unknown", ["aa", "bb", "cc"], Meaning(vectors, np.array([0, 0, 5.0])))
    assert [place for place, _ in ranked] == [2, 0, 1]
    assert ranked[0][1].cosine == pytest.approx(1)


def test_neighbours_lift_within_one_text_only() -> None:
    texts = ["zebra crossing", "nothing here", "plain words", "other things", "more of it"]
    filler = " Further words of no matter stand here, so that the middles are apart." * 5
    cut = chunk("\n\n".join(f"# {i}\n\n{text}.{filler}" for i, text in enumerate(texts)), 450, 0)
    assert len(cut) == 5
    scores = {passage.chunk.start: passage.score for passage in Index(cut).rank("zebra")}
    assert scores[cut[0].start] > scores[cut[1].start] > scores[cut[4].start]
    torn = Index([cut[0], *chunk("Nothing here." + filler), *chunk("Plain words." + filler)])
    lone = sorted(torn.rank("zebra"), key=lambda passage: passage.score)
    assert lone[0].score == pytest.approx(lone[1].score)


def test_passages_are_the_best_pieces_joined_where_they_follow_each_other() -> None:
    whole = Whole(PAPER, 200)
    index = Index(pieces(PAPER, 200), whole=whole)
    passages = index.rank("sediment cores")
    assert "Sediment cores" in passages[0].chunk.text and passages[0].chunk.end - passages[0].chunk.start <= 200
    assert {"sediment", "core"} <= set(passages[0].shared_stems)
    spans = sorted((passage.chunk.start, passage.chunk.end) for passage in passages)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    assert all(PAPER[p.chunk.start : p.chunk.end] == p.chunk.text for p in passages)
    covered = "".join(PAPER[start:end] for start, end in spans)
    assert "".join(covered.split()) == "".join(PAPER.split())


def test_a_passage_is_as_near_as_the_nearest_of_its_pieces() -> None:
    cut = pieces(PAPER, 200)
    vectors = np.zeros((len(cut), 2), dtype=np.float32)
    vectors[2] = (1, 0)
    best = Index(cut, vectors, whole=Whole(PAPER, 200)).rank("?", np.array([1.0, 0.0]), 1)[0]
    assert best.chunk.start <= cut[2].start < best.chunk.end and best.cosine == pytest.approx(1)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.text(max_size=30), max_size=6),
    st.text(max_size=30),
    st.sampled_from([0.0, 1.0, float("nan"), float("inf"), 1e30]),
    st.integers(0, 7),
)
def test_any_input_gives_finite_scores(texts: list[str], query: str, value: float, limit: int) -> None:
    text = "\n\n".join(texts)
    cut = chunk(text, 20, 5)
    vectors = np.full((len(cut), 3), value, dtype=np.float32)
    for index in (Index(cut), Index(cut, vectors), Index(pieces(text, 20), whole=Whole(text, 20))):
        for vector in (None, np.zeros(3), np.array([1, value, 0])):
            ranked = index.rank(query, vector, limit)
            assert len(ranked) <= limit and bool(ranked) == bool(limit and cut)
            assert all(np.isfinite(passage.score) for passage in ranked)
            assert [passage.score for passage in ranked] == sorted((p.score for p in ranked), reverse=True)


def test_vectors_must_fit() -> None:
    with pytest.raises(ValueError, match="as many vectors"):
        Index(chunk("Words."), np.zeros((2, 3)))


def test_relevant_needs_a_shared_word_or_a_near_vector() -> None:
    index = sections()
    assert {stem for passage in relevant(index.rank("glacier lakes")) for stem in passage.shared_stems} == {
        "glacier",
        "lake",
    }
    assert not relevant(index.rank("quantum chromodynamics"))
    assert not relevant(index.rank("what is the of and in it"))
    piece = index.chunks[0]
    near, far = (Passage(piece, 0.0, cosine, ()) for cosine in (RELEVANT_COSINE, RELEVANT_COSINE - 0.01))
    assert relevant([near, far]) == [near]


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 900), st.sampled_from([0, 40]), st.sampled_from(["lake", "drone images", "paid by"]))
def test_fill_stays_within_the_budget(characters: int, overlap: int, question: str) -> None:
    text = PAPER * 3
    ranked = Index(chunk(text, 90, overlap)).rank(question)
    filled = fill(ranked, characters)
    spans = [(passage.chunk.start, passage.chunk.end) for passage in filled]
    assert len(set().union(*(range(start, end) for start, end in spans)) if spans else ()) <= characters
    assert [passage.score for passage in filled] == [passage.score for passage in ranked[: len(filled)]]
    for passage, original in zip(filled, ranked, strict=False):
        assert original.chunk.text.startswith(passage.chunk.text)
        assert text[passage.chunk.start : passage.chunk.end] == passage.chunk.text
    assert all(passage in ranked for passage in filled[:-1])
    if characters >= len(text):
        assert len(filled) == len(ranked)


def test_fill_charges_shared_text_once_and_cuts_between_sentences() -> None:
    text = "One sentence here. Two sentences here. Six sentences here. Ten sentences here."
    cut_up = chunk(text, 40, 20)
    assert cut_up[1].start < cut_up[0].end
    ranked = [Passage(piece, 1.0, None, ()) for piece in cut_up]
    distinct = cut_up[1].end - cut_up[0].start
    assert [passage.chunk for passage in fill(ranked, distinct)] == list(cut_up[:2])
    cut = fill(ranked, distinct - 1)[-1].chunk
    assert cut.text.endswith(".")
    assert len(cut.text) < len(cut_up[1].text)


@pytest.mark.parametrize(("n", "d"), [(1, 1), (7, 5), (3000, 16), (5, 200), (0, 4)])
def test_every_row_meets_the_vector(n: int, d: int):
    numbers = np.random.default_rng(n + d)
    rows, vector = numbers.normal(size=(n, d)).astype(np.float32), numbers.normal(size=d).astype(np.float32)
    found = products(rows, vector)
    assert found.shape == (n,) and found.dtype == np.float32
    assert np.allclose(found, rows @ vector, atol=1e-3)


SPANS = [(0, 10), (10, 20), (20, 30), (30, 40), (40, 50)]


def test_the_best_pieces_that_there_is_room_for_are_joined() -> None:
    assert join_best(np.array([0, 3, 5, 4, 0.0]), SPANS, 30) == [(1, 4), (0, 1), (4, 5)]
    assert join_best(np.array([4, 0, 3, 0, 5.0]), SPANS, 30) == [(4, 5), (0, 1), (2, 3), (1, 2), (3, 4)]
    assert join_best(np.array([3, 3, 0, 4, 5.0]), SPANS, 45, 2) == [(3, 5), (0, 2)]


def test_what_there_is_no_room_for_is_not_joined() -> None:
    assert join_best(np.array([1, 2.0]), [(0, 100), (100, 110)], 50) == [(1, 2), (0, 1)]
    assert join_best(np.array([2, 1, 1.0]), [(0, 100), (100, 110), (110, 120)], 50) == [(0, 1), (1, 2), (2, 3)]
    assert join_best(np.array([]), [], 50) == []


@given(
    st.lists(st.tuples(st.integers(1, 60), st.floats(-5, 5)), max_size=25),
    st.integers(0, 150),
    st.one_of(st.none(), st.integers(0, 5)),
)
def test_every_piece_is_in_one_run(pieces: list[tuple[int, float]], room: int, limit: int | None) -> None:
    ends = np.cumsum([length for length, _ in pieces]).tolist()
    spans = [(end - length, end) for end, (length, _) in zip(ends, pieces, strict=True)]
    scores = np.array([score for _, score in pieces])
    runs = join_best(scores, spans, room, limit)
    held = [place for first, stop in runs for place in range(first, stop)]
    assert len(held) == len(set(held))
    assert len(runs) <= limit if limit is not None else sorted(held) == list(range(len(pieces)))
    assert sum(spans[stop - 1][1] - spans[first][0] for first, stop in runs if stop - first > 1) <= room
    best = [scores[first:stop].max() for first, stop in runs]
    assert best == sorted(best, reverse=True)
