"""What is left out leaves whole sentences, and none that leans on a sentence that is gone."""

from backend.kernel.exchange import Excerpt
from backend.keyless.instruction import read_instruction
from backend.keyless.quotations.condensing import left_out
from backend.keyless.quotations.quotation import units

TEXT = "Reefs bleach in warm water. This worries divers. Warm water comes with El Niño. Divers watch reefs.\n\n$$x$$"
OWN = units([Excerpt(TEXT, "pending")], ("pending",))
NOTHING = read_instruction("", TEXT)


def kept(count: int | None = None) -> list[str]:
    out = left_out(OWN, NOTHING, count)
    return [unit.text for unit in OWN if unit not in out]


def test_half_of_the_sentences_stay_and_all_formulas():
    assert len(kept()) == 3 and kept()[-1] == "$$x$$"


def test_a_sentence_stays_with_the_one_it_leans_on():
    for count in (1, 2, 3):
        assert "This worries divers." not in kept(count) or "Reefs bleach in warm water." in kept(count)


def test_enough_is_left_alone():
    assert left_out(OWN, NOTHING, 4) == []


def test_a_number_of_sentences_counts_no_items():
    own = units([Excerpt("Reefs bleach. Divers watch.\n\n- one item\n- another item", "pending")], ("pending",))
    assert [unit.text for unit in own if unit not in left_out(own, NOTHING, 1)] == ["Reefs bleach."]
