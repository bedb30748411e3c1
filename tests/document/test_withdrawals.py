"""Words that take an order back are known from others by their form."""

from __future__ import annotations

import pytest

from backend.document.withdrawals import correction_in, denial_in, withdraws


@pytest.mark.parametrize(
    "clause",
    [
        "Never mind.", "Actually no, leave it.", "hmm, rather not", "No, wait.", "maybe wait until Friday.",
        "Scratch that", "Ach nein, lass es.", "Lieber nicht.", "Non, laisse.", "Finalement non", "No, déjalo.",
        "I take that back.", "Halt!", "Mejor no", "Anzi no", "Lascia stare",
        "Deixa estar.", "Laat maar", "Nee, wacht", "算了",
    ],
)  # fmt: skip
def test_an_order_is_taken_back(clause: str) -> None:
    assert withdraws(clause)


@pytest.mark.parametrize(
    "clause",
    ["No rush.", "Leave the figure.", "Wait times are long.", "No figure is needed", "Lass den Rest", "No hay prisa"],
)  # fmt: skip
def test_other_words_take_nothing_back(clause: str) -> None:
    assert not withdraws(clause)


def test_the_words_behind_the_beginning_of_a_correction_are_found() -> None:
    said = "Sorry, I mean of <O>"
    assert said[correction_in(said) :] == "of <O>" and correction_in("Delete it") == 0


@pytest.mark.parametrize(
    "clause",
    [
        "wait, <O>", "no wait, <O>", "Oh wait: <O>", "hang on, <O>", "On second thought, <O>", "On reflection <O>",
        "On further thought, <O>", "Moment, <O>", "Bei näherem Hinsehen <O>", "À la réflexion, <O>", "attends, <O>",
        "espera, <O>", "Pensándolo bien, <O>", "Ripensandoci, <O>", "Pensando melhor, <O>", "Bij nader inzien <O>",
    ],
)  # fmt: skip
def test_a_second_thought_begins_a_correction(clause: str) -> None:
    assert clause[correction_in(clause) :] == "<O>"


@pytest.mark.parametrize("clause", ["Wait times are long", "The wait, he says", "Moment of inertia", "espera que sí"])
def test_other_words_begin_no_correction(clause: str) -> None:
    assert correction_in(clause) == 0


@pytest.mark.parametrize(
    ("message", "rest"),
    [
        ("No, the first one", "the first one"), ("Sorry, I meant the third", "the third"),
        ("Wrong one. The first", "The first"),
        ("Not there, to X", "to X"), ("No no, X", "X"), ("That was wrong. The third", "The third"),
        ("Nein, lieber vor X", "vor X"), ("Nicht die, die Tabelle", "die Tabelle"),
        ("Falsch, den zweiten", "den zweiten"),
        ("Pas celle-là, le tableau", "le tableau"), ("Non, je voulais dire la première", "la première"),
        ("Esa no, la primera", "la primera"), ("No, quería decir la primera", "la primera"), ("Ahí no, a X", "a X"),
    ],
)  # fmt: skip
def test_what_is_given_in_place_of_a_denied_change_is_found(message: str, rest: str) -> None:
    assert message[denial_in(message) :] == rest


@pytest.mark.parametrize(
    "message", ["Delete X", "Not bad", "No problem", "Nothing, thanks", "Note that X is short", ""]
)
def test_other_messages_deny_nothing(message: str) -> None:
    assert denial_in(message) == 0
