"""One item is found by its id, the beginning of its id or its name; none or several matches are told."""

from __future__ import annotations

import pytest

from backend.client.failures import RequestRefused
from backend.client.naming import Kind

FRUIT = Kind(("name", "label"), "fruits", "You have no fruit called", " See: fruits list")
ITEMS = (
    {"id": "aaaa1111", "name": "Apple", "label": "red"},
    {"id": "aaaa2222", "name": "Pear", "label": "aaaa1"},
    {"id": "bbbb3333", "name": "Pear", "label": None},
)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("Apple", 0), ("red", 0), ("aaaa2222", 1), ("aaaa2", 1), ("BBBB", 2), ("aaaa1", 1)],
    ids=["name", "other name", "id", "beginning", "capitals", "a name before the beginning of an id"],
)
def test_it_is_found(wanted: str, found: int) -> None:
    assert FRUIT.find(wanted, ITEMS) is ITEMS[found]


@pytest.mark.parametrize("wanted", ["aaa", "Plum", "bbbb33334"])
def test_what_matches_nothing_is_told(wanted: str) -> None:
    with pytest.raises(RequestRefused, match=f"You have no fruit called '{wanted}'. See: fruits list"):
        FRUIT.find(wanted, ITEMS)


def test_several_matches_are_told_with_their_ids() -> None:
    with pytest.raises(RequestRefused, match="'Pear' matches several fruits; name one by its id: aaaa2222, bbbb3333"):
        FRUIT.find("Pear", ITEMS)
    with pytest.raises(RequestRefused, match="'aaaa' matches several fruits"):
        FRUIT.find("aaaa", ITEMS)
