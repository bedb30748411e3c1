"""Accounts, sessions and documents: what comes in, and by which names things leave."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from marshmallow import Schema, ValidationError, fields

from backend import errors
from backend.api.request_bodies import MAX_DOCUMENT
from backend.api.schemas.session_schemas import (
    DiffOut,
    DocumentIn,
    OldestFirst,
    PageQuery,
    PasswordChange,
    Problem,
    Registration,
    RevisionOut,
    SessionChange,
    SessionIn,
    page_of,
)

LONG = "a quiet long phrase"


def refused(schema, body):
    with pytest.raises(ValidationError) as raised:
        schema().load(body)
    return set(raised.value.messages)


@pytest.mark.parametrize(
    ("password", "good"), [("x" * 9, False), ("x" * 10, True), ("x" * 128, True), ("x" * 129, False)]
)
def test_a_new_password_has_ten_to_a_hundred_and_twenty_eight_characters(password, good):
    body = {"email": "a@b.example", "password": password}
    assert (Registration().load(body)["name"] is None) if good else refused(Registration, body) == {"password"}
    change = {"password": "x", "new_password": password}
    assert PasswordChange().load(change) if good else refused(PasswordChange, change) == {"new_password"}


def test_a_page_is_of_at_most_a_hundred():
    assert PageQuery().load({}) == {"limit": 50, "cursor": None, "order": "desc"}
    assert OldestFirst().load({})["order"] == "asc" and OldestFirst().load({"order": "desc"})["order"] == "desc"
    assert PageQuery().load({"limit": "100"})["limit"] == 100
    for wrong in ({"limit": "0"}, {"limit": "101"}, {"order": "up"}, {"cursor": "x" * 1001}):
        assert refused(PageQuery, wrong) == set(wrong)


def test_a_session_may_have_no_title_and_a_change_says_only_what_changes():
    assert SessionIn().load({}) == {"title": None}
    assert SessionChange().load({}) == {}
    assert SessionChange().load({"library": None, "persona_id": None}) == {"library": None, "persona_id": None}
    assert refused(SessionChange, {"title": ""}) == {"title"} == refused(SessionIn, {"title": "x" * 301})
    assert refused(SessionChange, {"title": None}) == {"title"}


def test_a_document_may_be_empty_and_is_limited_in_bytes():
    assert DocumentIn().load({"content": ""}) == {"content": ""}
    assert refused(DocumentIn, {}) == {"content"}
    assert refused(DocumentIn, {"content": "x" * (MAX_DOCUMENT + 1)}) == {"content"}


def test_a_page_holds_items_and_where_the_next_begins():
    made = page_of(Schema.from_dict({"a": fields.Integer()}), "Page")
    assert made.__name__ == "Page"
    assert made().dump({"items": [{"a": 1, "b": 2}], "next_cursor": None}) == {"items": [{"a": 1}], "next_cursor": None}


def test_names_that_differ_within():
    assert DiffOut().dump({"diff": "", "from": 1, "to": 2}) == {"diff": "", "from": 1, "to": 2}
    assert RevisionOut().dump({"number": 3, "cause": "approved"})["revision"] == 3


def extras():
    """Every name that the code adds to a problem document: the keys of `extra` where it constructs an error."""
    kinds = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)}
    for path in Path(errors.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name | ast.Attribute):
                named = call.func.id if isinstance(call.func, ast.Name) else call.func.attr
                given = [each.value for each in call.keywords if each.arg == "extra"]
                if named in kinds and given and isinstance(given[0], ast.Dict):
                    yield from (key.value for key in given[0].keys if isinstance(key, ast.Constant))


def test_a_problem_is_described_with_everything_that_it_may_hold():
    found = set(extras())
    assert {"run_id", "candidates", "pending_content_id", "spent"} <= found
    assert found <= set(Problem().fields)
