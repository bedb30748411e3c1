"""Placements as callers send and get them, and two of them held against each other."""

from dataclasses import replace

import pytest

from backend.document.blocks import read
from backend.errors import Refused
from backend.placement.plan import (
    Anchor,
    Placement,
    anchor_at,
    compare,
    default_place,
    describe,
    distinct,
    edit_from_json,
    from_json,
    is_current,
)

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
        ({"operation": "erase"}, "operation"),
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
        from_json({"operation": "x", "confidence": 3})
    assert set(refusal.value.errors) == {"placement.operation", "placement.confidence"}
    with pytest.raises(Refused):
        from_json("here")


def test_a_section_that_is_no_list_is_named_with_what_it_must_be():
    with pytest.raises(Refused) as refusal:
        from_json(FULL.to_json() | {"section": "Title"})
    assert "list of heading titles" in str(refusal.value.errors["placement.section"])


def test_an_anchor_may_be_the_first_block():
    first = replace(FULL, anchor=Anchor(0, "# Title"))
    assert from_json(first.to_json()).anchor == first.anchor


def test_an_anchor_holds_while_its_words_are_there():
    anchor = anchor_at(PAPER, 1)
    assert len(anchor.excerpt) == 80 and anchor.excerpt.endswith("…")
    assert (
        is_current(anchor, PAPER)
        and not is_current(Anchor(2, anchor.excerpt), PAPER)
        and not is_current(Anchor(9, ""), PAPER)
    )


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


def test_agreement_makes_surer_than_either_and_never_quite_sure():
    model, rules = (Placement("append_to_document", confidence=sure, reason="It fits.") for sure in (0.5, 0.6))
    assert compare(model, rules).confidence == pytest.approx(0.8)
    assert compare(replace(model, confidence=0.95), replace(rules, confidence=0.95)).confidence == 0.99


def test_a_disagreement_costs_up_to_three_fifths():
    model = Placement("append_to_document", confidence=0.8, reason="It fits.")
    other = Placement("prepend_to_document", confidence=0.5)
    assert compare(model, other).confidence == pytest.approx(0.8 * (1 - 0.6 * 0.5))
    assert compare(model, other).reason == "It fits. The rules prefer: prepend to document."
    unclosed = replace(model, reason="as the user said")
    assert compare(unclosed, other).reason.startswith("as the user said. The rules prefer: ")
    assert compare(model, model, same=False).confidence < model.confidence, "who compared the splices knows better"


@pytest.mark.parametrize(
    ("placement", "words"),
    [
        (Placement("append_to_document"), "append to document"),
        (FULL, "new section (after section) 'Title'"),
        (Placement("append_to_section", ("A", "B"), Anchor(0, "x"), "start"), "append to section (start) 'A > B'"),
        (Placement("insert_after", ("A",), Anchor(0, "x" * 60), "block"), f"insert after (block) “{'x' * 50}” in 'A'"),
        (Placement("insert_before", None, Anchor(0, "Ice"), "row 2"), "insert before (row 2) “Ice” in 'the document'"),
        (Placement("insert_before", ("A",)), "insert before (block) 'A'"),
    ],
)
def test_a_placement_in_a_few_words(placement, words):
    assert describe(placement) == words


@pytest.mark.parametrize(
    ("operation", "place"),
    [
        ("append_to_section", "end"),
        ("new_section", "after section"),
        ("append_to_document", "end"),
        ("prepend_to_document", "start"),
        ("insert_after", "block"),
        ("replace", "block"),
    ],
)
def test_what_an_operation_means_where_nothing_more_is_said(operation, place):
    assert Placement(operation).place == place == default_place(operation)


def test_edits_come_back_as_they_were_stored():
    edit = Placement("delete", ("Title",), Anchor(1, "A long"), "blocks 1", "rules", "Deletes it.", 0.3)
    assert edit_from_json(edit.to_json()) == edit
    bare = Placement("restore", position="revision 3")
    assert edit_from_json(bare.to_json()) == bare


def test_a_placement_needs_what_its_operation_refers_to():
    for operation in ("insert_before", "insert_after", "replace", "new_section"):
        with pytest.raises(Refused) as refusal:
            from_json({"operation": operation})
        assert set(refusal.value.errors) == {"placement.anchor"}
    with pytest.raises(Refused) as refusal:
        from_json({"operation": "append_to_section", "section": []})
    assert set(refusal.value.errors) == {"placement.section"}
    made = from_json({"operation": "append_to_section", "section": ["A"]})
    assert (made.decided_by, made.confidence, made.reason, made.anchor) == ("user", 1.0, "", None)


def test_excerpts_are_the_first_words_on_one_line():
    document = read("\ufeffTwo\nlines   here.\n\n" + "x" * 80 + "\n\n" + "y" * 81 + "\n")
    assert [anchor_at(document, n).excerpt for n in range(3)] == ["Two lines here.", "x" * 80, "y" * 79 + "…"]
    assert all(is_current(anchor_at(document, n), document) for n in range(3))
    assert not is_current(Anchor(-1, ""), document) and not is_current(Anchor(3, ""), document)


ELEMENTS = ("block", "item 1", "row 20", "item 999999")
PLACES = {
    "append_to_section": ("start", "end", "end of subsections", "each section"),
    "insert_before": ELEMENTS,
    "insert_after": ELEMENTS,
    "replace": (*ELEMENTS, "blocks 2", "section body", "section contents", "section", "whole section", "each section"),
    "new_section": ("before section", "after section", "first subsection", "last subsection"),
    "append_to_document": ("end",),
    "prepend_to_document": ("start", "after title"),
}


@pytest.mark.parametrize("operation", PLACES)
def test_each_operation_has_its_positions_and_no_others(operation):
    anchor = {"block": 0, "excerpt": "# Title"}
    for place in {place for places in PLACES.values() for place in places} | {"item 0", "nowhere", "block 1"}:
        sent = {"operation": operation, "anchor": anchor, "position": place}
        if place in PLACES[operation]:
            assert from_json(sent).place == place
            continue
        with pytest.raises(Refused) as refusal:
            from_json(sent)
        (words,) = (refusal.value.errors or {})["placement.position"]
        assert words.startswith(f"{place!r} is not a position of {operation}. Use one of: ")
