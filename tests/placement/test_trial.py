"""A model's answer tried against the rules: no answer, however bad, costs a byte that nobody ordered to go."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.placement.plan import OPERATIONS
from backend.placement.rules import decide
from backend.placement.trial import Question, by_rules, judge, settle

PAPER = read(
    "# Tides\n\n## Abstract\n\nTides rise.\n\n## Methods\n\nWe measured.\n\n- one\n- two\n\n### Sites\n\nTwo bays.\n\n"
    "## Results\n\nIt was wet.\n\n## References\n\n1. A. One. 2001.\n"
)
CONTENT = "Salt water is dense."


def question(wish, content=CONTENT):
    return Question(PAPER, content, (wish,), decide(PAPER, content, [wish]))


def plan(operation, block, **more):
    return json.dumps({"operation": operation, "block": block, "reason": "so"} | more)


PLACES = [
    "block",
    "item 1",
    "item 2",
    "section",
    "section body",
    "whole section",
    "end",
    "start",
    "after section",
    None,
]


@given(
    st.sampled_from([*OPERATIONS, "delete", "rename", "move", "restore", "rm -rf"]),
    st.one_of(st.integers(-3, 20), st.none(), st.sampled_from(["[4]", "References", "x" * 50])),
    st.sampled_from(PLACES),
    st.sampled_from([None, "## Buy now", "# Tides", "no heading", "## A\n\nB"]),
    st.sampled_from(["Add a note on salt to Methods.", "A note on salt.", "Delete Methods? Add a note on salt."]),
)
def test_whatever_a_model_plans_nothing_is_lost_where_nobody_ordered_it(operation, block, place, heading, wish):
    asked = question(wish)
    tried = judge(asked, plan(operation, block, position=place, heading=heading))
    settled = settle(asked, tried, "")
    left = iter(settled.placed.text.split("\n"))
    assert all(line in left for line in PAPER.text.split("\n") if line.strip()), "each line stands, in the same order"
    assert settled.placed.text.count(CONTENT) == 1


@pytest.mark.parametrize("wish", ["Replace the Sites section with this.", "Replace the first paragraph of Results."])
@given(operation=st.sampled_from(OPERATIONS), block=st.integers(0, 13), place=st.sampled_from(PLACES))
def test_where_a_text_is_ordered_to_go_no_other_goes(wish, operation, block, place):
    asked = question(wish)
    ruled = by_rules(asked, "").placed
    settled = settle(asked, judge(asked, plan(operation, block, position=place)), "")
    if settled.placed.text != ruled.text:
        assert settled.placed.placement.operation != "replace" and not settled.sure


def test_a_plan_that_the_rules_share_is_the_models_and_sure():
    asked = question("Add a note on salt to Methods.")
    tried = judge(asked, plan("append_to_section", 3))
    settled = settle(asked, tried, "")
    assert tried.agrees and not tried.problems and settled.sure and settled.placed.placement.decided_by == "model"


def test_an_answer_without_a_plan_says_what_it_lacks():
    tried = judge(question("A note on salt."), "I would put it into Methods.")
    assert tried.placed is None and tried.problems
    assert "JSON" in settle(question("A note on salt."), tried, "").placed.placement.reason


def test_without_an_answer_the_rules_say_why_they_decide():
    settled = settle(question("Add a note on salt to Methods."), None, "the model failed")
    assert "the model failed" in settled.placed.placement.reason and settled.sure
