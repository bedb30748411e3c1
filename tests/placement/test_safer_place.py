"""A model's answer tried against the rules: no answer, however bad, costs a byte that nobody ordered to go."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.placement.confidence import SURE
from backend.placement.plan import OPERATIONS, Placement, anchor_at
from backend.placement.rules import Decision, decide
from backend.placement.safer_place import Question, by_rules, check_plan, choose_place

PAPER = read(
    "# Tides\n\n## Abstract\n\nTides rise.\n\n## Methods\n\nWe measured.\n\n- one\n- two\n\n### Sites\n\nTwo bays.\n\n"
    "## Results\n\nIt was wet.\n\n## References\n\n1. A. One. 2001.\n"
)
CONTENT = "Salt water is dense."


def question(message, content=CONTENT):
    return Question(PAPER, content, (message,), decide(PAPER, content, [message]))


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
def test_whatever_a_model_plans_nothing_is_lost_where_nobody_ordered_it(operation, block, place, heading, message):
    asked = question(message)
    checked = check_plan(asked, plan(operation, block, position=place, heading=heading))
    chosen = choose_place(asked, checked, "")
    left = iter(chosen.placed.text.split("\n"))
    assert all(line in left for line in PAPER.text.split("\n") if line.strip()), "each line stands, in the same order"
    assert chosen.placed.text.count(CONTENT) == 1


@pytest.mark.parametrize("message", ["Replace the Sites section with this.", "Replace the first paragraph of Results."])
@given(operation=st.sampled_from(OPERATIONS), block=st.integers(0, 13), place=st.sampled_from(PLACES))
def test_where_a_text_is_ordered_to_go_no_other_goes(message, operation, block, place):
    asked = question(message)
    ruled = by_rules(asked, "").placed
    chosen = choose_place(asked, check_plan(asked, plan(operation, block, position=place)), "")
    if chosen.placed.text != ruled.text:
        assert chosen.placed.placement.operation != "replace" and not chosen.sure


def test_a_plan_that_the_rules_share_is_the_models_and_sure():
    asked = question("Add a note on salt to Methods.")
    checked = check_plan(asked, plan("append_to_section", 3))
    chosen = choose_place(asked, checked, "")
    assert checked.agrees and not checked.problems and chosen.sure and chosen.placed.placement.decided_by == "model"


def test_an_answer_without_a_plan_says_what_it_lacks():
    checked = check_plan(question("A note on salt."), "I would put it into Methods.")
    assert checked.placed is None and checked.problems
    assert "JSON" in choose_place(question("A note on salt."), checked, "").placed.placement.reason


def test_without_an_answer_the_rules_say_why_they_decide():
    chosen = choose_place(question("Add a note on salt to Methods."), None, "the model failed")
    assert "the model failed" in chosen.placed.placement.reason and chosen.sure


@pytest.mark.parametrize("operation", ["replace", "insert_after"])
def test_a_place_that_is_not_sure_never_has_the_confidence_of_a_sure_one(operation):
    content = "Salt.\n\n### Sites\n\nThree bays."  # beside the other "Sites" it cannot stand, so another place is taken
    ordered = Placement(operation, ("Tides", "Methods"), anchor_at(PAPER, 4), "block", confidence=0.95)
    other = Placement("append_to_section", ("Tides", "Results"), anchor_at(PAPER, 8), "end", confidence=0.95)
    chosen = by_rules(Question(PAPER, content, ("",), Decision(ordered, (ordered, other), True)), "")
    assert chosen.placed.placement.operation == "append_to_section" and not chosen.sure
    assert chosen.placed.placement.confidence < SURE, "approving what was previewed says the same"


def test_a_model_that_would_replace_more_than_the_version_is_taken_at_less():
    old = "We install sensors at a height of one metre, and each sensor is long."
    paper = read(f"# Tides\n\n## Sensors\n\n{old}\n\nThey were calibrated.\n\n## Results\n\nIt was wet.\n")
    message, content = "Unify the tense in Sensors.", old.replace("install", "installed").replace("is", "was")
    asked = Question(paper, content, (message,), decide(paper, content, [message]))
    assert not asked.decision.sure
    for block, place in ((2, "block"), (1, "section body")):
        chosen = choose_place(asked, check_plan(asked, plan("replace", block, position=place)), "")
        assert chosen.sure and chosen.placed.text == paper.text.replace(old, content)
        assert chosen.placed.placement.confidence >= SURE
    other = choose_place(asked, check_plan(asked, plan("replace", 3, position="block")), "")
    assert not other.sure


def test_a_replacement_on_which_both_agree_but_the_rules_doubt_has_their_reason():
    paper = read(
        f"# Tides\n\n## Sensors\n\n{'We install sensors at a height of one metre. ' * 9}\n\n## Results\n\nNone.\n"
    )
    message, content = "Polish the first paragraph of Sensors.", "Sensors hang high."
    asked = Question(paper, content, (message,), decide(paper, content, [message], reworks="of what is named"))
    chosen = choose_place(asked, check_plan(asked, plan("replace", 2, position="block")), "")
    assert not chosen.sure and "much shorter" in chosen.placed.placement.reason


def test_a_stubborn_insertion_does_not_double_a_text_that_is_to_be_replaced():
    asked = question("Rewrite the first paragraph of Results.", "It was very wet.")
    assert asked.decision.sure
    chosen = choose_place(asked, check_plan(asked, plan("insert_after", 8)), "")
    assert chosen.sure and chosen.placed.text == PAPER.text.replace("It was wet.", "It was very wet.")
