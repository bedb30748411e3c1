"""The text of an approved draft is found in the document, if it is there once, unchanged, as whole blocks."""

from __future__ import annotations

from types import SimpleNamespace

from backend.document.blocks import read
from backend.services.edits.approved_text import blocks_of, title_of

PAPER = read("# Tides\n\nOpening words.\n\n## Methods\n\nWe measured.\n\nWe measured twice.\n")


def draft(content: str, position: str = ""):
    approval = {"placement": {"position": position}}
    return SimpleNamespace(content=content, approved_content=None, approval=approval)


def test_the_blocks_are_found_only_if_they_are_whole_and_there_once() -> None:
    assert blocks_of(draft("We measured twice."), PAPER) == (4, 5)
    assert blocks_of(draft("Opening words.\n\n## Methods"), PAPER) == (1, 3)
    assert blocks_of(draft("We measured"), PAPER) is None
    assert blocks_of(draft("Opening"), PAPER) is None
    assert blocks_of(None, PAPER) is None


def test_the_title_is_in_the_draft_or_was_added_with_it() -> None:
    assert title_of(draft("## Aims\n\nWe ask.")) == "Aims"
    assert title_of(draft("We ask.", "block; heading: ## Aims")) == "Aims"
    assert title_of(draft("We ask.")) == ""


def test_a_draft_of_several_sections_has_no_title() -> None:
    assert title_of(draft("# Aim\n\n# Costs\n")) == ""
    assert title_of(draft("# Aim\n\n## Why\n\nWe ask.\n")) == "Aim"
