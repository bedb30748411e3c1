"""The parts of questions, without a model."""

from __future__ import annotations

import pytest

from backend.kernel.exchange import Turn
from backend.research.deep import aspects


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Compare lithium-ion and sodium-ion batteries in terms of cost and cycle life",
         ["lithium-ion batteries cost cycle life", "sodium-ion batteries cost cycle life"]),
        ("What is the difference between BERT and GPT?", ["BERT", "GPT"]),
        ("CRISPR vs TALEN off-target effects", ["CRISPR off-target effects", "TALEN off-target effects"]),
        ("What are the effects of lime, gypsum and ash on acid soils?",
         ["effects acid soils lime", "effects acid soils gypsum", "effects acid soils ash"]),
        ("How do statins work, and why do patients stop taking them?",
         ["statins work", "statins work patients stop taking"]),
        ("Welche Wirkung haben Lithium und Valproat auf die Niere?",
         ["Wirkung haben Niere Lithium", "Wirkung haben Niere Valproat"]),
        ("What is entropy?", []),
    ],
)  # fmt: skip
def test_what_is_compared_listed_or_asked_one_after_another(question: str, parts: list[str]) -> None:
    assert [" ".join(each) for each in aspects.parts(question)][: len(parts) or None] == parts


def test_the_whole_comes_first_and_views_come_last() -> None:
    found = aspects.of([Turn("user", "What are the effects of tillage on soil carbon?")])
    assert found[0].query == "effects tillage soil carbon"
    assert [each.is_part for each in found] == [False, False, False]
    assert all(each.query.startswith("effects tillage soil carbon") for each in found)
    assert len({each.query for each in found}) == len(found) == 3


def test_a_question_that_points_back_takes_the_one_before_along() -> None:
    talk = [Turn("user", "How do statins work?"), Turn("assistant", "…"), Turn("user", "What are its side effects?")]
    assert "statins" in aspects.of(talk)[0].query


@pytest.mark.parametrize("question", ["", "???", "and or vs", "compare and", "x" * 20_000, "a, " * 3_000 + "and b"])
def test_odd_questions_do_no_harm(question: str) -> None:
    assert len(aspects.of([Turn("user", question)])) <= aspects.MOST


def test_what_only_the_words_of_a_view_bring_strays() -> None:
    asked = ["purple elephants sing", "purple elephants sing systematic review overview"]
    strays = [
        aspects.has_only_added_words("How do purple elephants sing?", asked, text)
        for text in ("Peer reviewers wrote a review.", "A review of singing.", "Elefanten trompeten.", "")
    ]
    assert strays == [True, False, False, False], "what has no word in common at all was found in some other way"
    assert not aspects.has_only_added_words(
        "Who writes a systematic review?", ["systematic review"], "Peer reviewers wrote a review."
    )


def test_words_of_the_views_that_the_question_has_are_its_own() -> None:
    assert {"overview", "limitations"} <= aspects.added_words("How do elephants sing?")
    assert aspects.added_words("What limits a review?").isdisjoint({"review", "limitations"})
