"""A trace is a plain value."""

from backend.kernel.traces import Step, Trace


def test_a_trace_without_an_error_is_a_success():
    assert Trace("message", "r", "q", (Step("parse", 1, 2),), 1, 3).error == ""
