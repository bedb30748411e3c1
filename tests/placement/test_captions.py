"""A caption goes with its table if it would be left alone, or be there twice."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import view_of
from backend.placement.captions import with_captions
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.place import carry_out

TABLE, CAPTION = "| Event | Drug |\n| --- | --- |\n| Rash | 4 |", "**Table 1.** Adverse events."
PAPER = read(f"# P\n\n{CAPTION}\n\n{TABLE}\n\nText.\n")
NEW = TABLE.replace("4", "5")


def replaced(content, message="Replace Table 1.", block=2):
    builder = PlacementBuilder(view_of(PAPER), Content.of(content))
    (found,) = with_captions(builder, [builder.make("replace", block, "block", "So.", 0.9)], (message,))
    return carry_out(PAPER, content, found).text.removeprefix("# P\n\n").removesuffix("\n\nText.\n")


@pytest.mark.parametrize("content", ["Rash came four times.", f"**Table 1.** Events.\n\n{NEW}", f"{NEW}\n\n: Events."])
def test_content_without_a_table_or_with_a_caption_replaces_both(content):
    assert replaced(content) == content


def test_a_table_alone_keeps_the_caption():
    assert replaced(NEW) == f"{CAPTION}\n\n{NEW}"


def test_an_order_to_keep_something_is_followed():
    assert replaced("Rash came.", "Replace Table 1, but keep the caption.") == f"{CAPTION}\n\nRash came."


def test_other_blocks_have_no_caption():
    builder = PlacementBuilder(view_of(PAPER), Content.of("New text."))
    other = [builder.make("replace", 3, "block", "", 0.9), builder.make("insert_after", 2, "block", "", 0.9)]
    assert with_captions(builder, other, ()) == other


def test_a_caption_alone_replaces_only_the_caption():
    assert replaced("**Table 1.** Selected events.") == f"**Table 1.** Selected events.\n\n{TABLE}"
