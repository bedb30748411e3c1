"""A server's JSON: an object, whose missing parts are said by name."""

import pytest

from backend.client.api_types import read_object
from backend.client.failures import ServerError


def test_what_is_missing_is_the_servers_fault_and_named_at_any_depth():
    found = read_object(b'{"a": {"b": 1}, "c": [{"d": 2}]}')
    assert found["a"]["b"] == 1 and found["c"][0]["d"] == 2
    with pytest.raises(ServerError, match="'x'"):
        found["x"]
    with pytest.raises(ServerError, match="'y'"):
        found["c"][0]["y"]
    assert found.get("x") is None and "x" not in found


@pytest.mark.parametrize("text", ["", "[]", "3", "null", "{", "<html>", b"\xff", "[" * 100_000])
def test_what_is_no_object_is_none(text):
    assert read_object(text) is None
