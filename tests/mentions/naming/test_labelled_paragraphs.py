"""A paragraph that begins with a label is named by it."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import view_of
from backend.mentions.naming.labelled_paragraphs import labelled_paragraphs
from backend.mentions.resolver import resolve

PAPER = read(
    "# M\n\n## Proof\n\nWe prove it.\n\n**Theorem 1.** Every tree is a graph.\n\nThis is known.\n\n"
    "*Lemma 2* (leaves). A leaf exists.\n\n**Figure 3.** A tree.\n\n**Remark 4.** One.\n\n**Remark 4.** Two.\n"
)


@pytest.mark.parametrize(
    ("message", "begins"),
    [
        ("Rewrite Theorem 1.", "**Theorem 1.**"), ("Shorten lemma 2, please.", "*Lemma 2*"),
        ("Rewrite the paragraph after Theorem 1.", "This is known."),
        ("Formuliere den Absatz vor Theorem 1 um.", "We prove it."),
        ("Put it after Theorem 1.", "**Theorem 1.**"),
    ],
)  # fmt: skip
def test_the_label_names_the_paragraph_and_its_neighbors(message: str, begins: str) -> None:
    named = resolve(PAPER, message)
    assert [PAPER.source(PAPER.blocks[each.start]).startswith(begins) for each in named] == [True]
    assert named[0].sure and named[0].kind == "paragraph"


def test_a_label_is_no_other_word_for_a_section() -> None:
    paper = read("# P\n\n## Introduction\n\nWords.\n\n## Preliminaries\n\n**Definition 2.1.** A leaf ends.\n")
    assert [each.kind for each in resolve(paper, "Add it after Definition 2.1.")] == ["paragraph"]


def test_a_label_that_two_paragraphs_have_is_not_sure() -> None:
    assert [each.sure for each in resolve(PAPER, "Rewrite Remark 4.")] == [False]


@pytest.mark.parametrize("message", ["Rewrite Theorem 5.", "Rewrite Theorem 1.2.", "Add 1 theorem.", "Theorem1"])
def test_other_words_are_no_label(message: str) -> None:
    assert labelled_paragraphs(view_of(PAPER), message, ()) == []


def test_elements_have_numbers_of_their_own() -> None:
    assert labelled_paragraphs(view_of(PAPER), "Rewrite Figure 3.", ()) == []


WORDED = read(
    "# P\n\nAnn Doe\n\n**Abstract.** Boats drift.\n\n## 1 Correctness\n\n**Theorem 1.** Boats drift.\n\n"
    "*Proof sketch.* Let it drift. Then it drifts.\n\n**Data:** The data are here.\n\n*Drift* is bad. It costs.\n\n"
    "## 2 Conclusion\n\nAll drift.\n"
)


@pytest.mark.parametrize(
    ("message", "begins"),
    [
        ("Replace the proof sketch with a full proof.", "*Proof sketch.*"),
        ("Shorten our abstract.", "**Abstract.**"),
        ("Ersetze den Abstract.", "**Abstract.**"),
        ("Correct it in all places: abstract, and nowhere else.", "**Abstract.**"),
        ("Shorten Data.", "**Data:**"),
    ],
)
def test_a_label_without_a_number_names_its_paragraph(message: str, begins: str) -> None:
    named = resolve(WORDED, message)
    assert [WORDED.source(WORDED.blocks[each.start]).startswith(begins) for each in named] == [True]
    assert named[0].sure


@pytest.mark.parametrize(
    "message",
    ["Write a proof sketch.", "Say where the data are.", "Add that the drift is slow.", "Add data on abstract art."],
)
def test_ordinary_words_are_no_label(message: str) -> None:
    assert labelled_paragraphs(view_of(WORDED), message, ()) == []
