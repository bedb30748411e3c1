"""The beginnings of all sections within a budget: equally much of each, deep sections and last ones go first."""

from itertools import pairwise

import pytest

from backend.document.blocks import read
from backend.drafting.budget import count_tokens
from backend.drafting.context import overview
from backend.drafting.context.overview import beginnings

TEXT = "# Bees\n\n" + "\n\n".join(
    f"## Part {number}\n\nPart {number} one. Part {number} two.\n\nPart {number} three.\n\n"
    f"### Deep {number}\n\nDeep {number} one. Deep {number} two."
    for number in range(6)
)


def told(text, tokens):
    return [text[start:end] for start, end in beginnings(read(text), tokens, count_tokens)]


def test_with_room_each_section_tells_several_sentences_across_paragraphs():
    said = "\n".join(told(TEXT, 5_000))
    assert all(f"Part {number} three." in said and f"Deep {number} two." in said for number in range(6))


def test_with_little_room_each_tells_one():
    said = "\n".join(told(TEXT, 260))
    assert all(f"Part {number} one." in said and f"Part {number} two." not in said for number in range(6))


def test_where_not_all_fit_the_deepest_are_left_out_and_then_the_last():
    assert not any("Deep" in each for each in told(TEXT, 110)) and any("Part 5 one" in each for each in told(TEXT, 110))
    few = "\n".join(told(TEXT, 30))
    assert "# Bees" in few and "Part 5" not in few


def test_a_text_without_sections_is_told_by_its_paragraphs():
    said = told("\n\n".join(f"First of {number}. Second of {number}." for number in range(20)), 160)
    assert [each for each in said if each.startswith("Second")] == [] and said[0] == "First of 0."
    assert len(said) == 20 or said[-1].startswith("First of")


@pytest.mark.parametrize("tokens", [0, 20, 100, 400, 3_000])
def test_the_budget_is_kept_and_nothing_comes_twice(tokens):
    spans = beginnings(read(TEXT), tokens, count_tokens)
    assert sum(count_tokens(TEXT[start:end]) for start, end in spans) <= tokens
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


def test_sentences_of_sections_that_have_no_room_are_not_searched_for(monkeypatch):
    read_ones = []

    def searched(text, start, end, most):
        read_ones.append(start)
        return [(start, end)]

    monkeypatch.setattr(overview, "sentences", searched)
    many = "".join(f"# Part {number}\n\nText {number}.\n\n" for number in range(500))
    assert beginnings(read(many), 100, count_tokens) and len(read_ones) < 30
