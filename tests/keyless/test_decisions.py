"""Courtesies, and messages that only decide on a draft."""

import pytest

from backend.keyless.decisions import agrees, greets, is_courtesy, means_rejected, only_decides


@pytest.mark.parametrize(
    "message",
    [
        "approve",
        "Yes, please accept the second one.",
        "approve draft 2",
        "Übernimm das.",
        "nimm ihn an",
        "Lehn den Entwurf bitte ab.",
        "Accepte la première.",
        "rechaza este borrador",
    ],
)
def test_a_decision_is_a_verb_and_a_draft(message):
    assert only_decides(message)


@pytest.mark.parametrize(
    "message",
    [
        "Approve nothing yet.",
        "Don't approve it.",
        "Should I approve it?",
        "Accept the changes of reviewer 2 in Methods.",
        "nimm das Wort an",
        "add it",
        "ok",
    ],
)
def test_what_says_more_is_no_decision(message):
    assert not only_decides(message)


def test_consent_and_courtesies():
    assert agrees("ok add it") and not agrees("add a paragraph") and not agrees("approve it")
    assert is_courtesy("Thanks, that is great!") and not is_courtesy("Great, now write on rain.")
    assert not is_courtesy("no, keep the second sentence only") and is_courtesy("no, keep it")
    assert greets("Hello there") and not greets("There, hello")


@pytest.mark.parametrize(
    "message", ["Nein, lieber als ersten Absatz dort.", "No, rather before the link.", "Non, plutôt en première ligne."]
)
def test_a_refusal_with_a_place_is_no_courtesy(message):
    assert not is_courtesy(message)


def test_an_order_to_repeat_a_change_is_no_courtesy():
    assert not is_courtesy("No wait, redo it.") and is_courtesy("No wait.")


@pytest.mark.parametrize("message", ["Nein, doch nicht. Zurück damit.", "Non, remets-la !", "no, put that back"])
def test_an_order_to_put_something_back_is_no_courtesy(message: str) -> None:
    assert not is_courtesy(message)


def test_a_rejected_draft_is_named_as_one_and_not_as_a_topic():
    assert means_rejected("Use the one I just rejected") and means_rejected("Nimm den abgelehnten Entwurf doch.")
    assert not means_rejected("Write a paragraph on rejected manuscripts.")
