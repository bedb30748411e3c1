"""Deletions of a section with definitions of notes and links at its end."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.edit_orders import read_edit
from backend.placement.edited_text import carry_out_edit

WITH_NOTES = "# Intro\n\nWe saw it.[^1] More [here][a].\n\n# Thanks\n\nWe thank Ann.[^n]\n\n"
INTRO = WITH_NOTES[: WITH_NOTES.index("# Thanks")]


@pytest.mark.parametrize("notes", ["[^1]: Page 4.\n", "[a]: https://x.org\n", "[^1]: Page 4.\n\n[^n]: A note.\n"])
@pytest.mark.parametrize("order", ["Delete the Thanks section.", "Lösche Thanks."])
def test_the_last_section_is_deleted_without_the_definitions_that_others_use(notes: str, order: str) -> None:
    document = read(WITH_NOTES + notes)
    assert carry_out_edit(document, read_edit(document, order, "delete")).text == INTRO + notes


def test_definitions_that_only_the_deleted_section_uses_go_with_it() -> None:
    document = read(WITH_NOTES + "[^n]: A note.\n")
    edit = read_edit(document, "Delete the Thanks section.", "delete")
    assert carry_out_edit(document, edit).text == INTRO.rstrip("\n") + "\n"
