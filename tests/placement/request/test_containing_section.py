"""Which of the sections that a message names text goes into, and at which end."""

from __future__ import annotations

import pytest

from backend.placement.request.containing_section import LEAST, ContainingSection
from tests.placement.request.readings import VIEW, parts


def place(text: str):
    found = ContainingSection(*parts(text)).best()
    return None if found is None else (VIEW.sections[found[1].sections[0]].title, found[2])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Put it in Discussion.", ("Discussion", "in")),
        ("Add a paragraph about Sampling to Materials.", ("Materials", "in")),
        ("As we said in Sampling, put it in Materials.", ("Materials", "in")),
        ("Put it in Materials, but not in Sampling.", ("Materials", "in")),
        ("Put it in Materials, in Sampling.", ("Sampling", "in")),
        ("Put it at the end of Discussion.", ("Discussion", "end")),
        ("At the start of the Discussion section, please.", ("Discussion", "start")),
        ("Discussion should begin with this.", ("Discussion", "start")),
        ("Not in Results, but in Discussion.", ("Discussion", "in")),
        ("Discussion (end)", ("Discussion", "in")),
        ("Discussion, top.", ("Discussion", "start")),
        ("Discussion, top, please.", ("Discussion", "start")),
        ("Discussion needs this at the start.", ("Discussion", "start")),
        ("Discussion is where it goes, first paragraph.", ("Discussion", "start")),
        ("In Results - no wait, in Discussion, at the end.", ("Discussion", "in")),
        ("Discussion, it opens a door.", ("Discussion", "in")),
        ("Discussion ← this", ("Discussion", "in")),
        ("Discussion is thin, so this goes at its end.", ("Discussion", "end")),
        ("As in Results, put it into Discussion.", ("Discussion", "in")),
        ("In Results, under Breakup.", ("Breakup", "in")),
        ("Put it in Results as the first subsection.", ("Results", "start")),
        ("Write something about ferries.", None),
        ("In contrast to Results, ice melts.", None),
        ("Say a word on discussion culture.", None),
        ("Schreib zum Schluss einen Absatz über Eis.", None),
    ],
)
def test_the_place_that_is_meant(text: str, expected):
    assert place(text) == expected


def test_a_place_is_clear_enough_and_never_more_than_sure_and_others_are_named():
    score, _, _, others = ContainingSection(*parts("As in Results, put it into Discussion.")).best()
    assert LEAST <= score <= 1.0
    assert "Results" in {VIEW.sections[s].title for s in others}


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("At the very end of the paper.", "end"),
        ("Put it at the beginning of the document.", "start"),
        ("As the last section.", "end"),
        ("The sentence at the end of the paper is odd.", None),
        ("Add it to Discussion.", None),
        ("Add a sentence at the end of the paper.", "end"),
        ("Could you write a paragraph on tides at the end of the document?", "end"),
        ("Write a paragraph on tides at the end of the document.", "end"),
        ("Please add something about tides at the start of the manuscript.", "start"),
        ("Add a paragraph on rivers at the end.", "end"),
        ("Write a paragraph about the end of the paper.", None),
        ("Close the paper with a new section “Ethics statement”.", "end"),
        ("Termine l'article par une nouvelle section « Éthique ».", "end"),
        ("Write a final section entitled “Ethics statement”.", "end"),
        ("Schreib zum Schluss einen neuen Abschnitt „Ethik“.", "end"),
        ("Put the title “Ice and tides” on top.", "start"),
        ("Close the door with a key.", None),
        ("Finish with a section named “Ethics”.", "end"),
        ("Am Schluss fehlt noch ein Abschnitt „Ethik“.", "end"),
    ],
)
def test_the_whole_document_is_meant_by_its_ends(text: str, end: str | None):
    found = ContainingSection(*parts(text)).document()
    assert (found[1] if found else None) == end


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Into Discussion, please.", ("Discussion", "in")),
        ("Discussion", ("Discussion", "in")),
        ("Open Discussion with it.", ("Discussion", "start")),
        ("Close Discussion with it.", ("Discussion", "end")),
        ("Let Discussion start with this.", ("Discussion", "start")),
        ("Add this to Discussion.", ("Discussion", "in")),
        ("Append it to the Discussion.", ("Discussion", "in")),
        ("Discussion: add this.", ("Discussion", "in")),
        ("For Discussion.", ("Discussion", "in")),
        ("This belongs in the Discussion section.", ("Discussion", "in")),
        ("Discussion needs this.", ("Discussion", "in")),
        ("Discussion could use this paragraph.", ("Discussion", "in")),
        ("As the last paragraph of Discussion.", ("Discussion", "end")),
        ("As the first paragraph of Discussion.", ("Discussion", "start")),
        ("Under the heading Breakup.", ("Breakup", "in")),
        ("In the subsection Breakup of Results.", ("Breakup", "in")),
        ("Results, Breakup.", ("Breakup", "in")),
        ("Make it a subsection of Results.", ("Results", "in")),
        ("As a subsection under Results.", ("Results", "in")),
        ("In Results as its first subsection.", ("Results", "start")),
        ("Put it in Summary, not in Discussion.", ("Summary", "in")),
        ("Put it in Summary rather than in Discussion.", ("Summary", "in")),
        ("Similar to what is said in Results, but put it in Summary.", ("Summary", "in")),
        ("Something on Results for Summary.", ("Summary", "in")),
        ("Write about Results.", None),
        ("Summarize the results of the study.", None),
        ("A discussion of ice.", None),
        ("Results is too short, so put this at its start.", ("Results", "start")),
        ("In die Discussion.", ("Discussion", "in")),
        ("Ans Ende von Discussion.", ("Discussion", "end")),
        ("Am Anfang von Discussion.", ("Discussion", "start")),
        ("À la fin de Discussion.", ("Discussion", "end")),
        ("Al final de Discussion.", ("Discussion", "end")),
        ("Al principio de Discussion.", ("Discussion", "start")),
        ("加到Discussion里。", ("Discussion", "in")),
        ("In the second paragraph of Discussion we say so; add this to Summary.", ("Summary", "in")),
    ],
)
def test_the_place_in_other_words(text: str, expected):
    assert place(text) == expected


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("At the end.", "end"),
        ("At the very beginning.", "start"),
        ("As the first section of the paper.", "start"),
        ("As a new last section.", "end"),
        ("To the end of the manuscript.", "end"),
        ("Append it to the document.", "end"),
        ("Put it last.", "end"),
        ("Start the paper with this.", "start"),
        ("Ganz ans Ende.", "end"),
        ("Tout à la fin.", "end"),
        ("Write about the end of the ice age.", None),
    ],
)
def test_the_whole_document_in_other_words(text: str, end: str | None):
    found = ContainingSection(*parts(text)).document()
    assert (found[1] if found else None) == end
