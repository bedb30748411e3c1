"""Items and rows change places; their numbers and every other byte stay."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.edit_orders import read_edit
from backend.placement.edited_text import carry_out_edit
from backend.placement.structure.list_order import KINDS, edge_in, reordered
from tests.mentions.naming.test_named_items import DOCUMENT, TEXT

LIST = "1. Map it.\n2. Compare it.\n3. Print it.\n"


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("Move goal 3 above goal 1", LIST, "1. Print it.\n2. Map it.\n3. Compare it.\n"),
        ("Move the first item of Goals to the end.", LIST, "1. Compare it.\n2. Print it.\n3. Map it.\n"),
        ("swap goals 2 and 3", LIST, "1. Map it.\n2. Print it.\n3. Compare it.\n"),
        ("Put goal 3 first.", LIST, "1. Print it.\n2. Map it.\n3. Compare it.\n"),
        ("Swap the first and the last item of Goals", LIST, "1. Print it.\n2. Compare it.\n3. Map it.\n"),
        (
            "move the one on SMS to the top",
            "- power: two cells\n- SMS: a server",
            "- SMS: a server\n- power: two cells",
        ),
        ("Move the Munich row to the top", "| Berlin | 3 |\n| Munich | 2 |", "| Munich | 2 |\n| Berlin | 3 |"),
    ],
)
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_items_are_put_in_order(message: str, old: str, new: str, eol: str) -> None:
    text = TEXT.replace("\n", eol)
    edit = read_edit(read(text), message)
    assert edit is not None, message
    assert carry_out_edit(read(text), edit).text == text.replace(old.replace("\n", eol), new.replace("\n", eol))


@pytest.mark.parametrize(
    "message",
    [
        "Move goal 2 after goal 1.",
        "Move goal 1 to the start.",
        "Move goal 9 above goal 1",
        "Move the first item of Methods after goal 2.",
    ],
)
def test_what_stands_there_or_is_missing_is_not_moved(message: str) -> None:
    edit = read_edit(DOCUMENT, message)
    assert edit is None or " in order " not in (edit.position or "")


def test_an_order_that_does_not_fit_the_list_is_none() -> None:
    assert reordered("- a\n- b\n", "items in order 2, 1") == "- b\n- a\n"
    assert reordered("- a\n- b\n", "items in order 2, 1, 3") is None
    assert reordered("- a\n- b\n", "blocks 1") is None
    assert KINDS == ("item", "row")


def test_the_last_word_may_count() -> None:
    assert [edge_in(words.split()) for words in ("first", "of X last", "in X")] == ["start", "end", ""]
