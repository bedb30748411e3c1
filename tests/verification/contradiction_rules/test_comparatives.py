"""A quality that is compared in opposite ways."""

from __future__ import annotations

import pytest

from backend.verification.contradiction_rules.comparatives import compared_in_reverse


@pytest.mark.parametrize(
    ("sentence", "passage", "found"),
    [
        ("Reed is less bright than sedge.", "Reed is brighter than sedge.", ("less bright", "brighter")),
        ("Reed is brighter than sedge.", "Reed is not as bright as sedge.", ("brighter", "not as bright")),
        ("Reed is bigger than sedge.", "Reed is less big than sedge.", ("bigger", "less big")),
        ("Reed is brighter than sedge.", "Reed is more bright than sedge.", None),
        ("Reed is less bright than sedge.", "Sedge is brighter than reed.", None),
        (
            "Reed is heavier than elm.",
            "Reed is heavier than straw and lighter than elm.",
            ("heavier than elm", "lighter than elm"),
        ),
        ("Reed is heavier than straw.", "Reed is heavier than straw and lighter than elm.", None),
        ("Reed is less bright than sedge.", "Reed is taller than sedge.", None),
        ("Rather few are less rath than others.", "They rather left than stayed.", None),
    ],
)
def test_more_and_less_of_one_quality_are_found(sentence, passage, found):
    assert compared_in_reverse(sentence, passage) == found
