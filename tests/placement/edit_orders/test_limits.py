"""Words of an order that limit it: landmarks, exceptions, and what does not belong to a new title."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.edit_orders import exception_in, read_edit
from backend.placement.edited_text import carry_out_edit
from backend.placement.planned_edit import CERTAIN, DOUBTFUL


def test_a_sentence_quoted_without_its_period_is_deleted_with_it():
    paper = read("# Trees\n\n## Shade\n\nElms give shade. Oaks give more. Limes give little.\n")
    edit = read_edit(paper, "“Oaks give more” is not shown. Remove it.")
    assert edit is not None
    assert carry_out_edit(paper, edit).text == paper.text.replace(" Oaks give more.", "")


@pytest.mark.parametrize(
    "message",
    [
        "Delete the sentence before “Limes give little.”", "Delete everything up to “Oaks give more.”",
        "Delete all but “Elms give shade.” in Shade", "Keep “Elms give shade.” and delete the rest of the paragraph",
        "Lösche den Satz vor „Limes give little.“", "Supprime tout sauf « Elms give shade. » dans Shade",
    ],
)  # fmt: skip
def test_a_quoted_landmark_is_not_deleted(message):
    paper = read("# Trees\n\n## Shade\n\nElms give shade. Oaks give more. Limes give little.\n")
    edit = read_edit(paper, message)
    assert edit is None


def test_an_exception_is_told_of_orders_to_delete_alone() -> None:
    assert exception_in("Lösche alle Sätze in Methods außer dem ersten").startswith("The order has an exception")
    assert exception_in("Delete Methods") == exception_in("Move all but the first") == ""


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("Rename Shade to Future work. Thanks!", "Future work"),
        ("Benenne Shade in Geld um. Danke!", "Geld"),
        ("Shade bitte in Geld umbenennen", "Geld"),
    ],
)
def test_thanks_and_verbs_are_no_part_of_a_new_title(message, title):
    edit = read_edit(read("# Trees\n\n## Shade\n\nElms.\n\n## Water\n\nOaks.\n"), message)
    assert edit is not None and edit.position == f"heading: {title}" and edit.confidence >= CERTAIN


def test_a_new_title_with_another_section_in_it_is_doubtful():
    paper = read("# Trees\n\n## Shade\n\nElms.\n\n## Water\n\nOaks.\n")
    edit = read_edit(paper, "Rename Shade to Water and Water to Shade")
    assert edit is None or edit.confidence <= DOUBTFUL


@pytest.mark.parametrize(
    "message",
    [
        "under step 1, remove the point about pepper", "Below step 1 delete the remark on pepper.",
        "Unter Punkt 1 lösche den Hinweis zu Pfeffer.", "sous le point 1, supprime la remarque sur le poivre",
        "beneath step 1 delete “pepper”",
    ],
)  # fmt: skip
def test_the_part_under_which_something_is_removed_stays(message):
    assert read_edit(read("# T\n\n## Steps\n\n1. Read.\n   - Add salt.\n   - Add oil.\n2. Stop.\n"), message) is None


@pytest.mark.parametrize(
    ("message", "confidence"),
    [
        ("delete the bullet about oil", DOUBTFUL),
        ("delete the bullet about stopping", CERTAIN),
        ("delete step 1", CERTAIN),
    ],
)
def test_an_item_with_nested_items_is_asked_about_if_only_its_topic_is_named(message, confidence):
    paper = read("# T\n\n## Steps\n\n1. Read.\n   - Add salt.\n   - Add oil.\n2. Stop stopping.\n")
    edit = read_edit(paper, message)
    assert edit is not None and edit.confidence == confidence
