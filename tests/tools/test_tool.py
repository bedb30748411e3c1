"""The schema of a tool's arguments."""

from backend.tools.tool import takes


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
