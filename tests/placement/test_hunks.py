"""The laws of taking a change in parts, over random documents, and what parts a reader is offered."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.blocks import read, shape
from backend.errors import Refused, Unplaceable
from backend.placement.carrying_out.apply import Edit, patch
from backend.placement.hunks import MOST_HUNKS, Changes
from backend.placement.place import carry_out
from backend.placement.plan import Placement, anchor_at
from tests.examples import examples
from tests.markdown_strategies import documents, wild

LAWS = settings(max_examples=examples(60), deadline=None)
#: combining and astral characters, a table, formulas, a fence with what looks like Markdown, a list, own citations
CONTENT = (
    "Cafe\u0301s cooled \U0001f333 by $\\Delta T = 0.4$ [@kim2020]. Gusts came, e.g. from the west. **All saw. It.**"
    "\n\n"
    "| a | b |\n|---|---|\n| 1 | \\| |\n| 2 | x |\n\n```python\n# One. Two.\n\n- no item\n```\n\n"
    "\\begin{align}\na &= b. \\\\\nc\n\\end{align}\n\n1. First. Still first.\n   - nested\n2. Second."
    "\n\n> A quote. Of two."
)


def stays(old: str, new: str, hunks) -> bool:
    """Whether every character outside the hunks is there, in its order, from end to end."""
    edges = [0, *(offset for hunk in hunks for offset in (hunk.start, hunk.end)), len(old)]
    first, *middle, last = [old[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]
    if not new.startswith(first) or not new.endswith(last):
        return False
    at = len(first)
    for kept in middle:
        at = new.find(kept, at)
        if at < 0:
            return False
        at += len(kept)
    return at + len(last) <= len(new)


def check_laws(old: str, new: str, draw: random.Random) -> None:
    changes = Changes(old, new)
    hunks = changes.hunks
    assert patch(old, [Edit(each.start, each.end, each.after) for each in hunks]) == new
    assert patch(old, changes.splices()) == new and (not hunks) == (old == new)
    assert [each.before for each in hunks] == [old[each.start : each.end] for each in hunks]
    if not hunks:
        return
    assert changes.take([each.id for each in hunks]).text == new
    for _ in range(3):
        chosen = [each.id for each in hunks if draw.random() < 0.5] or [draw.choice(hunks).id]
        try:
            taken = changes.take(chosen)
        except Unplaceable:
            continue
        assert set(chosen) <= set(taken.ids) and Changes(old, new).take(chosen) == taken
        assert stays(old, taken.text, [each for each in hunks if each.id in taken.ids])
        assert all(taken.text[start:end].strip() for start, end in taken.inserted)


@LAWS
@given(documents(), documents(), st.randoms())
def test_the_laws_hold_between_any_two_documents(old, new, draw):
    check_laws(old, new, draw)


@LAWS
@given(wild, wild, st.randoms())
def test_the_laws_hold_between_any_two_texts(old, new, draw):
    check_laws(old, new, draw)


@LAWS
@given(documents(), st.sampled_from((CONTENT, CONTENT.replace("\n", "\r\n"))), st.randoms(), st.data())
def test_the_laws_hold_for_placed_content(text, content, draw, data):
    document = read(text)
    places = [Placement("append_to_document", position="end"), Placement("prepend_to_document", position="start")]
    for block in document.blocks:
        anchor = anchor_at(document, block.index)
        places += [Placement(what, None, anchor, "block") for what in ("insert_after", "insert_before", "replace")]
    try:
        placed = carry_out(document, content, data.draw(st.sampled_from(places)))
    except Unplaceable:
        return
    check_laws(text, placed.text, draw)


@LAWS
@given(documents(), st.randoms())
def test_a_part_of_new_content_leaves_every_other_block_as_it_is_read(text, draw):
    document = read(text)
    placed = carry_out(document, CONTENT, Placement("append_to_document", position="end"))
    changes = Changes(text, placed.text)
    chosen = [each.id for each in changes.hunks if draw.random() < 0.5] or [changes.hunks[-1].id]
    try:
        taken = changes.take(chosen)
    except Unplaceable:  # the last block never ended, and its end is in a part that was left out
        assert changes.hunks[0].before
        return
    before, after = shape(document), shape(read(taken.text))
    kept = max(0, len(before) - 1)
    assert after[:kept] == before[:kept]


def parts(old: str, new: str) -> list[tuple[str, str]]:
    return [(each.before, each.after) for each in Changes(old, new).hunks]


def taken(old: str, new: str, *numbers: int) -> str:
    changes = Changes(old, new)
    return changes.take([changes.hunks[number].id for number in numbers]).text


PAPER = "# A\n\nOne. Two.\n\n## B\n\nEnd.\n"


def test_a_new_paragraphs_sentences_can_be_taken_each_by_itself():
    new = PAPER.replace("Two.\n", "Two.\n\nN1. N2.\nN3.\n")
    assert parts(PAPER, new) == [("", "\n\nN1."), ("", " N2."), ("", "\nN3.")]
    assert taken(PAPER, new, 1) == PAPER.replace("Two.\n", "Two.\n\nN2.\n")
    assert taken(PAPER, new, 0, 2) == PAPER.replace("Two.\n", "Two.\n\nN1.\nN3.\n")


def test_a_reworded_paragraph_shows_its_sentences_side_by_side():
    new = PAPER.replace("One. Two.", "One, they say. New. Two!")
    assert parts(PAPER, new) == [("One.", "One, they say."), ("", " New."), ("Two.", "Two!")]
    assert taken(PAPER, new, 2) == PAPER.replace("Two.", "Two!")


def test_a_sentence_that_goes_takes_one_blank_along():
    assert parts(PAPER, PAPER.replace("One. ", "")) == [("One. ", "")]
    assert parts(PAPER, PAPER.replace(" Two.", "")) == [(" Two.", "")]
    assert parts(PAPER, PAPER.replace("One. Two.\n\n", "")) in ([("One. Two.\n\n", "")], [("\n\nOne. Two.", "")])


def test_a_split_paragraph_is_one_part():
    assert parts(PAPER, PAPER.replace("One. Two.", "One.\r\n\r\nTwo.")) == [(" ", "\r\n\r\n")]


def test_a_tables_rows_are_parts_and_a_new_tables_row_brings_the_header():
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    more = table + "| 3 | 4 |\n| 5 | 6 |\n"
    assert parts(table, more) == [("", "\n| 3 | 4 |"), ("", "\n| 5 | 6 |")]
    new = PAPER.replace("Two.\n", f"Two.\n\n{more}")
    assert taken(PAPER, new, 2) == PAPER.replace("Two.\n", f"Two.\n\n{table.replace('1 | 2', '3 | 4')}")


def test_a_lists_items_are_parts_with_all_that_they_hold():
    new = PAPER.replace("Two.\n", "Two.\n\n- a. b.\n  - c\n- d\n")
    assert parts(PAPER, new) == [("", "\n\n- a. b.\n  - c"), ("", "\n- d")]
    assert taken(PAPER, new, 1) == PAPER.replace("Two.\n", "Two.\n\n- d\n")


def test_what_must_stay_together_is_one_part():
    for whole in (
        "We **saw it. All** of it.",
        "See [a. B](http://x.example/ 'c').",
        "Use `a. B` now.",
        "```\nA. B.\n\nC.\n```",
        "$$\na. B\n$$",
        "\\begin{align}\na. B. \\\\\nC\n\\end{align}",
        "> A. B.",
    ):
        ((before, after),) = parts(PAPER, f"{PAPER}\n{whole}\n")
        assert (before, after.strip()) == ("", whole)


def test_a_paragraph_that_becomes_a_list_can_have_both():
    new = PAPER.replace("One. Two.", "1. One\n2. Two")
    assert ("", "One. Two.\n\n") not in parts(PAPER, new)
    texts = [taken(PAPER, new, number) for number in range(len(parts(PAPER, new)))]
    assert all("End." in text for text in texts) and len(set(texts)) == len(texts)


def test_ids_belong_to_one_change_and_unknown_ones_are_named():
    new = PAPER.replace("Two.", "Two. More.")
    (one,), (other,) = Changes(PAPER, new).hunks, Changes(PAPER + "\n", new + "\n").hunks
    assert one.id == Changes(PAPER, new).hunks[0].id != other.id
    with pytest.raises(Refused) as refused:
        Changes(PAPER, new).take([one.id, other.id, "x"])
    assert set(refused.value.errors) == {"hunks.1", "hunks.2"}
    with pytest.raises(Refused):
        Changes(PAPER, new).take([])


def test_parts_that_cannot_stand_alone_are_refused():
    old = "Text.\n\n```\nnever ended"
    new = "Text.\n\n```\nnever ended\n```\n\nMore."
    ids = [each.id for each in Changes(old, new).hunks]
    with pytest.raises(Unplaceable, match="only the chosen parts"):
        Changes(old, new).take(ids[-1:])


def test_thousands_of_changes_come_in_a_bounded_number_of_parts():
    paragraphs = [f"Sentence {n}. It is of no use. Nor is {n}." for n in range(2 * MOST_HUNKS)]
    old, new = "\n\n".join(paragraphs), "\n\n".join(paragraphs).replace("no use", "little use")
    changes = Changes(old, new)
    assert len(changes.hunks) == MOST_HUNKS and patch(old, changes.splices()) == new
    half = changes.take([each.id for each in changes.hunks[::2]])
    assert half.text.count("little use") == half.text.count("no use") == MOST_HUNKS
