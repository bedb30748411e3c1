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


@pytest.fixture
def counted(monkeypatch):
    """A counter of one token a character that notes how long the texts were that it was given."""
    lengths: list[int] = []

    def count(text: str) -> int:
        lengths.append(len(text))
        return len(text)

    budget._cached.cache_clear()
    monkeypatch.setattr(budget, "_counter", budget.Counter("characters", count))
    yield lengths
    budget._cached.cache_clear()


def test_short_texts_are_counted_once_and_long_ones_take_no_memory(counted):
    for text in ("x" * 8_000, "y" * 8_001):
        counted.clear()
        assert count_tokens(text) == count_tokens(text) == len(text)
        assert len(counted) == (1 if len(text) == 8_000 else 2)


def test_of_a_long_text_little_more_than_fits_is_looked_at(counted):
    for call in (lambda text: cut(text, 100), lambda text: cut(text, 100, from_end=True), lambda text: fits(text, 100)):
        counted.clear()
        budget._cached.cache_clear()
        call("word " * 10_000)
        assert max(counted) <= 600, "six characters for each token of the budget"
        assert len(counted) <= 14, "a dozen guesses"


@pytest.mark.parametrize("tokens", [1, 7, 40, 333])
@pytest.mark.parametrize("from_end", [True, False])
def test_a_cut_wastes_no_more_than_a_word(tokens, from_end):
    for text in ("word " * 3_000, "漢" * 3_000, "internationalization " * 900):
        piece = cut(text, tokens, from_end)
        assert tokens - count_tokens(piece) <= 8, piece[-30:]


@pytest.mark.parametrize("tokens", [700, 1100, 2400])
@pytest.mark.parametrize("from_end", [True, False])
def test_a_cut_wastes_little_where_tokens_are_spread_unevenly(tokens, from_end):
    for text in (
        "It rains. " * 300 + "漢字。" * 600 + "It rains. " * 300,
        "漢字。" * 600 + "It rains. " * 900 + "漢字。" * 600,
    ):
        assert tokens - count_tokens(cut(text, tokens, from_end)) <= 8


@pytest.mark.parametrize(
    ("marked", "end"),
    [("\n\n", "one"), (". ", "one."), ("。", "one。"), ("\n", "one"), (" ", "one"), ("\r\n\r\n", "one")],
)
def test_a_cut_goes_back_to_a_mark_in_the_second_half_and_no_further(marked, end):
    one, two = "x" * 60 + "one", "y" * 300
    assert cut(f"{one}{marked}{two}", 20).endswith(end)
    assert cut(f"{one}{marked}{two}", 55).endswith("y"), "half of it would be lost"
    back = cut(f"{two}{marked}one{one}", 20, from_end=True)
    assert back == f"one{one}" if count_tokens(one) <= 20 else back.startswith("one")


def test_paragraphs_go_before_sentences_and_sentences_before_words():
    text = "aa " * 60 + "aa.\n\n" + "bb cc. dd " + "ee " * 400
    assert cut(text, 90).endswith("aa.")
    assert cut("aa " * 60 + "bb. cc " + "ee " * 300, 90).endswith("bb.")


def test_two_thirds_are_the_head_and_a_third_the_tail():
    text = "word " * 3_000
    head, tail = head_and_tail(text, 300)
    assert 190 <= count_tokens(head) <= 200 and 90 <= count_tokens(tail) <= 100
    assert head_and_tail("few words", 300) == ("few words", "")


def test_equal_costs_get_equal_shares_and_a_large_one_what_small_ones_leave():
    assert share([50, 50], 60) == (30, 30) and share([10, 100, 100], 110) == (10, 50, 50)
    assert share([100, 10], 60) == (50, 10) and share([], 9) == ()
