"""Changes of the document without new text: an order with a verb and an object, and nothing else is touched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.document.blocks import read
from backend.errors import Unplaceable
from backend.placement import edits
from backend.placement.edits import carry_out_edit, read_edit
from backend.placement.plan import Anchor, Placement

PAPER = """# Tides

Opening words.

## Methods {#sec:methods}

We measured the water level.

We repeated it in winter.

## Results

It was high. It was cold.

- one
- two
"""
DOCUMENT = read(PAPER)


def done(message: str) -> str:
    edit = read_edit(DOCUMENT, message)
    assert edit is not None, message
    return carry_out_edit(DOCUMENT, edit).text


@pytest.mark.parametrize(
    "message",
    [
        "Delete the last paragraph of Methods.",
        "Lösch den letzten Absatz von „Methods“.",
        "Supprime le dernier paragraphe de « Methods ».",
        "Please remove the second paragraph in the Methods section.",
    ],
)
def test_a_paragraph_is_deleted_with_one_gap(message: str) -> None:
    assert done(message) == PAPER.replace("We repeated it in winter.\n\n", "")


def test_a_section_goes_with_its_heading() -> None:
    assert done("Delete the section Results.") == PAPER[: PAPER.index("\n## Results")]


def test_a_heading_is_renamed_and_keeps_its_attributes() -> None:
    assert done("Rename the section Methods to “Materials and methods”.") == PAPER.replace(
        "## Methods {#sec:methods}", "## Materials and methods {#sec:methods}"
    )


def test_a_paragraph_is_moved_and_every_other_block_stays() -> None:
    text = done("Move the last paragraph of Methods to the start of Results.")
    assert text == PAPER.replace("We repeated it in winter.\n\n", "").replace(
        "## Results\n\n", "## Results\n\nWe repeated it in winter.\n\n"
    )


def test_undoing_goes_back_without_an_object() -> None:
    edit = read_edit(DOCUMENT, "Undo the last change.")
    assert edit is not None and edit.operation == "restore" and edit.anchor is None


@pytest.mark.parametrize(
    "message",
    [
        "Remove it.",
        "Thanks, that is good.",
        "What does Methods say about winter?",
        "Delete the ninth paragraph.",
        "Delete the ninth paragraph of Methods.",
    ],
)
def test_without_a_verb_and_an_object_nothing_is_ordered(message: str) -> None:
    assert read_edit(DOCUMENT, message) is None


def test_an_object_with_rivals_is_not_sure() -> None:
    twice = read("# A\n\n## Notes\n\nOne.\n\n# B\n\n## Notes\n\nTwo.\n")
    edit = read_edit(twice, "Delete the section Notes.")
    assert edit is None or edit.confidence < edits.SURE


def test_what_is_not_there_any_more_is_refused() -> None:
    edit = read_edit(DOCUMENT, "Delete the last paragraph of Methods.")
    assert edit is not None
    with pytest.raises(Unplaceable):
        carry_out_edit(read("# Other\n\nText.\n"), edit)
    with pytest.raises(Unplaceable):
        carry_out_edit(DOCUMENT, replace(edit, position="everything"))
    with pytest.raises(Unplaceable):
        carry_out_edit(DOCUMENT, Placement("delete", None, Anchor(0, "Elsewhere"), "blocks 1"))
