from __future__ import annotations

from dataclasses import replace

import pytest

from backend.kernel.exchange import Evidence, Excerpt, Quoted
from backend.kernel.works import Source
from backend.keyless.search_answers import quote
from backend.keyless.writer import write
from backend.providers.wordllama import WordLlamaEmbedder

VECTORS = WordLlamaEmbedder()
REEFS = Source(
    "Coral cover in the Pacific",
    content="Surveys took twelve years. Coral cover fell by two percent a year where summers were warm. All dived.",
)
SEAS = Source("Heat in the sea", content="Marine heatwaves bleach corals. Recovery of coral takes five cool years.")
OTHER = Source("Bread", content="Bread is baked from flour. An oven should be hot.")


def test_the_sentences_that_answer_come_with_their_places() -> None:
    quoted = quote("How fast does coral cover fall?", (OTHER, REEFS, SEAS), 2, VECTORS).sentences
    assert quoted[0] == (1, "Coral cover fell by two percent a year where summers were warm.")
    assert all(sentence in (REEFS, SEAS, OTHER)[(1, 2, 0).index(place)].content for place, sentence in quoted)


def test_no_source_says_it_all() -> None:
    long = Source("Coral", content=" ".join(f"Coral number {n} is dying of heat." for n in range(9)))
    quoted = quote("Why is coral dying?", (long, SEAS), 4).sentences
    assert [place for place, _ in quoted].count(0) <= 2
    assert len(quoted) <= 4


def test_a_question_without_a_topic_gets_first_sentences() -> None:
    first = ((0, "Surveys took twelve years."), (1, "Marine heatwaves bleach corals."))
    assert quote("?", (REEFS, SEAS), 5) == Quoted(first, "This may not answer the question")
    assert quote("Coral?", (Source("Empty"),), 5) == Quoted()


@pytest.mark.parametrize(
    "question",
    [
        "What is the boiling point of tungsten?",
        "Who won the 1998 football world cup?",
        "How many penguins live on Mars?",
    ],
)
def test_what_speaks_of_something_else_is_not_quoted(question: str) -> None:
    for vectors in (VECTORS, None):
        assert quote(question, (OTHER, REEFS, SEAS), 7, vectors) == Quoted()


def test_quotations_are_judged_as_those_of_a_message() -> None:
    """One judgement of what answers, whoever asks for quotations."""
    excerpts = tuple(Excerpt(each.content, "section", each.title) for each in (REEFS, SEAS))
    for question in ("Why do marine heatwaves bleach kelp?", "How fast does coral cover fall?", "Who bakes tungsten?"):
        message = write(Evidence("research", question, excerpts), VECTORS).message
        quoted = quote(question, (REEFS, SEAS), 4, VECTORS)
        assert bool(quoted.sentences) is ("nothing to quote" not in message)
        assert message.startswith(quoted.doubt or ("Quoted" if quoted.sentences else "I have nothing"))
    assert quote("How fast does coral cover fall?", (REEFS, SEAS), 4, VECTORS).doubt == (
        "This may not answer the question, as I found nothing on “fall”"
    )


@pytest.mark.parametrize(
    ("question", "doubt"),
    [
        ("Who filmed marine heatwaves that bleach corals?", "filmed"),
        ("Who bred coral in the Pacific?", "bred"),
        ("Why does coral cover freeze where summers are warm?", "freeze"),
    ],
)
def test_what_nothing_speaks_of_is_doubted_however_much_else_fits(question: str, doubt: str) -> None:
    assert f"“{doubt}”" in quote(question, (REEFS, SEAS), 4, VECTORS).doubt


def test_a_long_question_may_have_a_word_that_its_answer_lacks() -> None:
    question = "By how many percent a year did coral cover drop in the Pacific where summers were warm?"
    assert not quote(question, (REEFS, SEAS), 4, VECTORS).doubt


def test_which_kind_of_thing_it_is_need_not_be_said() -> None:
    news = Source("Heat", content="Corals in Fiji died of heat. Snow fell.")
    assert not quote("Which island's corals died of heat?", (news,), 4, VECTORS).doubt


def test_a_weak_result_is_quoted_if_it_has_what_is_asked_for() -> None:
    trial = Source("Statins", content="In total 4,444 patients were randomised. Follow-up lasted five years.")
    quoted = quote("How many patients took part in the blinded experiment?", (trial,), 4)
    assert "4,444" in quoted.sentences[0][1] and quoted.doubt
    assert quote("Why did patients take part in the blinded experiment?", (trial,), 4) == Quoted()


def test_words_far_apart_in_a_long_source_are_no_answer() -> None:
    filler = "Sheep graze on the hills in spring. " * 60
    page = Source("Notes", content=f"A tower of cards fell. {filler}The Eiffel lies in the west. {filler}It was built.")
    assert quote("When was the Eiffel tower built?", (page,), 4) == Quoted()
    near = Source("Notes", content=f"{filler}The Eiffel tower was built in 1889. {filler}")
    assert quote("When was the Eiffel tower built?", (near,), 4).sentences[0] == (
        0, "The Eiffel tower was built in 1889."
    )  # fmt: skip


def test_a_sentence_with_what_is_asked_for_comes_first() -> None:
    question = "How many summers do bleached reefs need to recover?"
    text = (
        "Bleached reefs need many summers to recover. Grazing fish help reefs where they are abundant. "
        "Surveys of bleached reefs found that those that recover need 12 summers. Corals are animals."
    )
    beside = "Snow falls in winter. Trains run on rails. Bees visit flowers. Rivers carry sand. Winds move clouds."
    known = Source("Reefs", "https://a.example", content=f"{text} {beside}")
    quoted = quote(question, [known], 4)
    assert "12 summers" in quoted.sentences[0][1] and not quoted.doubt
    lacking = replace(known, content=known.content.replace(" 12", ""))
    assert (
        quote(question, [lacking], 4).doubt
        == "This may not answer the question, as the sentences found contain no number"
    )
