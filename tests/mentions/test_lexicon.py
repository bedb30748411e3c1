"""The word lists hold each phrase once, and a phrase is found in all forms of its words."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from backend.mentions.lexicon import first_of_ordinals, hits, tokens

WORDS = Path(__file__).parents[2] / "backend" / "mentions" / "words"


@pytest.mark.parametrize("name", ["requests.json", "elements.json"])
def test_no_phrase_is_listed_twice_in_two_forms_of_its_words(name: str) -> None:
    lists = json.loads((WORDS / name).read_text(encoding="utf-8"))
    for tag, languages in lists.get("kinds", lists).items():
        for language, listed in languages.items():
            stems = Counter(
                tuple(token.stem for token in tokens(phrase) if token.word)
                for phrase in listed
                if not phrase.startswith("=")
            )
            assert not [stem for stem, times in stems.items() if stem and times > 1], (tag, language)


@pytest.mark.parametrize("message", ["It follows Aims.", "It should be following Aims.", "Let it follow Aims."])
def test_a_phrase_is_found_in_all_forms_of_its_words(message: str) -> None:
    assert any("after" in tags for _, _, tags in hits(tokens(message), "en"))


def test_a_phrase_with_an_equals_sign_is_found_in_exactly_this_form() -> None:
    assert any("replace" in tags for _, _, tags in hits(tokens("replace it"), "en"))
    assert not any("replace" in tags for _, _, tags in hits(tokens("its replacement"), "en"))


def test_the_tokens_of_a_message_are_a_new_list_each_time():
    tokens("Put it there.").clear()
    assert [each.text for each in tokens("Put it there.")] == ["Put", "it", "there", "."]


@pytest.mark.parametrize("said", ["the third paragraph", "the second to last one", "der vorletzte Absatz", "第三段"])
def test_every_ordinal_begins_with_a_word_of_the_list(said):
    assert any(token.stem in first_of_ordinals() for token in tokens(said))
