"""How far the words of a request reach, and what a clause is about."""

from __future__ import annotations

import pytest

from tests.placement.request.readings import parts, told


def place(read, word: str) -> int:
    return next(i for i, token in enumerate(read.tokens) if token.norm == word)


@pytest.mark.parametrize(
    ("text", "word", "rest"),
    [
        (
            "Put it after the paragraph on frazil slush, and add a table.",
            "after",
            "after the paragraph on frazil slush",
        ),
        ("Put it after Results. Then stop.", "after", "after Results"),
        ("Replace Discussion with this.", "replace", "Replace Discussion"),
        ("Put it after Results: it is short.", "after", "after Results"),
        ("Put it after the tides, ice and snow paragraph.", "after", "after the tides, ice and snow paragraph"),
    ],
)
def test_a_region_ends_where_a_new_thought_begins(text: str, word: str, rest: str):
    read, clauses, _ = parts(text)
    start = place(read, word)
    stop = clauses.region(start)
    assert read.text[read.tokens[start].start : read.tokens[stop - 1].end].rstrip(".") == rest


@pytest.mark.parametrize(
    ("text", "word", "subject"),
    [
        ("Discussion should be replaced.", "replaced", "Discussion"),
        ("The paragraph on frazil slush must be replaced.", "replaced", "intro 2"),
        ("My supervisor wants Discussion replaced.", "replaced", "Discussion"),
        ("This should be replaced.", "replaced", None),
        ("Write on Results, then Discussion should be replaced.", "replaced", "Discussion"),
    ],
)
def test_the_subject_of_a_verb_stands_before_it(text: str, word: str, subject: str | None):
    read, clauses, _ = parts(text)
    assert told(clauses.subject(place(read, word))) == subject


@pytest.mark.parametrize(
    ("text", "word", "start"),
    [
        ("Ice melts; Discussion is old.", "old", "Discussion"),
        ("Ice melts. Discussion is old.", "old", "Discussion"),
        ("Discussion is old.", "old", "Discussion"),
    ],
)
def test_a_clause_begins_behind_a_semicolon_or_the_sentence_before(text: str, word: str, start: str):
    read, clauses, _ = parts(text)
    assert read.tokens[clauses.clause_start(place(read, word))].text == start


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("We have the paragraph on frazil slush. Put this behind it.", "intro 2"),
        ("Discussion is good. Put this behind it.", "Discussion"),
        ("Put this behind it.", None),
    ],
)
def test_it_stands_for_what_was_named_before(text: str, named: str | None):
    read, clauses, _ = parts(text)
    assert told(clauses.antecedent(place(read, "behind"))) == named
