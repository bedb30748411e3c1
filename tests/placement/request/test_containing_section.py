"""Which of the sections that a message names text goes into, and at which end."""

from __future__ import annotations

import pytest

from backend.placement.request.containing_section import LEAST, Within
from tests.placement.request.readings import SCENE, parts


def place(text: str):
    found = Within(*parts(text)).best()
    return None if found is None else (SCENE.sections[found[1].sections[0]].title, found[2])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Put it in Discussion.", ("Discussion", "in")),
        ("Put it at the end of Discussion.", ("Discussion", "end")),
        ("At the start of the Discussion section, please.", ("Discussion", "start")),
        ("Discussion should begin with this.", ("Discussion", "start")),
        ("Not in Results, but in Discussion.", ("Discussion", "in")),
        ("Discussion (end)", ("Discussion", "in")),
        ("Discussion ← this", ("Discussion", "in")),
        ("Discussion is thin, so this goes at its end.", ("Discussion", "end")),
        ("As in Results, put it into Discussion.", ("Discussion", "in")),
        ("In Results, under Breakup.", ("Breakup", "in")),
        ("Put it in Results as the first subsection.", ("Results", "start")),
        ("Write something about ferries.", None),
        ("In contrast to Results, ice melts.", None),
        ("Say a word on discussion culture.", None),
    ],
)
def test_the_place_that_is_meant(text: str, expected):
    assert place(text) == expected


def test_a_place_is_clear_enough_and_never_more_than_sure_and_others_are_named():
    score, _, _, others = Within(*parts("As in Results, put it into Discussion.")).best()
    assert LEAST <= score <= 1.0
    assert "Results" in {SCENE.sections[s].title for s in others}


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("At the very end of the paper.", "end"),
        ("Put it at the beginning of the document.", "start"),
        ("As the last section.", "end"),
        ("The sentence at the end of the paper is odd.", None),
        ("Add it to Discussion.", None),
    ],
)
def test_the_whole_document_is_meant_by_its_ends(text: str, end: str | None):
    found = Within(*parts(text)).document()
    assert (found[1] if found else None) == end
