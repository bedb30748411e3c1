"""Changes of the document without new text: an order with a verb and an object, and nothing else is touched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.document.blocks import read
from backend.errors import Unplaceable
from backend.placement.edit_orders import delete_blocks, read_edit, rename_titled, which_section
from backend.placement.edited_text import carry_out_edit
from backend.placement.plan import Anchor, Placement
from backend.placement.planned_edit import CERTAIN, DOUBTFUL, SURE
from tests.placement.edit_orders.paper import DOCUMENT, GRANT, PAPER, TWO, done


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


@pytest.mark.parametrize(
    "message",
    [
        "Merge the first two paragraphs of Methods.",
        "Combine the first and the second paragraph of Methods into one.",
        "Fusionne les deux premiers paragraphes de « Methods ».",
        "Merge the first two paragraphs of Methods before Results.",
    ],
)
def test_paragraphs_are_joined_without_a_loss(message: str) -> None:
    assert done(message) == PAPER.replace("level.\n\nWe", "level. We")


def test_joined_sections_lose_the_second_heading_alone() -> None:
    assert done("Join the sections Methods and Results.") == PAPER.replace("## Results\n\n", "")


@pytest.mark.parametrize(
    "message",
    [
        "Merge the first paragraph of Methods and the first paragraph of Results.",
        "Join Tides and Results.",
        "Merge the first paragraph of Methods.",
        "Merge the first paragraph and the list of Results.",
        "Merge the first two paragraphs of Methods after Results.",
    ],
)
def test_parts_that_are_apart_or_of_two_kinds_are_not_joined(message: str) -> None:
    assert read_edit(DOCUMENT, message, "join") is None


def test_a_heading_is_renamed_and_keeps_its_attributes() -> None:
    assert done("Rename the section Methods to “Materials and methods”.") == PAPER.replace(
        "## Methods {#sec:methods}", "## Materials and methods {#sec:methods}"
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
    assert edit is None or edit.confidence < SURE


def test_what_is_not_there_any_more_is_refused() -> None:
    edit = read_edit(DOCUMENT, "Delete the last paragraph of Methods.")
    assert edit is not None
    with pytest.raises(Unplaceable):
        carry_out_edit(read("# Other\n\nText.\n"), edit)
    with pytest.raises(Unplaceable):
        carry_out_edit(DOCUMENT, replace(edit, position="everything"))
    with pytest.raises(Unplaceable):
        carry_out_edit(DOCUMENT, Placement("delete", None, Anchor(0, "Elsewhere"), "blocks 1"))


METHODS, RESULTS = "Move the first paragraph of Methods ", "Move the first paragraph of Results "


@pytest.mark.parametrize(
    ("message", "position", "reason"),
    [
        (
            "Delete the last paragraph of Methods.",
            "blocks 1",
            "The edit deletes the paragraph “We repeated it in winter.”.",
        ),
        ("Delete the section Results.", "blocks 3", "The edit deletes the section “Results”."),
        ("Delete the second sentence of Results.", "characters 12-25", None),
        ("Delete the first sentence of Results.", "characters 0-13", None),
        (
            "Rename Methods to Materials.",
            "heading: Materials",
            "The edit renames the section “Methods” to “Materials”.",
        ),
        (f"{METHODS} after Results.", "blocks 1 to before block 8", None),
        (f"{METHODS} behind the first paragraph of Results.", "blocks 1 to before block 7", None),
        (f"{RESULTS} before the first paragraph of Methods.", "blocks 1 to before block 3", None),
        (f"{RESULTS} to the start of Methods.", "blocks 1 to before block 3", None),
        (f"{RESULTS} to the end of Methods.", "blocks 1 to before block 5", None),
        (
            "Move Results before Methods.",
            "blocks 3 to before block 2",
            "The edit moves the section “Results” before the section “Methods”.",
        ),
    ],
)
def test_what_is_ordered_in_words_and_numbers(message: str, position: str, reason: str | None) -> None:
    edit = read_edit(DOCUMENT, message)
    assert edit is not None and edit.position == position and edit.confidence == CERTAIN
    assert reason is None or edit.reason == reason
    assert edit.section is not None and edit.section[0] == "Tides"


def test_a_sentence_goes_with_the_blank_behind_it() -> None:
    assert done("Delete the first sentence of Results.") == PAPER.replace("It was high. ", "")
    assert done("Delete the second sentence of Results.") == PAPER.replace(" It was cold.", "")


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("Rename “Methods” to “Field work”.", "Field work"),
        ("Change the title of Methods to Field work.", "Field work"),
        ("The section Methods should be called Field work.", "Field work"),
        ("Can Methods be called Field work instead?", "Field work"),
        ("Benenne Methods in „Feldarbeit“ um.", "Feldarbeit"),
        ("Renomme Methods en « Terrain ».", "Terrain"),
        ("Rename 'Methods' to 'Field work: why?'", "Field work: why?"),
        ("Rename Methods to the Users' view", "the Users' view"),
    ],
)
def test_a_new_title_is_read_in_or_out_of_quotes(message: str, title: str) -> None:
    assert f"## {title} {{#sec:methods}}" in done(message)


@pytest.mark.parametrize(
    "position",
    ["blocks 99", "blocks 2 to before block 3", "blocks 2 to before block 5", "blocks 1 to before block 99"],
)
def test_an_extent_that_the_document_does_not_have_is_refused(position: str) -> None:
    edit = read_edit(DOCUMENT, "Delete the first paragraph of Methods.")
    assert edit is not None and edit.anchor is not None and edit.anchor.block == 3
    with pytest.raises(Unplaceable):
        carry_out_edit(DOCUMENT, replace(edit, operation="move", position=position))


def test_the_last_block_goes_with_the_gap_before_it() -> None:
    assert done("Delete the list in Results.") == PAPER.replace("\n- one\n- two\n", "")


def test_undoing_something_named_is_no_going_back() -> None:
    edit = read_edit(DOCUMENT, "Undo it, please.")
    assert edit is not None and (edit.operation, edit.confidence) == ("restore", CERTAIN)
    assert read_edit(DOCUMENT, "Undo the section Methods.") is None


def test_going_back_needs_no_object() -> None:
    edit = read_edit(TWO, "Put the section back.", "restore")
    assert edit is not None and edit.operation == "restore"


def test_the_paper_as_a_whole_is_no_object_of_an_edit() -> None:
    assert read_edit(DOCUMENT, "Delete the whole document.") is None
    edit = read_edit(DOCUMENT, "Undo the last change of the paper.")
    assert edit is not None and edit.operation == "restore"
    deleted = read_edit(DOCUMENT, "In the paper, delete the last paragraph of Methods.")
    assert deleted is not None and (deleted.operation, deleted.position) == ("delete", "blocks 1")


def test_an_ordinal_that_is_also_a_name_is_no_object() -> None:
    document = read("# Introduction\n\nWe begin.\n\n# Neural Networks\n\nThey learn.\n\nThey forget.\n")
    edit = read_edit(document, "Borra el primer párrafo de «Neural Networks».")
    assert edit is not None
    assert carry_out_edit(document, edit).text == document.text.replace("They learn.\n\n", "")


@pytest.mark.parametrize(
    "order",
    [
        "Delete the green paragraph of {}.",
        "Lösche den achten Absatz von {}.",
        "Elimina el octavo párrafo de {}.",
        "Supprime le huitième paragraphe de {}.",
        "Elimina l'ottavo paragrafo di {}.",
        "Apague o oitavo parágrafo de {}.",
        "Delete the boring table in {}.",
    ],
)
def test_a_part_that_cannot_be_found_never_takes_its_section_with_it(order: str) -> None:
    document = read("# Tides\n\n## Gauges\n\nThree stood.\n\nThey wrote.\n\n## Surges\n\nIt rose.\n")
    for title in ("Gauges", "Surges"):
        assert read_edit(document, order.format(title), "delete") is None


def test_it_is_renamed_by_its_title() -> None:
    edit = rename_titled(DOCUMENT, "Rename it to Findings.", "Results")
    assert edit is not None and "## Findings" in carry_out_edit(DOCUMENT, edit).text
    assert rename_titled(DOCUMENT, "Rename it to Findings.", "Gone") is None
    assert rename_titled(DOCUMENT, "Rename it.", "Results") is None


@pytest.mark.parametrize(
    ("message", "gone"),
    [
        ("Delete the paragraph that starts with “We repeated it”.", "We repeated it in winter.\n\n"),
        ("Lösche den Absatz, der mit „We repeated it“ beginnt.", "We repeated it in winter.\n\n"),
        ("Delete the sentence with “It was cold”.", " It was cold."),
    ],
)
def test_a_part_that_a_quotation_describes_goes_whole(message: str, gone: str) -> None:
    assert done(message).split() == PAPER.replace(gone, gone[-2:] if gone.endswith("\n\n") else "").split()


def test_words_in_quotation_marks_alone_are_only_these_words() -> None:
    assert "We ." in done("Delete “repeated it in winter”.")


@pytest.mark.parametrize(
    ("message", "deletes"),
    [
        ("Remove the reference to the assistants.", False),
        ("Delete the references to Smith.", False),
        ("Borra la referencia a Smith.", False),
        ("Delete the References.", True),
        ("Delete the References section to save space.", True),
    ],
)
def test_a_reference_to_something_is_no_list_of_references(message: str, deletes: bool) -> None:
    paper = read("# Bees\n\n## Methods\n\nThe assistants counted.\n\n## References\n\n1. A\n2. B\n")
    found = read_edit(paper, message, "delete")
    assert (found is not None and found.operation == "delete") is deletes


@pytest.mark.parametrize(
    "message", ["Delete the first and the third paragraph of WP1.", "Delete the last paragraph of WP1 and WP2.",
                "Delete WP1 and WP3.", "Erase everything after the table.", "Delete all below WP2."]
)  # fmt: skip
def test_parts_that_do_not_follow_each_other_are_not_deleted_by_a_guess(message: str) -> None:
    assert read_edit(GRANT, message) is None


def test_a_misspelt_section_is_deleted_only_after_a_question() -> None:
    edit = read_edit(DOCUMENT, "Delete the Metods section.")
    assert edit is not None and edit.confidence == DOUBTFUL


def test_a_last_sentence_leaves_no_blank_behind() -> None:
    document = read("# Ants\n\nOne. Two.\n\n# Bees\n\nThree.\n")
    edit = read_edit(document, "Delete the last sentence of Ants.")
    assert edit is not None and carry_out_edit(document, edit).text == document.text.replace(" Two.", "")


def test_the_document_gets_another_title():
    document = read("---\ntitle: Ice\n---\n\n# Methods\n\nText.\n")
    for order in ("Change the title to “Snow”.", "change the title of the paper to Snow, please"):
        edit = read_edit(document, order, "rename")
        assert edit is not None and edit.reason == "The edit changes the title “Ice” to “Snow”."
    edit = read_edit(document, "change the title to Methods for ice", "rename")
    assert edit is not None and edit.reason == "The edit changes the title “Ice” to “Methods for ice”."


TWICE = read("# Ice\n\n## Goals\n\nOne.\n\n# Mud\n\n## Goals\n\nTwo.\n")


def test_of_two_sections_of_one_name_it_is_asked_which() -> None:
    assert which_section(TWICE, "Rename Goals to Aims.") == (
        "Several sections have this name: “Ice > Goals”, “Mud > Goals”. Say which one is meant, such as “Goals in Mud”;"
        " nothing was prepared."
    )
    assert which_section(TWICE, "Rename Goals in Mud to Aims.") == which_section(TWICE, "Delete Ice.") == ""


def test_a_section_is_renamed_in_the_section_that_contains_it() -> None:
    edit = read_edit(TWICE, "Rename Goals in Mud to Aims.", "rename")
    assert edit is not None and edit.section == ("Mud", "Goals") and edit.position == "heading: Aims"


def test_a_name_that_the_document_does_not_have_changes_no_title() -> None:
    assert read_edit(read("---\ntitle: Ice\n---\n\n# Mud\n\nOne.\n"), "Rename Aims to Targets.", "rename") is None


def test_all_blocks_of_a_text_are_deleted_as_it() -> None:
    edit = delete_blocks(TWICE, (2, 4))
    assert carry_out_edit(TWICE, edit).text == "# Ice\n\n## Goals\n\n## Goals\n\nTwo.\n"


def test_an_item_of_a_section_is_deleted_and_never_the_section_for_an_item_that_is_not_there():
    document = read("# P\n\n## Open problems\n\n1. A is open.\n2. B is open.\n\n## Work package 3\n\nText.\n")
    edit = read_edit(document, "delete open problem 2")
    assert edit is not None and carry_out_edit(document, edit).text == document.text.replace("2. B is open.\n", "")
    assert read_edit(document, "delete open problem 9") is None
    edit = read_edit(document, "delete work package 3")
    assert edit is not None and edit.reason == "The edit deletes the section “Work package 3”."


def test_to_split_a_section_and_to_name_the_parts_renames_nothing():
    document = read("# P\n\n## Open problems\n\nText.\n\n## A second proof\n\nText.\n")
    message = "split the last section after problem 1 and call the second part “Conjectures”"
    assert read_edit(document, message) is None and read_edit(document, message, "rename") is None


TABLES = """# Plan

