"""Models' plans: read out of whatever they stand in, and refused with what would mend them."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.errors import Unplaceable
from backend.placement.answer import parse

PAPER = read("# Title\n\nOpening.\n\n## Methods\n\nWe measured.\n\n## Results\n\n### Methods\n\n- one\n- two\n")


def plan(**values):
    return json.dumps({"block": None, "section": None, "position": None, "heading": None, "reason": "so"} | values)


@pytest.mark.parametrize(
    "text",
    [
        plan(operation="insert_after", block=3),
        "```json\n" + plan(operation="insert_after", block=3) + "\n```",
        "<think>{maybe} block 7?</think>Here you are: " + plan(operation="Insert After", block="3") + " Done.",
        "{'operation': 'insert_after', 'block': 3,}",
        '{"note": {}} ' + plan(operation="insert-after", block="[3]"),
    ],
)
def test_plans_are_found(text):
    placement = parse(text, PAPER)
    assert placement.operation == "insert_after" and placement.anchor.block == 3
    assert placement.anchor.excerpt == "We measured." and placement.section == ("Title", "Methods")
    assert placement.decided_by == "model"


@pytest.mark.parametrize(
    ("values", "block"),
    [
        ({"section": "results"}, 4),
        ({"section": "Reslts"}, 4),
        ({"section": "Results > Methods"}, 5),
        ({"block": 3}, 2),
        ({"block": 4}, 4),
    ],
)
def test_sections_by_name_and_number(values, block):
    assert parse(plan(operation="append_to_section", **values), PAPER).anchor.block == block


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no JSON object"),
        ("I would put it into Methods.", "no JSON object"),
        (plan(operation="place"), "is not one of"),
        (plan(operation="insert_after", block=999), "no block 999: blocks go from 0 to 6"),
        (plan(operation="insert_after"), "needs the number of a block"),
        (
            plan(operation="append_to_section", section="Methods"),
            r"\[2\] Title > Methods, \[5\] Title > Results > Methods",
        ),
        (plan(operation="append_to_section", section="Funding"), "no section 'Funding'"),
        (plan(operation="new_section", block=2, heading="Limits"), "heading's line"),
        (plan(operation="insert_after", block=6, position="sideways"), "not a position of insert_after"),
    ],
)
def test_what_is_wrong_is_said(text, told):
    with pytest.raises(Unplaceable, match=told):
        parse(text, PAPER)


def test_positions_and_headings_come_through():
    item = parse(plan(operation="insert_after", block=6, position="item 1"), PAPER)
    assert item.place == "item 1"
    section = parse(plan(operation="new_section", block=4, position="before section", heading="## Limits"), PAPER)
    assert (section.place, section.heading) == ("before section", "## Limits")


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=300)
    | st.dictionaries(st.sampled_from(["operation", "block", "section"]), st.text()).map(json.dumps)
)
def test_anything_gives_a_plan_or_a_reason(text):
    try:
        assert parse(text, PAPER).operation
    except Unplaceable as error:
        assert error.problems


@pytest.mark.parametrize("text", ['{"operation": "replace", "block": ' + "[" * 5000, '{"a": ' * 4000])
def test_what_is_nested_without_end_is_no_plan(text):
    with pytest.raises(Unplaceable):
        parse(text, PAPER)
