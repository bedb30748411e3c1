"""Content for several sections goes to each of them, and replaces only sections that the message names."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import view_of
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.place import carry_out
from backend.placement.plan import EACH
from backend.placement.rules import decide
from backend.placement.versions.several_sections import in_each_section

SHADE, WATER = "Elms give shade. Oaks give more of it.", "Elms need water.\n\n- Elm\n- Oak"
PAPER = read(f"# Trees\n\n## Shade\n\n{SHADE}\n\n## Water\n\n{WATER}\n\n## Costs\n\nA tree costs 900 euros.\n")
NEW_SHADE, NEW_WATER = "Elms and oaks give shade.", "Elms want water.\n\n- Elm\n- Oak"
BOTH = f"## Shade\n\n{NEW_SHADE}\n\n## Water\n\n{NEW_WATER}"
REPLACED = PAPER.text.replace(SHADE, NEW_SHADE).replace(WATER, NEW_WATER)


def placed(message, content=BOTH, reworks="some"):
    decision = decide(PAPER, content, (message,), reworks)
    return carry_out(PAPER, content, decision.placement).text, decision.sure


@pytest.mark.parametrize(
    "message",
    [
        "Rewrite Shade and Water.",
        "Kürze Shade und Water",
        "Raccourcis Shade et Water",
        "Tighten both Shade and Water",
        "Shorten the whole document",
    ],
)
def test_what_covers_the_named_sections_one_to_one_replaces_each(message):
    assert placed(message) == (REPLACED, True)


def test_the_verb_may_follow_the_names():
    assert placed("Could you make Shade and Water shorter?", reworks="none") == (REPLACED, True)


@pytest.mark.parametrize(
    "message",
    [
        "Rewrite Shade so that it fits to Water",
        "Rewrite Shade, Water and Costs",
        "Make the tone more formal",
        "Should I rewrite Shade and Water?",
        "Rewrite Shade",
    ],
)
def test_a_person_is_asked_before_a_section_is_replaced_that_the_message_does_not_name_as_its_object(message):
    text, sure = placed(message)
    assert not sure and text == REPLACED


def test_a_person_is_asked_if_one_of_the_parts_is_much_shorter_than_its_section():
    assert not placed("Rewrite Shade and Water.", f"## Shade\n\n{NEW_SHADE}\n\n## Water\n\nElms.")[1]


def test_text_that_a_message_orders_to_add_goes_to_the_end_of_each_section():
    content = "## Shade\n\nPlanes give none.\n\n## Water\n\nPlanes need none."
    text, sure = placed("Add one sentence each to Shade and Water", content, "none")
    after = PAPER.text.replace(SHADE, f"{SHADE}\n\nPlanes give none.").replace(WATER, f"{WATER}\n\nPlanes need none.")
    assert sure and text == after


def test_sections_without_text_lose_none():
    empty = read("# P\n\n## Methods\n\n## Results\n\nR.\n\n## End\n")
    content = "## Methods\n\nWe did it.\n\n## End\n\nIt is done."
    assert decide(empty, content, ("Now the two missing ones",)).sure


def test_the_second_candidate_adds_the_text():
    builder = PlacementBuilder(view_of(PAPER), Content.of(BOTH))
    found = in_each_section(builder, ("Make the tone more formal",), True)
    assert [(each.operation, each.position) for each in found] == [("replace", EACH), ("append_to_section", EACH)]


def test_other_content_and_no_message_decide_nothing():
    assert in_each_section(PlacementBuilder(view_of(PAPER), Content.of(BOTH)), (), True) == []
    assert in_each_section(PlacementBuilder(view_of(PAPER), Content.of("Rain.")), ("Rewrite Shade",), True) == []


def test_sections_that_are_written_anew_are_replaced():
    assert placed("Schreib Shade und Water neu.", reworks="none") == (REPLACED, True)
    assert placed("Write a paragraph each for Shade and Water.", reworks="none")[0].startswith(
        f"# Trees\n\n## Shade\n\n{SHADE}\n\n{NEW_SHADE}"
    )


@pytest.mark.parametrize(
    ("message", "sure"),
    [
        ("Say in Shade that elms give more, and add a sentence on rain to Water.", True),
        ("Say in Shade, after the sentence on oaks, that elms give more, and add a sentence on rain to Water.", False),
        ("Say in Shade that elms give more, and add a sentence on rain to Water and Costs.", False),
    ],
)
def test_text_for_sections_that_are_named_apart_goes_to_the_end_of_each(message, sure):
    content = "## Shade\n\nElms give more.\n\n## Water\n\nRain comes."
    text, is_sure = placed(message, content, reworks="none")
    added = PAPER.text.replace(SHADE, f"{SHADE}\n\nElms give more.").replace(WATER, f"{WATER}\n\nRain comes.")
    assert (text, is_sure) == (added, sure)
