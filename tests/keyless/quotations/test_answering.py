"""Sentences that answer come first, with their context; what answers nothing is not worth quoting."""

from __future__ import annotations

import pytest

from backend.kernel.exchange import Excerpt
from backend.keyless.instruction import read_instruction
from backend.keyless.quotations.answering import QUOTED, answer, find, on_topic, shown
from backend.keyless.quotations.quotation import units
from backend.providers.wordllama import WordLlamaEmbedder

VECTORS = WordLlamaEmbedder()
INSTRUMENTS = Excerpt(
    "A second instrument stayed on the roof. Canopy was taken from a laser survey.\n\n"
    "The sensor has a response time of about eight seconds in moving air. Positions come from a satellite receiver.\n\n"
    "# Results\n\nDark asphalt added 0.6 °C to a block. This was larger than expected. Narrow streets cooled less.",
    "passage",
    "Methods",
)
GERMAN = Excerpt(
    "Dunkler Asphalt erwärmt die Luft um 0,6 Grad. Die Wirkung ist in engen Straßen am größten. "
    "Gemessen wurde nur am Tag und nicht in der Nacht.",
    "passage",
    "Ergebnisse",
)


def found(question: str, excerpt: Excerpt, vectors: WordLlamaEmbedder | None):
    return find(units([excerpt], ("passage",)), read_instruction(question, excerpt.text), vectors)


@pytest.mark.parametrize("vectors", [VECTORS, None], ids=["vectors", "words"])
@pytest.mark.parametrize(
    ("question", "excerpt", "best"),
    [
        ("How fast does the sensor respond?", INSTRUMENTS, "The sensor has a response time"),
        ("What did asphalt add to blocks?", INSTRUMENTS, "Dark asphalt added"),
        ("Do narrow streets cool less?", INSTRUMENTS, "Narrow streets cooled less."),
        ("Was bewirkt dunkler Asphalt?", GERMAN, "Dunkler Asphalt erwärmt"),
    ],
)
def test_the_answer_comes_first(question, excerpt, best, vectors):
    findings = found(question, excerpt, vectors)
    assert findings.worth_quoting
    assert findings.units[0].line.startswith(best)


@pytest.mark.parametrize("vectors", [VECTORS, None], ids=["vectors", "words"])
def test_words_of_the_request_weigh_nothing(vectors):
    text = "The rest of this paper says how. Tides move the line of the shore. Waves are high in winter."
    findings = found("What does the paper say about tides?", Excerpt(text, "passage", "Shores"), vectors)
    assert findings.units[0].line.startswith("Tides move")


@pytest.mark.parametrize("vectors", [VECTORS, None], ids=["vectors", "words"])
@pytest.mark.parametrize(
    "question", ["How do albatrosses dance?", "Which antibodies stain neurons?", "Who won the world cup?", "Hello!"]
)
def test_what_is_about_something_else_is_not_worth_quoting(question, vectors):
    assert not found(question, INSTRUMENTS, vectors).worth_quoting


def test_sure_only_where_nothing_of_weight_is_missing():
    assert found("How fast does the sensor respond?", INSTRUMENTS, VECTORS).sure
    assert not found("What is the price of the sensor?", INSTRUMENTS, VECTORS).sure


def test_a_sentence_that_leans_on_another_brings_it():
    findings = found("What was larger than expected?", INSTRUMENTS, VECTORS)
    runs = answer(findings, limit=3)
    assert ["Dark asphalt added 0.6 °C to a block.", "This was larger than expected."] in [
        [unit.line for unit in run][:2] for run in runs
    ]


def test_an_answer_is_short_and_its_parts_are_neighbours_of_one_section():
    long = Excerpt("\n\n".join(f"# Part {n}\n\nAsphalt is dark {n}. It is warm {n}." for n in range(9)), "passage")
    runs = answer(found("Is asphalt dark and warm?", long, VECTORS))
    assert 0 < sum(map(len, runs)) <= QUOTED
    assert all(len(run) <= 2 for run in runs)


def test_on_topic_keeps_close_by_what_was_asked_for():
    about = read_instruction("Write three sentences about the response of the sensor", INSTRUMENTS.text)
    chosen = on_topic(units([INSTRUMENTS], ("passage",)), about, VECTORS)
    assert chosen[0].line.startswith("The sensor has a response time") and len(chosen) >= 3
    assert on_topic(units([INSTRUMENTS], ("passage",)), read_instruction("Write about falcons", ""), VECTORS) == []


def test_a_section_named_after_the_question_is_a_sure_answer():
    limits = Excerpt("Twelve afternoons in one summer show little of droughts.", "passage", "Discussion > Limitations")
    assert found("What are the limitations?", limits, VECTORS).sure


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What is the interval of humidity?", "Quantity: Humidity, Interval: 5 s, Error: 2 %"),
        (
            "Which have an interval of 1 s?",
            "Quantity: Air, Interval: 1 s; Quantity: Position, Interval: 1 s",
        ),
    ],
)
def test_a_table_is_shown_by_its_rows(question, line):
    table = Excerpt(
        "| Quantity | Interval | Error |\n|---|---:|:---:|\n"
        "| Air | 1 s | |\n| Humidity | 5 s | 2 % |\n| Position | 1 s | |",
        "passage",
    )
    (unit,) = units([table], ("passage",))
    assert shown(unit, read_instruction(question, "")) == line


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ("| Humidity | 5 s |", "Humidity, 5 s"),
        ("| Quantity |\n|---|\n| Humidity | 5 s |", "Quantity: Humidity, 5 s"),
        ("| Quantity | Interval |\n|---|---|", "Quantity, Interval"),
    ],
)
def test_a_table_without_a_body_or_with_stray_cells_is_shown_with_all_its_words(rows, line):
    (unit,) = units([Excerpt(rows, "library")], ("library",))
    assert shown(unit, read_instruction("What is the interval of humidity?", "")) == line
