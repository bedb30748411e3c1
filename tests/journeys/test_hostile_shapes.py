"""Hostile documents cost no more than their length: steps are counted, since time is not to be trusted in a test."""

from __future__ import annotations

from cProfile import Profile

import pytest

from backend.document.blocks import read
from backend.document.chunks import pieces
from backend.drafting.briefing import Briefing, DocumentContext
from backend.drafting.context.shown_document import show
from backend.drafting.context.subject import subject_of
from backend.mentions.document_view import DocumentView
from backend.placement.hunks import Changes
from backend.services.structure_json import structure_json
from tests.bench.document_shapes import SHAPES

SMALL = 2_000


def calls(work) -> int:
    """Return how many functions a piece of work calls, those written in C included."""
    profile = Profile()
    profile.runcall(work)
    return sum(each.callcount for each in profile.getstats())


def look_at(text: str) -> None:
    document = read(text)
    assert sum(map(len, structure_json(document)))
    pieces(text)
    assert DocumentView(document).names is not None
    assert Changes(text, text + "\n\nOne more sentence.\n").hunks


@pytest.mark.parametrize("name", SHAPES)
def test_twice_the_text_is_about_twice_the_work(name):
    look_at(SHAPES["headings with text"](SMALL // 2))
    once, twice = (calls(lambda size=size: look_at(SHAPES[name](size))) for size in (SMALL, 2 * SMALL))
    assert twice < 2.6 * once + 500


def ask_about(headings: int) -> None:
    text = "".join(f"# Results {number}\n\nText {number} is here.\n\n" for number in range(headings))
    asked = Briefing("write", "Add a sentence to the results.", document=DocumentContext(text))
    assert show(asked.document, subject_of(asked), 1_000).outline


def test_an_order_that_may_mean_many_headings_costs_no_more_than_their_number():
    ask_about(50)
    once, twice = (calls(lambda size=size: ask_about(size)) for size in (150, 300))
    assert twice < 2.6 * once
