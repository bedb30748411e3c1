"""Which units of two versions belong together."""

from __future__ import annotations

from backend.document.blocks import read
from backend.placement.pieces.alignment import align


def aligned(old: str, new: str, by_block: bool = False) -> list[tuple[str, str]]:
    """The anchors that differ, and what goes and comes between."""
    found = []
    for each in align(read(old), read(new), by_block):
        found += [(old[unit.start : unit.end], "") for unit in each.dropped]
        found += [("", new[unit.start : unit.end]) for unit in each.added]
        if not each.same:
            found.append((old[slice(*each.old)], new[slice(*each.new)]))
    return found


def test_sentences_are_paired_by_their_words_and_not_by_their_number():
    old = "Trees cool streets. Gusts were rare. We thank all."
    new = "Streets are cooled by trees. Nobody counted. Gusts were quite rare. We thank all."
    assert aligned(old, new) == [
        ("Trees cool streets.", "Streets are cooled by trees."),
        ("", "Nobody counted."),
        ("Gusts were rare.", "Gusts were quite rare."),
    ]


def test_a_sentence_that_goes_takes_no_other_one_along():
    old, new = "Nobody counted. Gusts were rare. We thank all.", "Gusts were quite rare. We thank all."
    assert aligned(old, new) == [("Nobody counted.", ""), ("Gusts were rare.", "Gusts were quite rare.")]
    assert aligned(new, old) == [("", "Nobody counted."), ("Gusts were quite rare.", "Gusts were rare.")]


def test_units_of_different_kinds_are_never_paired():
    assert set(aligned("Same words here.\n\nEnd.", "- Same words here.\n\nEnd.")) == {
        ("Same words here.", ""),
        ("", "- Same words here."),
    }


def test_many_units_are_paired_by_their_order():
    old = " ".join(f"Old {n}." for n in range(100))
    new = " ".join(f"New {n}." for n in range(100))
    assert aligned(old, new) == [(f"Old {n}.", f"New {n}.") for n in range(100)]


def test_blocks_can_stay_whole():
    assert aligned("A. B.\n\nC.", "A. X.\n\nC.", by_block=True) == [("A. B.", "A. X.")]


def test_a_huge_change_in_one_place_is_not_taken_apart():
    old, new = "Word. " * 50_000, "Term. " * 50_000
    assert aligned(f"{old}\n\nEnd.", f"{new}\n\nEnd.") == [(old.strip(), new.strip())]


def test_blocks_that_stay_together_are_one_anchor_and_blocks_that_moved_apart_are_not():
    old = "A.\n\nB.\n\nC.\n\nD."
    assert [each.old for each in align(read(old), read(old + "\n\nE."))] == [(0, 14), (14, 14)]
    apart = [each.old for each in align(read(old), read("A.\n\nB.\n\n\nC.\n\nD."))]
    assert apart == [(0, 2), (4, 6), (8, 10), (12, 14), (14, 14)]
