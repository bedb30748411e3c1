"""Sentences that take the last change back are told from those that only speak of what was before."""

import pytest

from backend.document.order_words import read_sentence
from backend.keyless.sentence_forms import TITLE as P
from backend.keyless.undo_orders import (
    brings_back,
    means_last_but_one,
    named_change,
    names_only_it,
    nth_change,
    puts_back,
    undoes,
    undoes_all,
    undone_part,
    words_of_change,
)


@pytest.mark.parametrize(
    "text",
    [
        "Put the paper back to how it was before.",
        "Torna com'era prima.",
        "Mach es wie vorher.",
        "On second thought, put the section back.",
        "Desfaz isso.",
        "Please reverse the last edit.",
    ],
)
def test_the_last_change_is_taken_back(text):
    assert undoes(read_sentence(text), 8)


@pytest.mark.parametrize(
    "text",
    [
        "Reviens à la version précédente.",
        "Geh zurück zur alten Fassung.",
        "I want the previous state back.",
        "Ich will den alten Stand zurück.",
    ],
)
def test_an_earlier_version_is_gone_back_to(text):
    assert undoes(read_sentence(text), 8)


def test_coming_before_is_no_way_back():
    assert not undoes(read_sentence(f"{P} ought to come before {P}"), 8)


@pytest.mark.parametrize("text", ["Keep the first sentence as it was.", "Lass den Anfang so wie vorher."])
def test_what_is_to_stay_as_it_was_takes_no_change_back(text: str) -> None:
    assert not undoes(read_sentence(text), 8)


@pytest.mark.parametrize(
    ("message", "back", "only_it"),
    [
        ("undo that", False, True),
        ("redo", True, True),
        ("put it back", True, True),
        ("undo the last change", False, False),
        ("撤销", False, True),
        ("撤销上一步修改", False, False),
        ("恢复", True, True),
        ("直前の変更を取り消してください", False, False),
        ("rückgängig", False, True),
        ("wiederherstellen", True, True),
    ],
)
def test_undo_and_redo_are_told_apart_and_so_is_what_is_named(message, back, only_it):
    assert undoes(read_sentence(message), 8)
    assert (brings_back(message), names_only_it(message)) == (back, only_it)


@pytest.mark.parametrize(
    "message",
    [
        "redo the first paragraph in the past tense",
        "加一段关于恢复的内容",
        "redo the table",
        "Costs come before Timeline.",
    ],
)
def test_words_about_a_text_undo_nothing(message):
    assert not undoes(read_sentence(message), 8)


@pytest.mark.parametrize(
    ("message", "all_changes"),
    [
        ("Undo everything", True),
        ("Undo all changes, please.", True),
        ("Mach alles rückgängig", True),
        ("Mach alle Änderungen rückgängig", True),
        ("Annule toutes les modifications", True),
        ("Annule tout", True),
        ("Deshaz todo", True),
        ("Deshaz todos los cambios", True),
        ("Undo all that", False),
        ("Undo the last change, it is not good at all", False),
        ("Rückgängig, gefällt mir gar nicht", False),
        ("Annule, pas bon du tout", False),
        ("Undo the last change", False),
        ("Deshaz eso", False),
    ],
)
def test_an_order_to_undo_may_mean_all_changes(message: str, all_changes: bool) -> None:
    assert undoes_all(message) is all_changes


@pytest.mark.parametrize(
    ("message", "operation"),
    [
        ("undo the deletion", "delete"), ("bring back the deleted sentence", "delete"), ("deshaz el borrado", "delete"),
        ("mach die Umbenennung rückgängig", "rename"), ("annule le renommage", "rename"), ("undo the move", "move"),
        ("undo the insertion", "insert"), ("undo that", ""), ("undo the last change", ""), ("annulla la modifica", ""),
    ],
)  # fmt: skip
def test_an_order_to_undo_may_name_the_kind_of_change(message: str, operation: str) -> None:
    assert named_change(message) == operation


def test_what_stays_is_not_what_is_undone() -> None:
    assert undone_part("undo the deletion, but keep the new heading").startswith("undo the deletion")
    assert "heading" not in undone_part("undo the deletion, but keep the new heading")
    assert undone_part("keep the rest and undo it") == "keep the rest and undo it"


def test_the_change_before_the_last_one_is_known() -> None:
    assert means_last_but_one("undo the change before the last one") and not means_last_but_one("undo the last one")


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ("undo the first change", 1), ("undo the last change but one", -2),
        ("mach die vorletzte Änderung rückgängig", -2),
        ("annule l'avant-dernière modification", -2), ("deshaz el segundo cambio", 2),
        ("undo the first two changes", 0),
        ("go back to version 2", 0), ("undo change 2", 0), ("undo the last two changes", None), ("undo that", None),
        ("restore the first table", None),
    ],
)  # fmt: skip
def test_an_order_to_undo_may_name_one_of_several_changes(message: str, number: int | None) -> None:
    assert nth_change(message) == number


def test_going_back_to_the_original_means_all_changes() -> None:
    assert undoes_all("go back to the original version") and undoes_all("zurück zum Original bitte")
    assert not undoes_all("restore the original sentence")


def test_to_put_something_back_is_not_to_remove_it_again() -> None:
    assert puts_back("Put it back") and puts_back("Wrong, put it back.") and puts_back("stelle es wieder her")
    assert not puts_back("Redo that") and not puts_back("delete it again")


def test_an_undo_that_is_a_noun_orders_none():
    assert undoes(read_sentence("Undo the renaming."), 8) and undoes(read_sentence("Please undo it."), 8)
    assert not undoes(read_sentence("Forget the undo."), 8)


def test_words_describe_the_text_of_a_change():
    assert words_of_change("Bring back the sentence on Heath's sixpence.") == {"heath", "sixpence"}
    assert words_of_change("Stell den Satz wieder her.") == frozenset()
