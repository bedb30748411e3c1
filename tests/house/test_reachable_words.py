"""A word that the words of a message are compared with is written as these arrive: case-folded, in which "ß" is "ss",
and divided at hyphens, but not within "we've". Otherwise no message can ever contain it.
"""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import backend

#: The rooms that read messages, and those below them.
ROOMS = ("document", "drafting", "keyless", "mentions", "placement", "ranking", "services", "sources")
#: Sets with hyphens for a reason: phrases whose words are joined before, and names of formats.
JOINED = ("_REQUESTING", "LISTS")
_DIVIDED = re.compile(r"[^\W\d_]-[^\W\d_]|\A'(?!s\Z)[^\W\d_]")


def unreachable(sets: dict[str, object]) -> dict[str, list[str]]:
    """The words of each set that no message contains."""
    words = {name: [each for each in found if isinstance(each, str)] for name, found in sets.items()
             if isinstance(found, frozenset) and name not in JOINED}  # fmt: skip
    found = {name: sorted(filter(_is_unreachable, every)) for name, every in words.items()}
    return {name: every for name, every in found.items() if every}


def _is_unreachable(word: str) -> bool:
    """Names of constants have capitals, so only those letters count that change a word in small letters."""
    return word.casefold() != word.lower() or _DIVIDED.search(word) is not None


def test_a_word_that_no_message_contains_is_found():
    words = frozenset({"schließlich", "zuletzt", "faut-il", "'ve", "'s", "we've", "rVert", "-", 3})
    assert unreachable({"A": words, "B": frozenset({"zuletzt"}), "C": ["e-mail"]}) == {
        "A": ["'ve", "faut-il", "schließlich"]
    }


@pytest.mark.parametrize("room", ROOMS)
def test_words_are_written_as_they_are_compared(room: str):
    folder = [f"{each}/{room}" for each in backend.__path__]
    for module in pkgutil.walk_packages(folder, f"backend.{room}."):
        assert unreachable(vars(importlib.import_module(module.name))) == {}, module.name
