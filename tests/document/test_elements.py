"""Which element types are there, and which a model may add."""

from __future__ import annotations

import re

import pytest

from backend.document.elements import BUILT_IN, MOST_OWN_TYPES, ElementType, admit, describe, offered


def test_built_in_types_keep_their_own_rules():
    names = [kind.type_name for kind in BUILT_IN]
    assert len(names) == len(set(names))
    wanted = {
        "section",
        "subsection",
        "paragraph",
        "table",
        "code_block",
        "list",
        "figure",
        "equation",
        "quote",
        "footnote",
    }
    assert wanted <= set(names)
    for kind in BUILT_IN:
        assert kind.is_system and re.fullmatch(r"[a-z][a-z0-9_]{0,39}", kind.type_name)
        assert 0 < len(kind.description) <= 200 and "\n" not in kind.description
        assert kind.metadata_schema["type"] == "object" and kind.metadata_schema["additionalProperties"] is False


def test_good_types_come_in_as_the_session_s_own():
    proposed = ElementType("theorem_2", "  A numbered theorem. ", {"type": "object"}, is_system=True)
    admission = admit([proposed, ElementType("a" * 40, "x" * 200)], ["protocol"])
    assert admission.admitted[0] == ElementType("theorem_2", "A numbered theorem.", {"type": "object"}, is_system=False)
    assert len(admission.admitted) == 2 and not admission.refused


@pytest.mark.parametrize(
    ("name", "description", "reason"),
    [
        ("Theorem", "x", "name"),
        ("2nd", "x", "name"),
        ("a-b", "x", "name"),
        ("a" * 41, "x", "name"),
        ("", "x", "name"),
        ("box\n", "x", "name"),
        ("table", "x", "already exists"),
        ("protocol", "x", "already exists"),
        ("box", " ", "missing"),
        ("box", "a\nb", "one line"),
        ("box", "a\u2028b", "one line"),
        ("box", "x" * 201, "longer"),
    ],
)
def test_bad_types_are_refused_with_the_reason(name, description, reason):
    admission = admit([ElementType(name, description), ElementType("fine", "x")], ["protocol"])
    assert [kind.type_name for kind in admission.admitted] == ["fine"]
    [(refused, why)] = admission.refused
    assert refused == name and reason in why


def test_a_session_has_a_bounded_number():
    kinds = [ElementType(f"kind_{n}", "x") for n in range(6)]
    admission = admit([*kinds, kinds[0]], [f"old_{n}" for n in range(MOST_OWN_TYPES - 5)])
    assert len(admission.admitted) == 5
    assert [name for name, _ in admission.refused] == ["kind_5", "kind_0"]


def test_describe_is_a_line_each():
    assert describe([ElementType("a", "One."), ElementType("b", "Two.")]) == "- a: One.\n- b: Two."
    assert describe([]) == ""


@pytest.mark.parametrize("value", [None, 7, [], {}])
def test_what_a_model_offers_that_is_no_text_or_no_schema_counts_as_missing(value):
    candidate = {"type_name": value, "description": value, "metadata_schema": "x" if value == {} else value}
    assert offered(candidate) == ElementType("", "", {}, False)
    assert offered({"type_name": "map", "metadata_schema": {"a": 1}}) == ElementType("map", "", {"a": 1}, False)
