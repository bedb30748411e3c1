"""Headings as people say them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.mentions.headings import fold, plain


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Methods", "Methods"),
        ("**Data** availability {#data .x}", "Data availability"),
        ("2.1 Methods", "Methods"),
        ("2.1. Methods", "Methods"),
        ("3) Methods", "Methods"),
        ("IV. Methods", "Methods"),
        ("III.3 Methods", "Methods"),
        ("A.1. Methods", "Methods"),
        ("2020 in review", "2020 in review"),
        ("I am here", "I am here"),
        ("2024", "2024"),
        ("`code` and _words_ in snake_case", "code and words in snake_case"),
        ("[Ice](https://x.example) and [snow][1] and [rain]", "Ice and snow and rain"),
        ("![](a.png) Ice<br>", "Ice"),
        ("  A   B : ", "A B"),
        ("", ""),
    ],
)
def test_a_headings_words(title: str, text: str):
    assert plain(title) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2.1 Data & Methods", "data methods"),
        ("STRASSE", "straße"),
        ("Ｉｃｅ", "ice"),
        ("a_b-c", "A b c"),
        ("**Ice**:", "ice"),
    ],
)
def test_two_spellings_of_one_name(one: str, other: str):
    assert fold(one) == fold(other)


@given(st.text(max_size=20))
def test_a_folded_name_has_no_marks_and_single_blanks(title: str):
    found = fold(title)
    assert found == " ".join(found.split()) and "_" not in found
    assert all(sign.isalnum() or sign == " " or not sign.isascii() for sign in found)
