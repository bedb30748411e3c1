"""Addresses, and what is remembered."""

import pytest

from backend.client.failures import InvalidUsage
from backend.client.preferences import DEFAULT_SERVER, REMEMBERED, Choices, address, is_here
from backend.client.private_files import Store


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("http://h:1/", "http://h:1"),
        (" https://h/coscribe/ ", "https://h/coscribe"),
        ("localhost:8000", "http://localhost:8000"),
        ("127.0.0.1", "http://127.0.0.1"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("papers.example.org", "https://papers.example.org"),
    ],
)
def test_an_address_is_completed(given, kept):
    assert address(given) == kept


@pytest.mark.parametrize("given", ["", "ftp://h", "http://", "http://h:99999", "http://u:p@h", "http://h?x=1"])
def test_what_is_no_address_is_refused(given):
    with pytest.raises(InvalidUsage):
        address(given)


def test_here():
    assert [is_here(f"http://{host}") for host in ("localhost", "127.0.0.9:1", "[::1]", "h", "10.0.0.1")] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_choices_are_by_server_and_outlive_damage(tmp_path):
    choices = Choices(Store(tmp_path))
    assert (choices.server, choices.session("a"), choices.last_seen("s")) == (DEFAULT_SERVER, None, None)
    choices.choose_server("a")
    choices.choose_session("a", "s")
    choices.choose_session("b", "t")
    choices.choose_session("b", None)
    choices.remember_seen("s", 3)
    assert (choices.server, choices.session("a"), choices.session("b"), choices.last_seen("s")) == ("a", "s", None, 3)
    for number in range(REMEMBERED):
        choices.remember_seen(f"other-{number}", 1)
    assert choices.last_seen("s") is None
    (tmp_path / "choices.json").write_text("{")
    assert choices.server == DEFAULT_SERVER
