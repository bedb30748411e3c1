from __future__ import annotations

from backend.providers.quoting import quote
from backend.sources import Source

REEFS = Source(
    "Coral cover in the Pacific",
    content="Surveys took twelve years. Coral cover fell by two percent a year where summers were warm. All dived.",
)
SEAS = Source("Heat in the sea", content="Marine heatwaves bleach corals. Recovery of coral takes five cool years.")
OTHER = Source("Bread", content="Bread is baked from flour. An oven should be hot.")


def test_the_sentences_that_answer_come_with_their_places() -> None:
    quoted = quote("How fast does coral cover fall?", (OTHER, REEFS, SEAS), 2)
    assert quoted[0] == (1, "Coral cover fell by two percent a year where summers were warm.")
    assert all(sentence in (REEFS, SEAS, OTHER)[(1, 2, 0).index(place)].content for place, sentence in quoted)


def test_no_source_says_it_all() -> None:
    long = Source("Coral", content=" ".join(f"Coral number {n} is dying of heat." for n in range(9)))
    quoted = quote("Why is coral dying?", (long, SEAS), 4)
    assert [place for place, _ in quoted].count(0) <= 2
    assert len(quoted) <= 4


def test_a_question_without_a_topic_gets_first_sentences() -> None:
    assert quote("?", (REEFS, SEAS), 5) == [(0, "Surveys took twelve years."), (1, "Marine heatwaves bleach corals.")]
    assert quote("Coral?", (Source("Empty"),), 5) == []
