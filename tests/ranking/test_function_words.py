"""Function words: each language has its own, written as words are compared."""

from __future__ import annotations

import pytest

from backend.ranking.function_words import ALL_WORDS, ELIDED, QUESTION_WORDS
from backend.ranking.terms import words_of


@pytest.mark.parametrize("language", ALL_WORDS)
def test_every_word_is_one_word_as_texts_are_read(language: str) -> None:
    assert len(ALL_WORDS[language]) >= 20
    assert all(words_of(word) == [word] for word in ALL_WORDS[language])


def test_no_language_is_told_by_the_words_of_another() -> None:
    names = sorted(ALL_WORDS)
    for one in names:
        for other in names:
            alike = {frozenset({"danish", "norwegian"})}
            if one != other and frozenset({one, other}) not in alike:
                assert len(ALL_WORDS[one] - ALL_WORDS[other]) >= 8, (one, other)


def test_question_words_are_of_languages_that_are_known() -> None:
    for lists in (QUESTION_WORDS, ELIDED):
        assert set(lists) <= set(ALL_WORDS)
        assert all(word == word.casefold() for words in lists.values() for word in words)
