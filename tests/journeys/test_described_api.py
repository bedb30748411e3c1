"""The API keeps to its description, whatever is sent that the description allows or forbids."""

from __future__ import annotations

from tests.api_explorer import explore, is_judgment


def test_nothing_differs_from_the_description(tmp_path) -> None:
    """What follows from the description alone, half a minute of it: `make explore` tries what chance finds, too."""
    found = [str(each) for each in explore(tmp_path, 3, 1, ("examples", "coverage"))]
    assert not found, "\n".join(found)


def test_only_refusals_that_no_description_can_tell_are_let_pass() -> None:
    judged = '{"status": 422, "errors": {"cursor": ["Not a cursor of this list."]}}'
    assert is_judgment(judged) and is_judgment('{"status": 422, "errors": {"file": ["This is no text."]}}')
    assert not is_judgment('{"status": 422, "errors": {"cursor": ["Not a cursor of this list."], "a": ["Missing."]}}')
    assert not is_judgment("no JSON") and not is_judgment('{"status": 500}')
