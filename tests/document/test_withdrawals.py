"""Words that take an order back are known from others by their form."""

from __future__ import annotations

import pytest

from backend.document.withdrawals import correction_in, withdraws


@pytest.mark.parametrize(
    "clause",
    [
        "Never mind.", "Actually no, leave it.", "hmm, rather not", "No, wait.", "maybe wait until Friday.",
        "Scratch that", "Ach nein, lass es.", "Lieber nicht.", "Non, laisse.", "Finalement non", "No, déjalo.",
        "Mejor no", "Anzi no", "Lascia stare", "Deixa estar.", "Laat maar", "Nee, wacht", "算了",
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
