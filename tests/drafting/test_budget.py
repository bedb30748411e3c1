"""Counting tokens, and cutting texts so that they fit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.drafting import budget
from backend.drafting.budget import count_tokens, counted_by, cut, estimate, fits, head_and_tail, share

law = settings(max_examples=60, deadline=None)

#: A text and what the rule makes of it, by hand.
BY_HAND = [
    ("", 0),
    ("the cat", 2),
    ("internationalization", 1 + 13 / 6),
    ("1234567", 3),
    ("a, b", 3),
    ("a\n\nb", 2.6),
    ("|----------|", 12 / 2.2),
    ("漢字", 2.2),
    ("день", 4 * 0.9),
    ("x = 10.", 4),
    ("\ud800", 0.9),
]


@pytest.mark.parametrize(("text", "tokens"), BY_HAND)
def test_the_rule_by_hand(text, tokens):
    assert estimate(text) == pytest.approx(tokens)


def test_the_estimate_keeps_a_margin_and_says_so():
    assert counted_by() == "estimate by runs of characters, +15 %"
    assert count_tokens("word " * 100) == 115
    assert count_tokens("") == 0


@law
@given(st.text(max_size=200), st.text(max_size=200))
def test_the_estimate_adds_up(one, other):
    """A text costs no more than its pieces, but for a sixth of a token where a long word is put together."""
    assert estimate(one + other) <= estimate(one) + estimate(other) + 1 / 6 + 1e-6
    assert estimate(one + " " + other) == pytest.approx(estimate(one) + estimate(other))


paragraphs = st.lists(st.text("ab .\n", min_size=1, max_size=60), max_size=12).map("\n\n".join)


@law
@given(paragraphs, st.integers(0, 60), st.booleans())
def test_a_cut_text_fits_and_is_a_piece_of_it(text, tokens, from_end):
    piece = cut(text, tokens, from_end)
    assert count_tokens(piece) <= tokens
    assert text.endswith(piece) if from_end else text.startswith(piece)
    if count_tokens(text) <= tokens and tokens:
        assert piece == text


def test_cuts_fall_between_paragraphs_sentences_and_words():
    text = "One sentence here. Another sentence there.\n\n" * 40
    assert cut(text, 100).endswith("there.")
    assert cut(text, 100, from_end=True).startswith("One")
    assert cut("One sentence here. " * 40, 50).endswith("here.")
    assert cut("word " * 100, 20).split()[-1] == "word"


def test_a_text_of_one_huge_word_is_cut_too():
    assert 0 < count_tokens(cut("x" * 100_000, 50)) <= 50
    assert 0 < count_tokens(cut("漢" * 100_000, 50)) <= 50


@law
@given(paragraphs, st.integers(3, 60))
def test_head_and_tail_fit_and_do_not_overlap(text, tokens):
    head, tail = head_and_tail(text, tokens)
    assert count_tokens(head) + count_tokens(tail) <= tokens
    assert text.startswith(head) and text.endswith(tail) and len(head) + len(tail) <= len(text)


@law
@given(st.lists(st.integers(0, 500), max_size=8), st.integers(0, 1500))
def test_shares_are_fair(costs, total):
    shares = share(costs, total)
    assert sum(shares) <= total
    assert all(got <= cost for got, cost in zip(shares, costs, strict=True))
    if sum(costs) <= total:
        assert shares == tuple(costs)
    starved = [got for got, cost in zip(shares, costs, strict=True) if got < cost]
    assert not starved or max(shares) <= max(starved) + len(costs)


def test_the_counter_in_use_counts(monkeypatch):
    monkeypatch.setattr(budget, "_counter", budget.ESTIMATE)
    budget.use_counter(budget.Counter("letters", len))
    assert (counted_by(), count_tokens("three words here"), count_tokens("")) == ("letters", 16, 0)


@law
@given(st.text("ab \n", max_size=300), st.integers(0, 80))
def test_a_text_fits_if_it_costs_no_more(text, tokens):
    assert fits(text, tokens) == (count_tokens(text) <= tokens)
