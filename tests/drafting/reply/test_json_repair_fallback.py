"""The last resort: what is taken from it, and what is not even given to it."""

from __future__ import annotations

import json_repair
import pytest

from backend.drafting.reply import json_repair_fallback
from backend.drafting.reply.json_repair_fallback import repair

ODD = "So { message = Here it is, sources: [a, b] }"


def test_two_fields_with_a_text_are_taken_and_all_are_uncertain():
    found = repair('Well: {message: "Here.", sources: ["a"]}')
    assert found is not None
    assert (found.values["message"], found.values["sources"]) == ("Here.", ["a"])
    assert (found.start, found.end, found.stopped) == (6, len('Well: {message: "Here.", sources: ["a"]}'), True)
    assert found.unsure == {"message", "sources"}


@pytest.mark.parametrize(
    "text",
    [
        "no braces: message",
        '{message: "Here."}',
        '{sources: ["a"], new_types: []}',
        '{"message": "", "sources": ["a"]}',
        '{message: "Here.", sources: ["a"]}' + " " * 20_000,
    ],
)
def test_what_is_no_answer_is_none(text: str):
    assert repair(text) is None


def test_of_a_list_the_first_object_counts(monkeypatch: pytest.MonkeyPatch):
    made = ["x", {"Message": "a", "document content": "b"}, {"message": "c"}]
    monkeypatch.setattr(json_repair, "loads", lambda text: made)
    found = repair(ODD)
    assert found is not None and found.values == {"message": "a", "document_content": "b"}
    monkeypatch.setattr(json_repair, "loads", lambda text: ["x", 3])
    assert repair(ODD) is None


@pytest.mark.parametrize("error", [ValueError, RecursionError, IndexError, AttributeError, TypeError])
def test_a_library_that_raises_though_it_promised_not_to(monkeypatch: pytest.MonkeyPatch, error: type[Exception]):
    def fail(text: str) -> None:
        raise error

    monkeypatch.setattr(json_repair_fallback.json_repair, "loads", fail)
    assert repair(ODD) is None
