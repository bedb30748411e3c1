"""A part of the text that was added last is found by its kind and its number."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.added_parts import Phrase, counted_before, part_of, spaceless_phrase
from backend.mentions.lexicon import tokens

ADDED = read("Gauges drift. Each was set anew.\n\n- one\n- two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n")


@pytest.mark.parametrize(
    ("kind", "number", "text"),
    [
        ("sentence", -1, "Each was set anew."),
        ("sentence", 1, "Gauges drift."),
        ("sentence", 0, ""),
        ("sentence", 3, ""),
        ("item", -1, "- two"),
        ("row", 0, "| 1 | 2 |"),
        ("paragraph", 0, "Gauges drift. Each was set anew."),
    ],
)
def test_a_part_is_counted_and_without_a_number_it_must_be_the_only_one(kind, number, text):
    assert part_of(ADDED, Phrase(0, 1, frozenset({kind}), number)) == text


def test_a_row_without_its_header_is_a_row():
    assert part_of(read("| 3 | 4 |"), Phrase(0, 1, frozenset({"row"}))) == "| 3 | 4 |"


def test_an_ordinal_before_a_noun_counts():
    assert [counted_before(tokens(each), 2) for each in ("the last sentence", "the new sentence")] == [-1, 0]


@pytest.mark.parametrize(
    ("message", "words", "kind", "number"),
    [
        ("删除你刚加的那句话", "你刚加的那句话", "sentence", 0),
        ("删除最后加的那一段", "最后加的那一段", "paragraph", 0),
        ("删除你刚加的最后一句话", "你刚加的最后一句话", "sentence", -1),
        ("さっき追加した文を削除して", "さっき追加した文", "sentence", 0),
    ],
)
def test_words_in_chinese_and_japanese_name_a_part(message, words, kind, number):
    found = spaceless_phrase(message)
    assert found is not None and message[found.start : found.stop] == words
    assert (found.kinds, found.number) == ({kind}, number)


def test_other_chinese_words_name_none():
    assert spaceless_phrase("请加一句关于推广的话") is None
