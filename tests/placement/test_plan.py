"""Placements as callers send and get them, and two of them held against each other."""

import pytest

from backend.document.blocks import read
from backend.errors import Refused
from backend.placement.plan import Anchor, Placement, anchor_at, compare, describe, distinct, from_json, holds

PAPER = read("# Title\n\n" + "A long paragraph of words. " * 10 + "\n\n## End\n")
FULL = Placement("new_section", ("Title",), Anchor(0, "# Title"), "after section; heading: ## New", "rules", "So.", 0.5)


@pytest.mark.parametrize(
    "placement",
    [
        FULL,
        Placement("append_to_document"),
        Placement("insert_after", None, Anchor(1, "A long"), "item 3", "model", "", 1.0),
        Placement("replace", (), Anchor(2, ""), "section contents", "user", "Mine.", 0.0),
    ],
)
def test_what_is_shown_can_be_sent_back(placement):
    assert from_json(placement.to_json()) == placement


def test_a_position_tells_the_place_and_the_heading_to_be_made():
    assert (FULL.place, FULL.heading) == ("after section", "## New")
    assert (Placement("append_to_section").place, Placement("append_to_section").heading) == ("end", "")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"operation": "move"}, "operation"),
        ({"operation": None}, "operation"),
        ({"section": "Title"}, "section"),
        ({"section": [1]}, "section"),
        ({"anchor": 3}, "anchor"),
        ({"anchor": {"block": -1, "excerpt": "x"}}, "anchor.block"),
        ({"anchor": {"block": True, "excerpt": "x"}}, "anchor.block"),
        ({"anchor": {"block": 0, "excerpt": 4}}, "anchor.excerpt"),
        ({"anchor": None}, "anchor"),
        ({"position": "item 0"}, "position"),
        ({"position": 7}, "position"),
        ({"position": "after section; heading: New"}, "position"),
        ({"decided_by": "me"}, "decided_by"),
        ({"reason": "x" * 2001}, "reason"),
        ({"confidence": 1.5}, "confidence"),
        ({"confidence": True}, "confidence"),
        ({"extra": 1}, "extra"),
    ],
)
def test_every_bad_field_is_named(change, field):
    with pytest.raises(Refused) as refusal:
        from_json(FULL.to_json() | change)
    assert f"placement.{field}" in refusal.value.errors


def test_all_bad_fields_are_named_at_once():
    with pytest.raises(Refused) as refusal:
        from_json({"operation": "x", "confidence": 3}, "body.placement")
    assert set(refusal.value.errors) == {"body.placement.operation", "body.placement.confidence"}
    with pytest.raises(Refused):
        from_json("here")


def test_an_anchor_holds_while_its_words_are_there():
    anchor = anchor_at(PAPER, 1)
    assert len(anchor.excerpt) == 80 and anchor.excerpt.endswith("…")
    assert holds(anchor, PAPER) and not holds(Anchor(2, anchor.excerpt), PAPER) and not holds(Anchor(9, ""), PAPER)


def test_a_disagreement_is_named_and_lowers_confidence():
    model = Placement("append_to_section", ("Title",), Anchor(0, "# Title"), "end", "model", "It fits.", 0.8)
    same = compare(model, Placement("append_to_section", ("Title",), Anchor(0, "# Title"), "end", confidence=0.9))
    other = compare(model, Placement("append_to_document", confidence=0.9))
    assert same.confidence > 0.8 and same.reason == "It fits."
    assert other.confidence < 0.5 and "append to document" in other.reason and other.spot == model.spot
    assert compare(model, Placement("append_to_document"), same=True).reason == "It fits."


def test_the_same_spot_is_listed_once():
    twice = (FULL, Placement("append_to_document"), FULL)
    assert distinct(twice) == twice[:2] and "Title" in describe(FULL)
