"""The closed list of events."""

import pytest

from backend.kernel.events import EVENT_NAMES, TERMINAL, Event, Numbered, silent


def test_an_event_has_a_name_of_the_list():
    for name in EVENT_NAMES:
        assert Event(name).data == {}
    with pytest.raises(ValueError, match="'tokens'"):
        Event("tokens")


@pytest.mark.parametrize("name", sorted(EVENT_NAMES))
def test_a_run_ends_with_an_answer_or_an_error_and_nothing_else(name: str):
    assert Numbered(1, name, {}).terminal is (name in ("final_answer", "error"))
    assert TERMINAL < EVENT_NAMES


def test_who_does_not_listen_hears_every_event():
    assert all(silent(Event(name)) is None for name in EVENT_NAMES)
