"""Several edits are one edit, which is stored as text and carried out step by step."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.errors import Unplaceable
from backend.placement.edit_orders import read_edit
from backend.placement.edited_text import carry_out_edit
from backend.placement.plan import Placement, edit_from_json
from backend.placement.several_edits import carry_out_edits, combined, edits_of, without_steps

TEXT = "# T\n\n## Alder\n\nOne. Two.\n\n## Birch\n\nThree. Four.\n\n## Cedar\n\nFive. Six.\n"
ORDERS = ("Delete the first sentence of Alder", "Rename Birch to “Bee”", "Delete the last sentence of Cedar")


def planned(text: str, order: str) -> Placement:
    edit = read_edit(read(text), order)
    assert edit is not None
    return edit


@given(st.permutations(ORDERS), st.integers(1, 3))
def test_orders_over_separate_parts_give_what_they_give_one_by_one(orders, count) -> None:
    edits, text = [], TEXT
    for order in orders[:count]:
        edits.append(planned(text, order))
        text = carry_out_edit(read(text), edits[-1]).text
    edit = edit_from_json(combined(edits).to_json())
    assert [each.position for each in edits_of(edit)] == [each.position for each in edits]
    assert carry_out_edits(read(TEXT), edit).text == text


def test_clients_see_the_operation_of_the_first_edit() -> None:
    edits = [planned(TEXT, ORDERS[0]), planned(TEXT, ORDERS[1])]
    assert combined(edits).operation == "delete" and combined(edits[::-1]).operation == "rename"


def test_a_single_edit_is_its_only_one() -> None:
    edit = planned(TEXT, ORDERS[1])
    assert edits_of(edit) == (edit,) and carry_out_edits(read(TEXT), edit).text == TEXT.replace("## Birch", "## Bee")


def test_the_edits_fit_a_document_that_has_changed_elsewhere() -> None:
    first = planned(TEXT, ORDERS[0])
    edit = combined([first, planned(carry_out_edit(read(TEXT), first).text, ORDERS[2])])
    changed = TEXT.replace("# T\n", "# T\n\nNew words.\n")
    assert carry_out_edits(read(changed), edit, read(TEXT)).text == changed.replace("One. ", "").replace(" Six.", "")


def test_nothing_is_done_if_one_of_the_edits_no_longer_fits() -> None:
    first = planned(TEXT, ORDERS[0])
    edit = combined([first, planned(carry_out_edit(read(TEXT), first).text, ORDERS[2])])
    with pytest.raises(Unplaceable):
        carry_out_edits(read(TEXT.replace("Six", "Seven")), edit, read(TEXT))


@given(st.permutations(ORDERS), st.integers(0, 2))
def test_a_step_that_is_left_out_changes_nothing(orders, left: int) -> None:
    edits, text = [], TEXT
    for order in orders:
        edits.append(planned(text, order))
        text = carry_out_edit(read(text), edits[-1]).text
    kept = without_steps(read(TEXT), edits, [edits[left]])
    expected = TEXT
    for order in [each for at, each in enumerate(orders) if at != left]:
        expected = carry_out_edit(read(expected), planned(expected, order)).text
    assert carry_out_edits(read(TEXT), combined(kept)).text == expected


def test_a_step_that_needs_another_one_cannot_be_kept_alone() -> None:
    first = planned(TEXT, "Rename Alder to “Oak”")
    second = planned(carry_out_edit(read(TEXT), first).text, "Rename Oak to “Elm”")
    with pytest.raises(Unplaceable):
        without_steps(read(TEXT), [first, second], [first])
