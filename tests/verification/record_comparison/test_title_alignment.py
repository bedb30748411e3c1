"""A title is found with its slips, and not where only some of its words are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.verification.record_comparison.title_alignment import align, align_beginnings, is_misspelled
from backend.verification.word_normalization import tokens, words

TITLE = "Deep residual learning for image recognition in noisy data sets"


def found(text, title=TITLE):
    return align(words(title), tokens(text))


@pytest.mark.parametrize(
    "text",
    [
        "He et al. " + TITLE + ". CVPR 2016",
        "Deep residual learning for image recognition in noisy datasets",
        "DEEP RESIDUAL LEARNING FOR IMAGE-RECOGNITION IN NOISY DATA SETS",
        "Deep residaul learning of image recogniton in noisy data sets",
    ],
)
def test_the_whole_title_is_there(text):
    at = found(text)
    assert at is not None and at.errors == 0


@pytest.mark.parametrize(
    "text",
    ["Deep residual learning for speech synthesis in small rooms", "Image recognition", "Smith 2019", ""],
)
def test_another_title_is_not_it(text):
    at = found(text)
    assert at is None or at.errors > 0


def test_a_lost_word_and_a_strange_one_are_counted():
    assert found("Deep learning for image recognition in noisy data sets").missing == 1
    assert found("Deep residual transfer learning for image recognition in noisy data sets").extra == 1


def test_a_beginning_ends_where_the_text_is_cut():
    said = tokens("Deep residual learning for image recog… CVPR")
    cut = align_beginnings(words(TITLE), said, [6])
    assert cut is not None and cut.length == 6
    assert align_beginnings(words("Quite another title of this kind"), said, [6]) is None


@given(st.lists(st.sampled_from(["gene", "cell", "of", "mice", "growth", "x1"]), min_size=1, max_size=8), st.data())
def test_a_title_is_always_found_in_a_text_that_holds_it(title, data):
    around = st.lists(st.sampled_from(["smith", "2020", "cell", "of"]), max_size=4)
    before, behind = data.draw(around), data.draw(around)
    at = align(title, tokens(" ".join([*before, *title, *behind])))
    assert at is not None and at.errors == 0 and at.last - at.first == len(title)


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
