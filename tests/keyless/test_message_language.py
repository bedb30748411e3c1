"""The language of messages as short as a question of three words, and English in case of doubt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.keyless.fixed_sentences import in_language_of
from backend.keyless.message_language import language_of_message, shows_language, text_in_its_language
from backend.ranking.function_words import ALL_WORDS


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("What do proteins do?", "en"),
        ("Do bees see red?", "en"),
        ("Has it changed?", "en"),
        ("Has anybody replicated this?", "en"),
        ("Is no control group a problem?", "en"),
        ("Does the Schrödinger equation apply?", "en"),
        ("Wer schrieb das?", "de"),
        ("Welche Daten fehlen?", "de"),
        ("Où est l'erreur ?", "fr"),
        ("Qu'est-ce que l'entropie ?", "fr"),
        ("¿Ha cambiado?", "es"),
        ("¿Por qué tan lento?", "es"),
        ("Cos'è l'entropia?", "it"),
        ("Quanti campioni?", "it"),
        ("O que é entropia?", "pt"),
        ("Quando terminou a glaciação?", "pt"),
        ("Hoeveel monsters zijn er?", "nl"),
        ("なぜですか", ""),
        ("Cambia el título de Conclusiones a Conclusión", "es"),
    ],
)
def test_short_questions(message: str, language: str) -> None:
    assert language_of_message(message) == language


@pytest.mark.parametrize("message", ["", "42?", "Mitochondria", "Translate “Wo liegt der Fehler?”"])
def test_english_in_case_of_doubt(message: str) -> None:
    assert language_of_message(message) == "en"


@given(st.lists(st.sampled_from(sorted(ALL_WORDS["english"])), min_size=1, max_size=6))
def test_words_of_english_alone_are_english(words: list[str]) -> None:
    assert language_of_message(" ".join(words)) == "en"


def test_an_english_question_is_answered_in_english() -> None:
    assert in_language_of("Has the draft to do with it?", "I left the draft as it is.") == "I left the draft as it is."


def test_a_word_of_no_known_language_shows_none() -> None:
    assert [shows_language(each) for each in ("deshazlo", "Borra eso", "Xyz “das Ende”")] == [False, True, False]


FRENCH, SPANISH = "Les arbres rafraîchissent les rues, et ils ont besoin d'eau.", "Los árboles enfrían las calles."


@pytest.mark.parametrize(
    ("message", "earlier", "document", "meant"),
    [
        ("Annule la suppression.", (), FRENCH, FRENCH),
        ("Annule la suppression.", ("Supprime la figure.",), SPANISH, "Supprime la figure."),
        ("Non, la première.", (), FRENCH, FRENCH),
        ("Deshaz el segundo cambio", ("Borra la figura.",), "", "Borra la figura."),
        ("deshazlo", (), SPANISH, SPANISH),
        ("Delete the figure", ("Lösche die Tabelle.",), FRENCH, "Delete the figure"),
        ("Delete the figure", (), FRENCH, "Delete the figure"),
        ("Lösche die Abbildung", ("Delete the table",), "Trees cool the streets of the city.", "Lösche die Abbildung"),
        ("Annule la suppression.", (), "Trees cool the streets of the city.", "Annule la suppression."),
    ],
)
def test_earlier_messages_and_the_document_decide_about_short_messages(message, earlier, document, meant) -> None:
    assert text_in_its_language(message, earlier, document) == meant
