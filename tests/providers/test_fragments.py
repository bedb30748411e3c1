from __future__ import annotations

import pytest

from backend.providers.fragments import finished, headless


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Grass bends.", True),
        ("Does grass bend?”", True),
        ("Grass bends.[1]", True),
        ("Grass bends. [@doi:10.1234/x]", True),
        ("Grass *bends.*", True),
        ("Grass bends.^2,3^", True),
        ("Grass bends.<sup>2</sup>", True),
        ("Grass bends in two ways:", True),
        ("草は曲がる。", True),
        ("we calculated pairwise mutation co-occurrence", False),
        ("Sci-Hub access logs", False),
        ("High-grade gliomas", False),
        ("A table of it [1]", False),
        ("", False),
    ],
)
def test_a_sentence_ends_with_its_mark(text: str, whole: bool) -> None:
    assert finished(text) is whole


@pytest.mark.parametrize(
    ("text", "cut"),
    [("scores. This", True), ("*scores* of it", True), ("Scores.", False), ("5 mm of rain", False), ("", False),
     ("(and so on) it", True), ("1 km of rope", False), ("得点", False)],
)  # fmt: skip
def test_half_a_sentence_begins_small(text: str, cut: bool) -> None:
    assert headless(text) is cut
