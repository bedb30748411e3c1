"""Which request word a section's name belongs to, and what is taken back."""

from __future__ import annotations

import pytest

from tests.placement.request.readings import VIEW, parts


def role(text: str, title: str) -> str:
    read, _, roles = parts(text)
    mention = next(m for m in read.mentions if VIEW.sections[m.sections[0]].title == title)
    return roles.of(mention)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Put it in Discussion.", "in"),
        ("Put it at the end of Discussion.", "end"),
        ("Put it at the start of the Discussion section.", "start"),
        ("Add it after Discussion.", "after"),
        ("Add it before the Discussion.", "before"),
        ("Replace Discussion.", "replace"),
        ("Something about Discussion.", "topic"),
        ("As we said in Discussion, ice melts.", "refer"),
        ("We have finished Discussion.", "refer"),
        ("We've finished Discussion.", "refer"),
        ("Not in Discussion, please.", "not"),
        ("Discussion, please.", ""),
        ("→ Discussion", "seatfor"),
        ("This is under Discussion.", "under"),
        ("The last paragraph of Discussion.", "end"),
        ("Ice. Discussion.", ""),
        ("This is to go, as in Results, into Discussion.", "in"),
        ("Find a home in Discussion.", "in"),
        ("Discussion is where it belongs.", ""),
        ("For Discussion.", "seatfor"),
        ("Extend Discussion.", "grow"),
        ("As a subsection under Discussion.", "under"),
        ("Titled Discussion.", "titled"),
        ("Goes into the last paragraph of Discussion.", "end"),
        ("See Discussion.", "refer"),
        ("Put it at the top of Discussion.", "start"),
        ("about the calibrated Discussion", "topic"),
        ("about the calibrated frozen wobbly Discussion", "topic"),
        ("about the calibrated frozen wobbly shiny Discussion", ""),
        ("A paragraph about the Discussion section", "topic"),
        ("to the Discussion", "in"),
        ("In the section on Discussion.", "in"),
        ("Tides are not mentioned in Discussion.", "in"),
    ],
)
def test_the_nearest_request_word_counts(text: str, expected: str):
    assert role(text, "Discussion") == expected


@pytest.mark.parametrize(
    ("text", "refused", "kept"),
    [
        ("Put it in Results, not in Discussion.", "Discussion", "Results"),
        ("Not in Discussion, but in Results.", "Discussion", "Results"),
        ("Put it in Results rather than Discussion.", "Discussion", "Results"),
        ("Not in Discussion - in Results.", "Discussion", "Results"),
        ("Not in Discussion? No - in Results.", "Discussion", "Results"),
    ],
)
def test_what_is_taken_back_is_refused_up_to_the_next_mark(text: str, refused: str, kept: str):
    read, _, roles = parts(text)
    titles = {VIEW.sections[m.sections[0]].title: m for m in read.mentions}
    assert titles[refused].first in roles.refused and titles[kept].first not in roles.refused


@pytest.mark.parametrize("text", ["Not only in Discussion.", "Put it in Discussion.", "No, wait, in Discussion."])
def test_what_is_spared_is_not_refused(text: str):
    read, _, roles = parts(text)
    assert not any(m.first in roles.refused for m in read.mentions if m.how == "full")


@pytest.mark.parametrize(
    ("text", "corrects"),
    [("Put it in Results instead of Discussion.", True), ("Use this instead of Discussion.", False)],
)
def test_instead_of_behind_a_place_corrects_it(text: str, corrects: bool):
    read, _, roles = parts(text)
    at = next(i for i, token in enumerate(read.tokens) if token.norm == "instead")
    assert roles.corrects(at) is corrects
