"""Where in a string a position lies."""

from __future__ import annotations

import pytest

from backend.drafting.reply.string_context import Place, places

TEXT = "a `c` $x+y$ $$z$$ ```\nf\n``` \\(u\\) 5$ b ```latex\nq\n``` \\[w\\]"


@pytest.mark.parametrize(
    ("sign", "kind", "formula", "pasted"),
    [
        ("a", "text", False, False),
        ("c", "code", False, False),
        ("x", "inline", True, False),
        ("z", "display", True, False),
        ("f\n", "fence", False, True),
        ("u", "inline", True, False),
        ("b", "text", False, False),
        ("q\n", "display", True, True),
        ("w", "display", True, False),
    ],
)
def test_a_place(sign: str, kind: str, formula: bool, pasted: bool):
    (place,) = places(TEXT, [TEXT.index(sign)], cut=False)
    assert (place.kind, place.formula, place.pasted) == (kind, formula, pasted)


def test_positions_in_one_span_share_it_and_every_position_gets_one():
    found = list(places(TEXT, range(len(TEXT)), cut=False))
    assert len(found) == len(TEXT)
    assert all(place.start <= at < place.end for at, place in enumerate(found))
    assert len({id(place) for place in found if place.kind == "inline" and place.start == TEXT.index("$x")}) == 1


@pytest.mark.parametrize("text", ["costs 5$ or 6$ at most", "a $ b $ c", "\\$5 and \\$6", "$5 and $6"])
def test_a_price_is_no_formula(text: str):
    assert {place.kind for place in places(text, range(len(text)), cut=False)} == {"text"}


def test_a_formula_may_be_open_only_at_the_end_of_a_text_that_was_cut():
    text = "so $x + y"
    assert [place.kind for place in places(text, [1, 5], cut=True)] == ["text", "inline"]
    assert [place.kind for place in places(text, [5], cut=False)] == ["text"]
    (place,) = places(text, [5], cut=True)
    assert place == Place("inline", 3, len(text))


def test_what_nothing_closes_takes_no_more_than_its_bound():
    assert [place.kind for place in places("`" + "x" * 300, [250], cut=False)] == ["text"]
    assert [place.kind for place in places("```\nnever closed", [8], cut=False)] == ["fence"]
