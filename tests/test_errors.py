"""Errors and what each becomes as a problem document."""

from __future__ import annotations

import re

import pytest

from backend import errors
from backend.errors import Conflict, CoscribeError, NotFound, ProviderMisanswered, Refused, Unplaceable

CLASSES = {
    name: each for name, each in vars(errors).items() if isinstance(each, type) and issubclass(each, CoscribeError)
}


def test_the_tree_at_the_files_head_is_the_tree_of_the_classes():
    drawn = re.findall(r"([A-Z]\w+) +(\d{3})", errors.__doc__)
    assert {name: int(status) for name, status in drawn} == {name: each.status for name, each in CLASSES.items()}


@pytest.mark.parametrize("name", CLASSES)
def test_every_error_says_what_it_is_where_nothing_else_is_said(name: str):
    error = CLASSES[name](["Why."]) if name == "Unplaceable" else CLASSES[name]()
    said = {"Unplaceable": "Why.", "Refused": "Some fields were refused, so nothing was done."}.get(name, error.title)
    assert (str(error), error.detail) == (said, said)
    assert error.kind == re.sub(r"(?<!^)([A-Z])", r"-\1", name).lower()
    assert (error.errors is None) is (name != "Unplaceable")


def test_a_problem_document_has_what_rfc_9457_wants_and_the_words_twice():
    error = Refused("Bad.", errors={"a.b": ("no", "never")}, extra={"run_id": "r", "status": 1, "error": "x"})
    assert error.problem("/x", "id") == {
        "type": "urn:coscribe:problem:refused", "title": "Refused", "status": 422, "detail": "Bad.", "instance": "/x",
        "request_id": "id", "errors": {"a.b": ["no", "never"]}, "error": "Bad.", "run_id": "r",
    }  # fmt: skip
    assert "errors" not in NotFound().problem()


def test_extra_is_the_errors_own():
    given = {"run_id": "r"}
    error = Conflict(extra=given, retry_after=3)
    given["run_id"] = "other"
    assert (error.extra, error.retry_after) == ({"run_id": "r"}, 3)
    assert error.problem()["type"].endswith(":conflict")


def test_what_cannot_be_placed_says_every_reason():
    error = Unplaceable(["One.", "Two."])
    assert (error.detail, error.problems, error.errors) == (
        "One. Two.",
        ("One.", "Two."),
        {"placement": ["One.", "Two."]},
    )


def test_an_answer_that_broke_off_is_none_until_one_is_kept():
    assert ProviderMisanswered().partial is None and errors.Cancelled().partial is None
