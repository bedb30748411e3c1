"""What a source says to its sentences, as answers tell it."""

from __future__ import annotations

from backend.verification.sentence_support import KEPT, entry, least, rank
from backend.verification.support import Support

SAID = entry("Warm water bleaches corals.", Support(0.9, "supported", "Corals bleach in warm water."))
PARTLY = entry("Warm water kills corals.", Support(0.5, "partly"))
TURNED = entry("Warm water heals corals.", Support(1.7, "contradicted", "x" * (KEPT + 9), "It says the opposite."))


def test_an_entry_is_bounded() -> None:
    assert SAID["score"] == 0.9 and SAID["reason"] == ""
    assert TURNED["score"] == 1.0 and len(TURNED["passage"]) == KEPT


def test_of_two_texts_the_one_that_speaks_of_the_sentence_counts() -> None:
    assert sorted([SAID, PARTLY, TURNED], key=rank) == [PARTLY, TURNED, SAID]


def test_a_source_is_told_by_its_least_favourable_sentence() -> None:
    told = least([SAID, TURNED, PARTLY])
    assert told is not None and told["verdict"] == "contradicted" and set(told) == {"score", "verdict", "passage"}
    assert least([]) is None
