"""What kind of thing a question asks for, and which sentences have one."""

from __future__ import annotations

import pytest

from backend.keyless.quotations.answer_kind import asked_for, contains_kind, degrees_answered, kinds_named


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who discovered the comet?", "person"),
        ("And by whom was it seen first?", "person"),
        ("Wer hat den Kometen entdeckt?", "person"),
        ("¿Quién descubrió el cometa?", "person"),
        ("How many comets were seen?", "number"),
        ("What percentage of reefs recovered?", "number"),
        ("Wie viele Riffe gibt es?", "number"),
        ("Combien de récifs ont survécu ?", "number"),
        ("What is the cost of a dive?", "number"),
        ("Was kostet ein Tauchgang?", "number"),
        ("When did the reefs bleach?", "time"),
        ("In what year did they bleach?", "time"),
        ("Why do reefs bleach when the water is warm?", None),
        ("How do people who dive help?", None),
    ],
)
def test_the_kind_is_read_from_the_question_word(question: str, kind: str | None) -> None:
    assert asked_for(question) == kind


@pytest.mark.parametrize(
    ("line", "kind", "expected"),
    [
        ("The comet was discovered by Caroline Herschel.", "person", True),
        ("Lee et al. saw it later.", "person", True),
        ("It was seen by many people.", "person", False),
        ("The Great Comet was seen by many people.", "person", False),
        ("It has 1,282 entries.", "number", True),
        ("About half of them survived.", "number", True),
        ("It was seen in 1881.", "number", False),
        ("One of them was seen.", "number", False),
        ("The eclipse lasts about one hour.", "number", True),
        ("Der Schweif ist einen Kilometer lang.", "number", True),
        ("La cola mide un kilómetro.", "number", True),
        ("Pesa menos de un gramo.", "number", True),
        ("One day a tail was seen.", "number", False),
        ("One observer saw a tail.", "number", False),
        ("Un cometa tiene una cola.", "number", False),
        ("It was seen in 1881.", "time", True),
        ("In the 19th century comets were feared.", "time", True),
        ("It has 1,282 entries.", "time", False),
    ],
)
def test_a_sentence_has_it_or_not(line: str, kind: str, expected: bool) -> None:
    assert contains_kind(line, kind, "Who saw the Great Comet?") is expected  # type: ignore[arg-type]


def test_what_the_question_says_itself_is_no_answer() -> None:
    assert not contains_kind("Of the 40 reefs some died.", "number", "How many of the 40 reefs died?")
    assert contains_kind("Of the 40 reefs 12 died.", "number", "How many of the 40 reefs died?")


def test_a_name_with_a_word_of_the_question_is_no_person() -> None:
    assert not contains_kind("The Hubble Space Telescope orbits.", "person", "Who built the Hubble telescope?")
    assert contains_kind("Ada Miller built the Hubble Space Telescope.", "person", "Who built the Hubble telescope?")


def test_the_kind_that_a_question_names() -> None:
    assert kinds_named("Which gene is mutated?") == {"gene"}
    assert kinds_named("Welcher Satellit misst das?") == {"Satellit"}
    assert kinds_named("Quelle part est nucléaire ?") == {"part"}
    assert not kinds_named("Why is it mutated?")


def test_a_quality_is_answered_by_its_measure() -> None:
    assert degrees_answered("How deep do roots grow?", ["They grow in clay.", "Roots reach 1.2 m."]) == {"deep"}
    assert degrees_answered("Wie lange dauerte es?", ["Es dauerte 5 Tage."]) == {"lange"}
    assert not degrees_answered("How deep do roots grow?", ["Roots use 40 % of it.", "It took 5 days."])
    assert not degrees_answered("Do roots grow deep?", ["Roots reach 1.2 m."])