Table 1: Timing

| A | B |
| --- | --- |
| 1 | 2 |

Between.

Table 2: Costs

| C | D |
| --- | --- |
| 3 | 4 |
"""


@pytest.mark.parametrize("message", ["swap tables 1 and 2", "Swap table 1 and table 2.", "Vertausche Tabelle 1 und 2"])
def test_swapped_tables_take_their_captions_along(message: str) -> None:
    document = read(TABLES)
    edit = read_edit(document, message)
    assert edit is not None and edit.confidence == CERTAIN
    assert edit.reason.endswith("Numbers that are typed in captions stay as they are.")
    one, two = TABLES.split("# Plan\n\n")[1].rstrip("\n").split("\n\nBetween.\n\n")
    assert carry_out_edit(document, edit).text == f"# Plan\n\n{two}\n\nBetween.\n\n{one}\n"


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("swap 3.1 and 3.2", "The edit moves the section “3.1 Field” after the section “3.2 Lab”."),
        ("Vertausche 3.1 und 3.2", "The edit moves the section “3.1 Field” after the section “3.2 Lab”."),
        ("交换3.1和3.2", "The edit moves the section “3.1 Field” after the section “3.2 Lab”."),
        ("Поменяй местами Field и Lab", "The edit moves the section “3.1 Field” after the section “3.2 Lab”."),
        ("swap comments 1.1 and 1.2", "The edit moves the section “Comment 1.1” after the section “Comment 1.2”."),
        (
            "fold 3.2 into 3.1",
            "The edit merges the section “3.2 Lab” into the section “3.1 Field”, and removes the "
            "heading of the section “3.2 Lab”.",
        ),
        ("Объедини два абзаца Lab", "The edit joins the two paragraphs of the section “3.2 Lab”."),
    ],
)
def test_two_parts_named_by_numbers_are_swapped_or_merged(message: str, reason: str) -> None:
    text = "## 3.1 Field\n\nA.\n\n## 3.2 Lab\n\nB.\n\nC.\n\n## Comment 1.1\n\nD.\n\n## Comment 1.2\n\nE.\n"
    edit = read_edit(read(f"# Paper\n\n{text}"), message)
    assert edit is not None and (edit.reason, edit.confidence) == (reason, CERTAIN)


def test_a_german_point_is_an_item_of_a_list() -> None:
    edit = read_edit(DOCUMENT, "Lösche den zweiten Punkt der Liste in Results.")
    assert edit is not None and carry_out_edit(DOCUMENT, edit).text == PAPER.replace("- two\n", "")
