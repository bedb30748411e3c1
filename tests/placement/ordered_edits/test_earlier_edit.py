"""An edit changes the text for which it was planned, also after other changes of the document, or is refused."""

import pytest

from backend.document.blocks import read
from backend.errors import Unplaceable
from backend.placement import edit_orders
from backend.placement.edited_text import carry_out_edit
from backend.placement.ordered_edits.earlier_edit import carried_over

PAPER = "# Alpha\n\nOne. Two. Three.\n\n- Nets.\n- Poles.\n- Bags.\n\n# Beta\n\nFour.\n\nFive.\n\n# Gamma\n\nSix.\n"


def after(order: str, *changes: tuple[str, str]) -> str:
    then = read(PAPER)
    edit = edit_orders.read_edit(then, order)
    assert edit is not None
    text = PAPER
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    document = read(text)
    return carry_out_edit(document, carried_over(document, then, edit)).text


@pytest.mark.parametrize(
    ("order", "change", "gone"),
    [
        ("Delete the third bullet of Alpha.", ("- Nets.\n", ""), "\n- Bags."),
        ("Delete the second bullet of Alpha.", ("- Nets.\n", "- Nets.\n- Cups.\n"), "- Poles.\n"),
        ("Delete the last sentence of the first paragraph of Alpha.", ("One. ", ""), " Three."),
        ("Delete the second sentence of the first paragraph of Alpha.", ("One. ", "One. One and a half. "), "Two. "),
        ("Delete the section Beta.", ("# Alpha\n", "# Alpha\n\nZero.\n"), "# Beta\n\nFour.\n\nFive.\n\n"),
        ("Delete the last paragraph of Beta.", ("Four.\n\n", ""), "Five.\n\n"),
    ],
)
def test_the_text_that_was_meant_is_deleted(order, change, gone):
    changed = PAPER.replace(*change, 1)
    assert gone in changed and after(order, change) == changed.replace(gone, "", 1)


def test_blocks_are_moved_and_swapped_from_where_they_are_now():
    change = ("# Alpha\n", "# Alpha\n\nZero.\n")
    moved = after("Move the first paragraph of Beta to the end of Gamma.", change)
    assert moved == PAPER.replace(*change).replace("Four.\n\n", "").replace("Six.\n", "Six.\n\nFour.\n")
    apart = after("Swap the first paragraph of Alpha and the last paragraph of Beta.", change)
    assert apart == PAPER.replace("One. Two. Three.", "@").replace("Five.", "One. Two. Three.").replace(
        "@", "Five."
    ).replace(*change)
    swapped = after("Swap Beta and Gamma.", change)
    assert swapped.index("# Gamma") < swapped.index("Six.") < swapped.index("# Beta") < swapped.index("Five.")


@pytest.mark.parametrize(
    ("order", "change"),
    [
        ("Delete the section Beta.", ("Four.\n\n", "")),
        ("Delete the section Beta.", ("Four.\n\n", "Four.\n\nAnd more.\n\n")),
        ("Delete the last paragraph of Beta.", ("Five.", "Five, or six.")),
        ("Delete the third bullet of Alpha.", ("- Bags.", "- Bags. And cups.")),
        ("Delete the third bullet of Alpha.", ("- Bags.\n", "")),
        ("Delete the last paragraph of Beta.", ("# Gamma\n", "# Gamma\n\nFive.\n")),
    ],
)
def test_text_that_has_changed_is_not_deleted(order, change):
    with pytest.raises(Unplaceable, match="Reject this draft"):
        after(order, change)


def test_an_unchanged_document_needs_nothing():
    document = read(PAPER)
    edit = edit_orders.read_edit(document, "Delete the section Beta.")
    assert edit is not None and carried_over(document, read(PAPER), edit) is edit
