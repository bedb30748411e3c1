"""Words that the words of a message are looked up in are written as these words arrive there: case-folded, in which
"ß" is "ss". Otherwise no message can ever contain them.
"""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import backend

#: The rooms that read messages, and those below them.
ROOMS = ("document", "drafting", "keyless", "mentions", "placement", "ranking", "services", "sources")


def unfolded(sets: dict[str, object]) -> dict[str, list[str]]:
    """The words of each set that no case-folded text contains. Names of constants, such as "NaN", have capitals."""
    words = {name: sorted(each for each in found if isinstance(each, str)) for name, found in sets.items()
             if isinstance(found, frozenset)}  # fmt: skip
    found = {name: [each for each in every if each.casefold() != each.lower()] for name, every in words.items()}
    return {name: every for name, every in found.items() if every}


def test_a_word_that_no_folded_text_contains_is_found():
    assert unfolded({"A": frozenset({"schließlich", "zuletzt", 3}), "B": frozenset({"rVert"})}) == {
        "A": ["schließlich"]
    }


@pytest.mark.parametrize("room", ROOMS)
def test_words_are_written_as_they_are_compared(room: str):
    folder = [f"{each}/{room}" for each in backend.__path__]
    for module in pkgutil.walk_packages(folder, f"backend.{room}."):
        assert unfolded(vars(importlib.import_module(module.name))) == {}, module.name
