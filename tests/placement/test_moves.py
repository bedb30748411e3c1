"""Parts that are moved or change places: every other block stays in its order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.document.blocks import read
from backend.document.outline import outline
from backend.errors import Unplaceable
from backend.placement.edit_orders import read_edit
from backend.placement.edited_text import carry_out_edit
from backend.placement.moves import as_mention, in_section_of, move_blocks
from backend.placement.planned_edit import CERTAIN
from tests.placement.edit_orders.paper import DOCUMENT, GRANT, PAPER, TWO, done


def test_a_paragraph_is_moved_and_every_other_block_stays() -> None:
    text = done("Move the last paragraph of Methods to the start of Results.")
    assert text == PAPER.replace("We repeated it in winter.\n\n", "").replace(
        "## Results\n\n", "## Results\n\nWe repeated it in winter.\n\n"
    )


@pytest.mark.parametrize(
    "place",
    ["to the front of Results", "into Results, at the start", "to Results, at the very front", "to the top of Results"],
)
def test_an_edge_is_read_before_and_after_the_name_of_the_section(place: str) -> None:
    first = PAPER.replace("We repeated it in winter.\n\n", "").replace(
        "## Results\n\n", "## Results\n\nWe repeated it in winter.\n\n"
    )
    assert done(f"Move the last paragraph of Methods {place}.") == first


def test_a_move_says_to_which_side_of_what() -> None:
    sides = {
        "Move the first paragraph of Methods after Results.": " after the section “Results",
        "Move Results before Methods.": " before the section “Methods",
        "Move Results in front of the Methods section.": " before the section “Methods",
        "Move the first paragraph of Results to the start of Methods.": " to the start of the section “Methods",
        "Move the first paragraph of Results to the end of Methods.": " to the end of the section “Methods",
    }
    assert [side in read_edit(DOCUMENT, message).reason for message, side in sides.items()] == [True] * 5


@pytest.mark.parametrize(
    ("message", "order"),
    [
        (
            "Move the first paragraph of Results before the first paragraph of Methods.",
            "Opening High Water Winter List",
        ),
        (
            "Move the first paragraph of Methods behind the first paragraph of Results.",
            "Opening Winter High Water List",
        ),
        ("Move the first paragraph of Methods to the end of Results.", "Opening Winter High List Water"),
        ("Move the first paragraph of Results to the end of Methods.", "Opening Water Winter High List"),
        ("Move Results before Methods.", "Opening High List Water Winter"),
        ("Move Methods after Results.", "Opening High List Water Winter"),
        ("Move the list in Results to the start of Methods.", "Opening List Water Winter High"),
        ("Methods should come last.", "Opening High List Water Winter"),
        ("Put Results first.", "Opening High List Water Winter"),
        ("Results should come at the beginning.", "Opening High List Water Winter"),
    ],
)
def test_what_is_moved_stands_where_it_was_ordered_and_all_else_in_its_order(message: str, order: str) -> None:
    text = done(message)
    marks = {"Opening": "Opening", "Water": "water level", "Winter": "winter", "High": "high", "List": "- one"}
    assert " ".join(sorted(marks, key=lambda name: text.index(marks[name]))) == order
    assert sorted(text.split()) == sorted(PAPER.split())


@pytest.mark.parametrize("other", ["Results", "Ends"])
def test_sections_of_different_levels_are_not_swapped(other: str) -> None:
    document = read("# P\n\n## Methods\n\nm\n\n### Sites\n\ns\n\n## Results\n\nr\n\n## Ends\n\ne\n")
    assert read_edit(document, f"Swap Sites and {other}.") is None


def test_a_section_after_the_references_is_doubtful() -> None:
    edit = read_edit(read("# P\n\n## Limits\n\nx\n\n## Sites\n\ny\n\n## References\n\nz\n"), "Limits should come last.")
    assert edit is not None and edit.confidence < CERTAIN


@pytest.mark.parametrize(
    "message", ["Move Methods into Methods.", "Move the first paragraph of Methods to the start of Methods."]
)
def test_nothing_is_moved_to_where_it_stands(message: str) -> None:
    edit = read_edit(DOCUMENT, message)
    assert edit is None or edit.operation != "move"


@pytest.mark.parametrize(
    ("message", "operation", "order"),
    [
        ("Behind Crabs put Bees.", "move", ["Ants", "Crabs", "Bees"]),
        ("Swap Bees and Crabs.", "move", ["Ants", "Crabs", "Bees"]),
        ("Bees ought to come before Ants.", "move", ["Bees", "Ants", "Crabs"]),
        ("Chiama “Zeta” la sezione Bees.", "rename", ["Ants", "Zeta", "Crabs"]),
        ("La sección Bees: que se llame «Zeta».", "rename", ["Ants", "Zeta", "Crabs"]),
    ],
)
def test_what_is_known_to_be_ordered_needs_no_verb(message: str, operation: str, order: list[str]) -> None:
    edit = read_edit(TWO, message, operation)
    assert edit is not None
    after = read(carry_out_edit(TWO, edit).text)
    assert [block.title for block in after.blocks if block.kind == "heading"] == order


def test_a_part_moves_between_two_parts_that_follow_each_other() -> None:
    edit = read_edit(TWO, "Move Ants between Bees and Crabs.")
    assert edit is not None and edit.reason == "The edit moves the section “Ants” after the section “Bees”."
    assert read_edit(TWO, "Move Crabs between Ants and the first paragraph of Bees.") is None


def test_a_paragraph_moves_within_its_own_section() -> None:
    edit = read_edit(TWO, "Move the first paragraph of Ants to the end of this section.", "move")
    assert edit is not None and "Two.\n\nOne.\n\n# Bees" in carry_out_edit(TWO, edit).text


def test_a_table_goes_with_its_caption() -> None:
    edit = read_edit(TWO, "Delete Table 1.")
    assert edit is not None and carry_out_edit(TWO, edit).text.startswith("# Ants\n\nOne.\n\nTwo.\n\n# Bees")


def test_blocks_that_are_called_it_go_to_the_part_that_is_named():
    paper = read("# T\n\n## A\n\nOne.\n\nTwo.\n\n## B\n\nThree.\n")
    moved = move_blocks(paper, "Move it to the end of B.", (3, 4))
    assert moved is not None and carry_out_edit(paper, moved).text == "# T\n\n## A\n\nOne.\n\n## B\n\nThree.\n\nTwo.\n"
    assert move_blocks(paper, "Move it to the cellar.", (3, 4)) is None


def test_an_approved_section_is_not_moved_to_its_own_end() -> None:
    paper = read(
        "# El agua en el valle\n\n## Resumen\n\nLas huertas se riegan desde hace siglos.\n\n"
        "## Discusión\n\nEn el valle se hicieron 34 entrevistas.\n\n## 5. Conclusión\n\nLa costumbre no es neutral.\n\n"
        "## Bibliografía\n\nE. Ostrom, 1990.\n"
    )
    assert move_blocks(paper, "Pásalo al final de la conclusión.", (5, 7)) is None


@pytest.mark.parametrize(
    ("message", "other"),
    [
        ("Swap the first paragraph of Methods and the first paragraph of Results.", "It was high. It was cold."),
        ("Tausche den ersten Absatz von Methods und den ersten Absatz von Results.", "It was high. It was cold."),
    ],
)
def test_two_paragraphs_change_places_and_the_same_order_again_undoes_it(message: str, other: str) -> None:
    one = "We measured the water level."
    text = done(message)
    assert text == PAPER.replace(one, "@").replace(other, one).replace("@", other)
    again = read_edit(read(text), message)
    assert again is not None and carry_out_edit(read(text), again).text == PAPER


def test_a_section_and_a_part_of_it_cannot_be_swapped() -> None:
    assert read_edit(DOCUMENT, "Swap Methods and the first paragraph of Methods.") is None


def test_a_swap_with_parts_that_are_gone_is_refused() -> None:
    edit = read_edit(DOCUMENT, "Swap the first paragraph of Methods and the first paragraph of Results.")
    assert edit is not None and edit.position is not None
    for position in ("blocks 1 swapped with blocks 90-91", f"blocks 9 swapped with blocks {edit.anchor.block}-9"):
        with pytest.raises(Unplaceable):
            carry_out_edit(DOCUMENT, replace(edit, position=position))


SWAPPED = "## WP2: Mud\n\nFour.\n\n## WP1: Ice\n\nOne.\n\nTwo.\n\nThree."


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("Swap the second and third paragraph of WP1.", "Two.\n\nThree.", "Three.\n\nTwo."),
        ("Swap the first and the last paragraph of WP1.", "One.\n\nTwo.\n\nThree.", "Three.\n\nTwo.\n\nOne."),
        ("Swap the first two paragraphs of WP1.", "One.\n\nTwo.", "Two.\n\nOne."),
        ("Swap WP2 and WP1.", GRANT.text[5 : GRANT.text.index("\n\n## WP3")], SWAPPED),
        ("Delete the first and second paragraph of WP1.", "One.\n\nTwo.\n\n", ""),
        ("Delete WP1 and WP2.", GRANT.text[5 : GRANT.text.index("## WP3")], ""),
        ("Delete the table.", "\n\n| a |\n|---|\n| b |\n\nTable: Sites.", ""),
        ("Rename WP2 to 'WP2: Clay'", "WP2: Mud", "WP2: Clay"),
    ],
)
def test_short_names_and_shared_nouns(message: str, old: str, new: str) -> None:
    edit = read_edit(GRANT, message)
    assert edit is not None and edit.confidence == CERTAIN
    after = carry_out_edit(GRANT, edit).text
    assert after == GRANT.text.replace(old, new)


def test_a_paragraph_goes_to_an_end_of_a_document_without_sections() -> None:
    document = read("One.\n\nTwo.\n\nThree.\n")
    for message, order in (("Move the last paragraph to the beginning.", "Three. One. Two."),
                           ("Put the first paragraph at the end.", "Two. Three. One.")):  # fmt: skip
        edit = read_edit(document, message)
        assert edit is not None and " ".join(carry_out_edit(document, edit).text.split()) == order
        assert edit.reason.endswith("of the document.")


def test_it_is_moved_within_its_section_by_a_count_alone() -> None:
    edit = move_blocks(DOCUMENT, "No, put it before the first paragraph.", (4, 5))
    assert edit is not None and edit.position == "blocks 1 to before block 3"
    assert as_mention(DOCUMENT, (4, 5)).span == (DOCUMENT.blocks[4].start, DOCUMENT.blocks[4].end)


def test_the_text_that_is_moved_is_not_counted_as_its_own_neighbor() -> None:
    section = outline(DOCUMENT).section_of(3)
    own = section.own_stop - 1, section.own_stop
    edit = move_blocks(DOCUMENT, f"no, put it before the last paragraph of {section.title}", own)
    assert edit is not None and edit.position == f"blocks 1 to before block {own[0] - 1}"


def test_a_count_gets_the_section_of_a_block_and_a_name_stays() -> None:
    assert in_section_of(DOCUMENT, "after the first paragraph", 4) == "after the first paragraph in “Methods”"
    assert in_section_of(DOCUMENT, "after Results", 4) == "after Results"


NESTED = "# Ice\n\nOne.\n\n## Snow\n\nTwo.\n\n# Mud\n\nThree.\n\n## Rain\n\nFour.\n"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Move Mud to the end of Ice.", "# Ice\n\nOne.\n\n## Snow\n\nTwo.\n\n## Mud\n\nThree.\n\n### Rain\n\nFour.\n"),
        ("Move Rain to the end of Ice.", "# Ice\n\nOne.\n\n## Snow\n\nTwo.\n\n## Rain\n\nFour.\n\n# Mud\n\nThree.\n"),
        ("Move Rain to the start of Ice.", "# Ice\n\nOne.\n\n## Rain\n\nFour.\n\n## Snow\n\nTwo.\n\n# Mud\n\nThree.\n"),
    ],
)
def test_a_section_that_is_moved_into_another_takes_none_of_its_text(message: str, expected: str) -> None:
    edit = read_edit(read(NESTED), message)
    assert edit is not None and carry_out_edit(read(NESTED), edit).text == expected


def test_no_section_or_list_moves_behind_a_sentence_within_a_paragraph() -> None:
    for part in ("Methods", "the list"):
        assert read_edit(DOCUMENT, f"Move {part} after the first sentence of Results.") is None


@pytest.mark.parametrize(
    ("message", "order"),
    [
        ("Move Costs to the top, before Shade.", "Costs Shade Water"),
        ("Move Costs to the start, in front of Shade", "Costs Shade Water"),
        ("Move Shade to the very end, after Costs", "Water Costs Shade"),
        ("Verschiebe Costs an den Anfang, vor Shade.", "Costs Shade Water"),
    ],
)
def test_the_part_beside_says_more_than_the_edge_of_the_document(message: str, order: str) -> None:
    paper = read("# Trees\n\n## Shade\n\nElms.\n\n## Water\n\nOaks.\n\n## Costs\n\nA tree.\n")
    edit = read_edit(paper, message)
    assert edit is not None
    text = carry_out_edit(paper, edit).text
    assert [line for line in text.split("\n") if line.startswith("#")] == [
        "# Trees",
        *(f"## {x}" for x in order.split()),
    ]


def test_one_section_alone_is_not_swapped_with_its_own_text() -> None:
    document = read("# A\n\n## Methods\n\nWe measured.\n\n## Results\n\nIt was warm.\n")
    assert read_edit(document, "Swap the Methods section.") is None


@pytest.mark.parametrize(
    ("message", "order"),
    [
        ("Move Budget before Impact.", "Aims Budget Impact note"),
        ("Move Aims after Budget.", "Impact Budget Aims note"),
        ("Swap Aims and Budget.", "Budget Impact Aims note"),
        ("Move the first paragraph of Aims to the end of Budget.", "Impact Budget long note"),
    ],
)
def test_the_footnotes_of_the_document_do_not_move_with_its_last_section(message: str, order: str) -> None:
    text = "# T\n\n## Aims\n\nIt is long.[^a]\n\n## Impact\n\nMany.\n\n## Budget\n\nIt costs.\n\n[^a]: A note.\n"
    edit = read_edit(read(text), message)
    after = carry_out_edit(read(text), edit).text
    assert sorted(order.split(), key=after.index) == order.split() and after.endswith("\n\n[^a]: A note.\n")


def test_the_reason_of_a_swap_names_both_parts_and_that_of_a_move_what_is_moved():
    swap = read_edit(DOCUMENT, "Swap the first paragraph of Methods and the first paragraph of Results.")
    move = read_edit(DOCUMENT, "Move the first paragraph of Results before the first paragraph of Methods.")
    assert swap is not None and swap.reason is not None and move is not None and move.reason is not None
    assert swap.reason.count("paragraph") == 2 and " and " in swap.reason
    assert " and " not in move.reason
