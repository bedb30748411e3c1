"""The usual part of a paper that a request asks for by its name, there or missing."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.request.usual_part import last_part, usual_part

PAPER = read(
    """# Ice in rivers

## Introduction

Rivers freeze in winter.

## Methods

We drilled cores every week.

## Summary

The ice thinned.
"""
)


@pytest.mark.parametrize(
    ("message", "name", "whole", "sections"),
    [
        ("Please write a conclusion from the paper.", "Conclusion", True, ()),
        ("Write a limitations section.", "Limitations", True, ()),
        ("Add a Discussion on costs.", "Discussion", True, ()),
        ("Now the acknowledgements, please.", "Acknowledgements", True, ()),
        ("Schreibe ein Fazit.", "Fazit", True, ()),
        ("Add a conclusion “Trees cool streets.”", "Conclusion", True, ()),
        ("Rédige une conclusion.", "Conclusion", True, ()),
        ("Write a paragraph on wind for the Results section.", "Results", False, ()),
        ("Write a paragraph for the conclusion about speed.", "Conclusion", False, ()),
        ("Write the introduction, please.", "Introduction", True, ("Introduction",)),
    ],
)
def test_a_part_that_is_asked_for(message: str, name: str, whole: bool, sections: tuple[str, ...]):
    found = usual_part(PAPER, message)
    assert found is not None
    assert (found.name, found.whole) == (name, whole)
    assert len(found.sections) == len(sections)


@pytest.mark.parametrize(
    "message",
    [
        "Write a paragraph on limitations.",
        "Write a paragraph on abstract algebra.",
        "Discuss the introduction of rabbits to Australia.",
        "Write a model of growth.",
        "Add the conclusion that trees cool streets.",
        "Write an introduction and a conclusion.",
        "In conclusion, write a sentence on trees.",
        "Write a paragraph on wind.",
        "Write “a conclusion” here.",
        "…",
        "",
    ],
)
def test_what_is_only_spoken_of_is_no_part(message: str):
    assert usual_part(PAPER, message) is None


def test_the_latest_part_counts():
    found = last_part(PAPER, ("Write a conclusion.", "Write an abstract.", "Make it shorter."))
    assert found is not None
    assert found.name == "Abstract"
