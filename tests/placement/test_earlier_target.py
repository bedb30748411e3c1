"""The blocks that an order meant are found again in a changed document, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.placement import earlier_target
from backend.placement.place import carry_out
from backend.placement.plan import Placement, anchor_at
from tests.examples import examples

PAPER = "# Peat\n\n## Sites\n\nWe saw bogs.\n\nWe saw fens.\n\n## Methods\n\nWe took cores.\n"
NEW = "Words that stand nowhere else."


def replaced(document, block, place="block"):
    return carry_out(document, NEW, Placement("replace", None, anchor_at(document, block), place))


def test_a_paragraph_is_found_behind_one_that_was_inserted():
    earlier = read(PAPER)
    now = read(PAPER.replace("We saw bogs.", "We were cold.\n\nWe saw bogs."))
    found = earlier_target.found_again(now, NEW, earlier, replaced(earlier, 3))
    assert found is not None and found.text == now.text.replace("We saw fens.", NEW)
    assert found.placement.section == ("Peat", "Sites")
    assert earlier_target.removed(now, found) == ("We saw fens.",)


def test_a_section_is_found_behind_one_that_was_inserted_and_only_if_nothing_in_it_has_changed():
    earlier = read(PAPER)
    meant = replaced(earlier, 4, "whole section")
    now = read(PAPER.replace("## Sites", "## Weather\n\nIt rained.\n\n## Sites"))
    found = earlier_target.found_again(now, NEW, earlier, meant)
    assert found is not None and "We took cores." not in found.text and "It rained." in found.text
    changed = read(now.text.replace("We took cores.", "We took cores by hand."))
    assert earlier_target.found_again(changed, NEW, earlier, meant) is None


@pytest.mark.parametrize(
    "changed",
    [
        PAPER.replace("We saw fens.\n\n", ""),
        PAPER.replace("We saw fens.", "We saw some fens."),
        PAPER.replace("We took cores.", "We took cores.\n\nWe saw fens."),
    ],
    ids=["removed", "reworded", "twice"],
)
def test_what_is_gone_or_stands_twice_is_not_found(changed):
    earlier = read(PAPER)
    assert earlier_target.found_again(read(changed), NEW, earlier, replaced(earlier, 3)) is None


def test_a_text_that_came_later_is_told_from_one_that_was_there():
    earlier = read(PAPER)
    assert earlier_target.has(earlier, ("We saw fens.", "We took cores."))
    assert not earlier_target.has(earlier, ("We saw fens.", "We were cold."))


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.integers(0, 30), min_size=1, max_size=8, unique=True), st.data())
def test_exactly_the_meant_paragraph_is_replaced_wherever_others_come_and_go(numbers, data):
    lines = [f"Paragraph {number} is here." for number in numbers]
    meant = data.draw(st.integers(0, len(lines) - 1))
    others = data.draw(st.permutations([*lines, *(f"New paragraph {each}." for each in range(3))]))
    earlier, now = read("\n\n".join(lines)), read("\n\n".join(others))
    found = earlier_target.found_again(now, NEW, earlier, replaced(earlier, meant))
    assert found is not None and found.text == now.text.replace(lines[meant], NEW)
