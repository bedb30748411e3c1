import pytest

from backend.sources.family_names import family_name


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        ("Anil Kumar", "Kumar"),
        ("Kumar, Anil", "Kumar"),
        ("Kumar A.", "Kumar"),
        ("A. B. Kumar", "Kumar"),
        ("van den Berg, Ada", "van den Berg"),
        ("X", "X"),
        ("", ""),
    ],
)
def test_family_name_in_each_form(author: str, expected: str) -> None:
    assert family_name(author) == expected
