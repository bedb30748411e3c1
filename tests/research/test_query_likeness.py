"""Queries that are nearly the same are found, whatever little words stand between."""

from __future__ import annotations

import pytest

from backend.research.query_likeness import nearest, overlap


@pytest.mark.parametrize(
    ("one", "other"),
    [("coral bleaching causes", "causes of coral bleaching"), ("Snow DEPTH", "snow depth?"), ("of the", "the of")],
)
def test_nearly_the_same(one: str, other: str) -> None:
    assert overlap(one, other) == 1.0 and nearest(one, ["x", other]) == other


def test_another_subject_or_no_words() -> None:
    assert nearest("coral bleaching causes", ["coral bleaching recovery", ""]) is None
    assert overlap("", "") == 0.0
