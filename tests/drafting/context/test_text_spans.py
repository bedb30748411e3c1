"""Stretches of a text: what is joined is disjoint and complete, and what is taken out is gone."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from backend.drafting.context.text_spans import merged, outside, trimmed, union, without
from tests.examples import examples

TEXT = "One two.  Three four.\n\nFive six seven. Eight.   \n\nNine ten eleven twelve."
offsets = st.integers(0, len(TEXT))
spans = st.lists(st.tuples(offsets, offsets).map(lambda pair: (min(pair), max(pair))), max_size=8)
law = settings(max_examples=examples(80), deadline=None)


def visible(chosen):
    return {at for start, end in chosen for at in range(start, end) if not TEXT[at].isspace()}


@law
@given(spans)
def test_merged_stretches_hold_the_same_words_apart_and_in_order(chosen):
    joined = merged(TEXT, chosen)
    assert visible(joined) == visible(chosen)
    assert all(start < end and (start, end) == trimmed(TEXT, (start, end)) for start, end in joined)
    between = [TEXT[one[1] : other[0]] for one, other in pairwise(joined)]
    assert all(gap.strip() for gap in between)


@law
@given(spans, spans)
def test_nothing_taken_is_left_and_nothing_else_is_lost(chosen, taken):
    assert visible(without(chosen, taken)) == visible(chosen) - visible(taken)


@law
@given(spans)
def test_a_union_is_in_order_apart_and_complete(chosen):
    joined = union(chosen)
    assert visible(joined) == visible(chosen) and all(one[1] < other[0] for one, other in pairwise(joined))


def test_a_stretch_is_cut_where_others_are_taken():
    assert list(outside((0, 10), [(0, 2), (4, 5), (9, 20)])) == [(2, 4), (5, 9)]
    assert list(outside((3, 6), [(0, 8)])) == [] and list(outside((3, 6), [(0, 3), (6, 9)])) == [(3, 6)]
