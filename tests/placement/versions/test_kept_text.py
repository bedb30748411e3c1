"""A replacement is carried out without a question if it loses no word but those that the messages name."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.plan import Placement, anchor_at
from backend.placement.versions.kept_text import keeps_text

DOCUMENT = read(
    "# Ice\n\n## Speed\n\nTongue A moved 0.41 m a day, by a factor of 3.7 more than in winter.\n\n"
    "The margins were slower than the middle in both of the years.\n"
)
OLD = DOCUMENT.source(DOCUMENT.blocks[2]).strip()
BLOCK = Placement("replace", ("Ice", "Speed"), anchor_at(DOCUMENT, 2), "block")


@pytest.mark.parametrize(
    ("message", "content", "kept"),
    [
        ("cite Miller there", OLD.replace("winter.", "winter [@miller2019]."), True),
        ("add a keyword: ice", f"{OLD[:-1]}, slower.", True),
        ("and say how it was measured", f"{OLD} We used GPS receivers on stakes.", True),
        ("the 3.7 is wrong, it should be 4.2", OLD.replace("3.7", "4.2"), True),
        ("the same for 4.2", OLD.replace("3.7", "4.2"), False),
        ("there is a comma too many, fix it", OLD.replace("day, by", "day by"), True),
        ("say 5 there", OLD.replace("Tongue A moved", "5"), False),
        ("that number is wrong", OLD.replace("3.7", "4.2"), False),
        ("a bit shorter", "Tongue A moved 0.41 m a day.", False),
        ("Write of the tongue, the day, the factor, the winter, and who moved.", "It slid.", False),
    ],
)  # fmt: skip
def test_what_is_kept_and_what_is_named(message, content, kept):
    assert keeps_text(DOCUMENT, content, BLOCK, (message,)) == kept


def test_a_sentence_that_a_message_orders_to_remove_may_be_missing():
    old = "Tongue A moved 0.41 m a day. Two tongues did not. This may help."
    paper = read(f"# Ice\n\n{old}\n")
    block = Placement("replace", ("Ice",), anchor_at(paper, 1), "block")
    content = "Tongue A moved 0.41 m a day. Two cold tongues did not."
    for order, kept in (("drop the last sentence", True), ("den letzten Satz streichen", True), ("cut it", False)):
        assert keeps_text(paper, content, block, (f"In Ice, write 'cold tongues' and {order}.",)) == kept
    assert not keeps_text(paper, "Two cold tongues did not.", block, ("write 'cold' and drop the last sentence",))


def test_a_further_number_in_a_mark_of_citation_loses_none():
    paper = read("# Ice\n\nThe tongues of the north slide in summer [4].\n")
    block = Placement("replace", ("Ice",), anchor_at(paper, 1), "block")
    for mark, kept in (("[4,5]", True), ("[3, 4]", True), ("[5]", False)):
        content = paper.source(paper.blocks[1]).strip().replace("[4]", mark)
        assert keeps_text(paper, content, block, ("cite it",)) == kept


def test_named_numbers_may_take_the_place_of_others_in_a_table():
    table = "| site | speed | rain |\n|---|---|---|\n| North | 0.41 | 12 |\n| South | 0.38 | 15 |\n"
    block = Placement("replace", None, anchor_at(read(table), 0), "block")
    for message, kept in (("North should have 0.44", True), ("North is wrong", False)):
        assert keeps_text(read(table), table.replace("0.41", "0.44"), block, (message,)) == kept


def test_a_table_with_more_columns_keeps_all_of_it():
    text = "All rain fell in Spain, said the corpus of the rain.\n\n| site | speed |\n|:---|---|\n| North | 0.41 |\n"
    more = "| site | speed | corpus |\n|---|---|---|\n| North | 0.41 | rain in Spain |"
    block = Placement("replace", None, anchor_at(read(text), 1), "block")
    assert keeps_text(read(text), more, block, ("add a column",))


def test_text_beside_the_replaced_text_would_stand_twice():
    after = DOCUMENT.source(DOCUMENT.blocks[3]).strip()
    assert not keeps_text(DOCUMENT, f"{OLD}\n\n{after}", BLOCK, ("go on",))


def test_a_place_that_cannot_be_carried_out_keeps_nothing():
    beyond = Placement("replace", None, BLOCK.anchor, "row 3")
    assert not keeps_text(DOCUMENT, OLD, beyond, ("go on",))


def test_a_version_of_two_sentences_does_not_replace_one_of_them_without_a_question():
    paper = read("# Bees\n\n## Gardens\n\nBees visit gardens. Gardens are many in cities.\n\n## Limits\n\nIt rained.\n")
    first = Placement("replace", ("Bees", "Gardens"), anchor_at(paper, 2), "characters 0-19")
    orders = ("Make Gardens shorter, it repeats Limits.",)
    assert not keeps_text(paper, "Bees visit the many gardens of cities.", first, orders)
    assert keeps_text(paper, "Wild bees visit gardens.", first, orders)


def test_the_line_below_a_title_is_no_text_that_is_kept():
    document = read("# P\n\nUsage\n-----\n\nWe ran it.\n")
    wanted = Placement("replace", ("P", "Usage"), anchor_at(document, 1), "block")
    new = "Metadata and usage\n------------------\n\nWe ran it."
    assert not keeps_text(document, new, wanted, ("Add a section between usage and license.",))


def test_a_code_block_with_few_different_words_is_not_repeated_on_purpose():
    text = "Write it like this:\n\n```\n<pre><code></code></pre>\n```\n"
    more = "```\n<pre><code>aaa\n</code></pre>\n```"
    assert not keeps_text(read(text), more, Placement("replace", None, anchor_at(read(text), 1), "block"), ("",))
