"""The words around replaced words say which of their occurrences is meant."""

import pytest

from backend.document.words_around import names_language, nth_before, read_count


@pytest.mark.parametrize(
    ("message", "number", "rest"),
    [
        ("Replace X with Y once", 0, "Replace X with Y"),
        ("Replace X with Y the first time", 1, "Replace X with Y"),
        ("Replace X with Y in the last place.", -1, "Replace X with Y ."),
        ("Replace X with Y, but only at the second occurrence", 2, "Replace X with Y"),
        ("Change X to Y only the second time it occurs", 2, "Change X to Y"),
        ("Replace X by Y only once, in Water", 0, "Replace X by Y in Water"),
        ("Ersetze X durch Y, aber nur beim ersten Mal", 1, "Ersetze X durch Y"),
        ("Ersetze X durch Y, bloß beim ersten Mal", 1, "Ersetze X durch Y"),
        ("Ersetze X an der letzten Stelle durch Y", -1, "Ersetze X durch Y"),
        ("Ersetze X einmal durch Y", 0, "Ersetze X durch Y"),
        ("Remplace X par Y une seule fois", 0, "Remplace X par Y"),
        ("Cambia X por Y solo la segunda vez", 2, "Cambia X por Y"),
        ("Sostituisci X con Y una volta", 0, "Sostituisci X con Y"),
    ],
)
def test_words_that_count_occurrences_are_read_and_taken_out(message: str, number: int, rest: str) -> None:
    found, masked = read_count(message)
    assert found == number and len(masked) == len(message) and " ".join(masked.split()) == rest.replace(" .", " .")


@pytest.mark.parametrize(
    "message",
    [
        "Replace X with Y in the first paragraph",
        "Change the first term to Y",
        "Replace three with four places",
        "Replace the last occurrence of X with Y",
        "Replace X with Y everywhere",
    ],
)
def test_other_numbers_do_not_count_occurrences_behind_the_words(message: str) -> None:
    assert read_count(message) == (None, message)


def test_a_number_or_a_noun_may_precede_the_words() -> None:
    assert nth_before("replace the second ") == 2 and nth_before("replace the ") is None
    assert names_language("replace the word ") and not names_language("replace the model ")
