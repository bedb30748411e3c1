"""The schema of a tool's arguments."""

from typing import Any

import pytest

from backend.errors import Refused
from backend.kernel.tool_calls import ToolSpec
from backend.tools.tool import MOST, checked, takes


def test_required_and_optional_texts_and_no_others():
    assert takes({"query": "what to find"}, {"site": "where"}) == {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "what to find"},
            "site": {"type": "string", "description": "where"},
        },
        "required": ["query"],
        "additionalProperties": False,
    }
    assert takes({})["properties"] == {} and takes({})["required"] == []


SPEC = ToolSpec("look", "", takes({"query": "what"}, {"text": "words"}))


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"query": " x "}, {"query": "x", "text": ""}),
        ({"query": 2024, "text": None}, {"query": "2024", "text": ""}),
        ({"query": "x", "text": " kept \n"}, {"query": "x", "text": " kept \n"}),
    ],
)
def test_taken(given: dict[str, Any], found: dict[str, str]) -> None:
    assert checked(SPEC, given) == found


@pytest.mark.parametrize(
    ("given", "bad"),
    [
        ({}, {"query"}),
        ({"query": ""}, {"query"}),
        ({"query": ["x"], "more": 1}, {"query", "more"}),
        ({"query": True}, {"query"}),
        ({"query": "x" * (MOST + 1)}, {"query"}),
        ({"": '{"query": '}, {"query", "arguments"}),
    ],
)
def test_refused_naming_all(given: dict[str, Any], bad: set[str]) -> None:
    with pytest.raises(Refused) as caught:
        checked(SPEC, given)
    assert set(caught.value.errors or ()) == bad
    assert all(name in caught.value.detail for name in bad)
