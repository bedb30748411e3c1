"""Separators of what is taken and left: nothing melts into its neighbors, and nothing that stays is touched."""

from __future__ import annotations

import itertools

import pytest

from backend.document.blocks import read
from backend.placement.pieces.alignment import align
from backend.placement.pieces.gaps import Insertion, Replacement, pieces


def made(old: str, new: str) -> list:
    before, after = read(old), read(new)
    return list(pieces(before, after, align(before, after)))


def test_a_new_unit_stands_behind_what_is_there_with_the_old_separator_untouched():
    (one,) = made("A.\r\n\r\nB.", "A.\r\n\r\nN.\r\n\r\nB.")
    assert isinstance(one, Insertion) and one.at == 2 and one.standing == ("", "\r\n\r\n")
    assert list(one.parts()) == ["\r\n\r\nN."] and one.text({0}) == "\r\n\r\nN."


@pytest.mark.parametrize(
    ("old", "new", "chosen", "text"),
    [
        ("One.\n\nEnd.", "One. N1.\n\nN2.\n\nEnd.", {1}, "\n\nN2."),  # the end of a paragraph, then one more
        ("One.\n\nEnd.", "One.\n\nN1.\n\nN2. End.", {0}, "N1.\n\n"),  # one more, then the beginning of a paragraph
        ("End.", "N1. N2.\n\nEnd.", {1}, "N2.\n\n"),
        ("One.", "One. N1. N2.", {0}, " N1."),
        ("- a\n", "- a\n\n<!-- -->\n\n1. b\n2. c\n", {1}, "\n\n<!-- -->\n\n2. c"),
    ],
)
def test_a_part_of_what_is_new_gets_the_separator_that_keeps_it_apart(old, new, chosen, text):
    (one,) = made(old, new)
    assert one.text(chosen) == text
    assert one.text(set(range(len(one.texts)))) == "".join(one.parts())


def test_a_separator_that_changes_beside_a_reworded_unit_goes_with_it():
    assert made("One. Two.", "One.\n\nTwo!") == [Replacement(4, 9, "\n\nTwo!")]
    assert made("One. Two.", "One!\n\nTwo.") == [Replacement(0, 5, "One!\n\n")]
    assert made("One. Two.", "One.\n\nTwo.") == [Replacement(4, 5, "\n\n")]


@pytest.mark.parametrize("shape", ["One.{}Two.", "A.\n\n- a{}- b\n\nB."])
def test_a_changed_separator_is_never_overlooked(shape):
    texts = [shape.format(separator) for separator in ("\n", "\n\n", "\n\n\n", "\r\n")]
    for old, new in itertools.product(texts, texts):
        assert bool(made(old, new)) is (old != new), (old, new)


def test_a_block_that_goes_whole_is_one_piece():
    assert made("A.\n\nBe so.\n\nD.\n\nE.", "A.\n\nE.") == [Replacement(2, 10, ""), Replacement(10, 14, "")]


def test_where_no_separator_stays_all_of_a_gap_is_one_piece():
    assert made("One.\n\n\nEnd.", "One. New.\n\nEnd.") == [Replacement(4, 7, " New.\n\n")]


def test_a_row_of_a_new_table_needs_its_header():
    (one,) = made("A.", "A.\n\n| a |\n|---|\n| b |\n| c |")
    assert one.needs == (None, 0, 0)
