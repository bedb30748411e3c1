import pytest

from backend.verification.record_comparison.misspellings import is_misspelled


@pytest.mark.parametrize(
    ("word", "own"),
    [
        ("pheasant", "peasant"),
        ("pheasants", "peasants"),
        ("infection", "injection"),
        ("casual", "causal"),
        ("adduction", "abduction"),
        ("atypical", "typical"),
    ],
)
def test_is_misspelled_distinguishes_words_of_the_language(word: str, own: str) -> None:
    assert not is_misspelled(word, own)
    assert not is_misspelled(own, word)


@pytest.mark.parametrize(
    ("word", "own"),
    [
        ("retreival", "retrieval"),
        ("hybridzation", "hybridization"),
        ("colour", "color"),
        ("adviser", "advisor"),
        ("injektion", "injection"),
        ("injections", "injection"),
        ("catalogue", "catalog"),
        ("tumour", "tumor"),
    ],
)
def test_is_misspelled_accepts_typing_errors_and_spellings(word: str, own: str) -> None:
    assert is_misspelled(word, own)
    assert is_misspelled(own, word)
