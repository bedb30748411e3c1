"""Which works of the library are chosen."""

from __future__ import annotations

import pytest
from marshmallow import Schema, ValidationError

from backend.api.schemas.library_schemas import MAX_CHOSEN, Chosen

SCHEMA = Schema.from_dict({"x": Chosen(metadata={"description": "mine"})})()


@pytest.mark.parametrize(
    ("value", "chosen"),
    [
        ("all", "all"),
        ([], ()),
        (["b", "a", "b"], ("b", "a")),
        (["x" * 100], ("x" * 100,)),
        ([str(n) for n in range(MAX_CHOSEN)], tuple(str(n) for n in range(MAX_CHOSEN))),
    ],
)
def test_all_or_a_list_of_ids_each_once(value, chosen):
    assert SCHEMA.load({"x": value})["x"] == chosen


@pytest.mark.parametrize("value", ["some", 3, {"a": 1}, ["a", 3], ["x" * 101], ["a"] * (MAX_CHOSEN + 1), None])
def test_anything_else_is_refused(value):
    with pytest.raises(ValidationError):
        SCHEMA.load({"x": value})


def test_what_a_field_says_of_itself_is_the_fields_own_or_the_kinds():
    assert SCHEMA.fields["x"].metadata["description"] == "mine" and "all" in Chosen().metadata["description"]
