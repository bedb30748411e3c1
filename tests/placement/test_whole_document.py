"""An imported file in place of the whole document."""

from __future__ import annotations

from backend.document.blocks import read
from backend.placement import whole_document
from backend.placement.plan import Placement, edit_from_json


def test_it_is_kept_and_carried_out() -> None:
    edit = edit_from_json(whole_document.replacement(7, "Why.").to_json())
    assert whole_document.is_whole(edit) and whole_document.base_of(edit.to_json()) == 7
    placed = whole_document.carry_out(read("# Old\n\nText.\n"), "# New\n", edit)
    assert placed.text == "# New\n" and [(each.start, each.stop) for each in placed.splices] == [(0, 2)]


def test_other_edits_are_none() -> None:
    for edit in (Placement("replace", position="block"), Placement("restore", position="revision 3")):
        assert not whole_document.is_whole(edit) and whole_document.base_of(edit.to_json()) is None
    assert whole_document.base_of(None) is None
