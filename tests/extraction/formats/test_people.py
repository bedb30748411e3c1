"""Lists of names, in the forms that files have them."""

from __future__ import annotations

import pytest

from backend.extraction.formats.people import names, turned


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Ann Lee, Bo Chen and Cy Diaz", ["Ann Lee", "Bo Chen", "Cy Diaz"]),
        ("Lee, Ann; Chen, Bo", ["Ann Lee", "Bo Chen"]),
        ("Lee, Ann", ["Ann Lee"]),
        ("Ann Lee & Bo Chen", ["Ann Lee", "Bo Chen"]),
        ("Anders  Sand", ["Anders Sand"]),
        ("Ann Lee, et al.", ["Ann Lee"]),
        ("Microsoft Office User", []),
        ("(anonymous)", []),
        ("\x00; 42", []),
        ("", []),
    ],
)
def test_who_is_named(text: str, people: list[str]) -> None:
    assert names(text) == people


def test_a_name_as_it_is_spoken() -> None:
    assert turned("van der Berg, Ann") == "Ann van der Berg"
    assert turned("Ann Lee") == "Ann Lee"
