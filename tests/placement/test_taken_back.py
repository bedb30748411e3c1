"""An edit that follows a restored revision is kept in the position, and carried out in the text of the revision."""

import pytest

from backend.document.blocks import read
from backend.errors import Unplaceable
from backend.placement.edit_orders import read_edit
from backend.placement.plan import Placement
from backend.placement.taken_back import follows, instead_of, revision_in, with_edit

PAPER = "# T\n\n## A\n\nOne. Two.\n\n## B\n\nThree.\n"


def test_both_are_one_edit() -> None:
    edit = read_edit(read(PAPER), "Delete B")
    assert edit is not None
    both = instead_of(3, edit, "The edit undoes X.")
    operation = both.to_json()
    assert both.operation == "restore" and follows(operation) and revision_in(operation) == "revision 3"
    assert both.reason == f"The edit undoes X. {edit.reason}" and both.confidence == edit.confidence
    assert with_edit(PAPER, operation) == PAPER.replace("\n## B\n\nThree.\n", "")


def test_a_mere_return_to_a_revision_is_followed_by_nothing() -> None:
    operation = Placement("restore", position="revision 3 since revision 5").to_json()
    assert not follows(operation) and revision_in(operation) == "revision 3 since revision 5"
    assert with_edit(PAPER, operation) == PAPER


def test_a_text_without_the_place_is_refused() -> None:
    edit = read_edit(read(PAPER), "Delete B")
    assert edit is not None
    with pytest.raises(Unplaceable):
        with_edit("# T\n", instead_of(3, edit, "").to_json())
