"""What each position means, as blocks."""

import pytest

from backend.document.blocks import read
from backend.errors import Unplaceable
from backend.placement.carrying_out.resolve import items, resolve, rows
from backend.placement.plan import Anchor, Placement, anchor_at

#        0      1       2     3      4       5     6        7       8
PAPER = read("# T\n\nintro\n\n## A\n\none\n\n### B\n\ntwo\n\n## C\n\n- x\n- y\n\n---\n\n[r]: http://a.example/\n")


@pytest.mark.parametrize(
    ("operation", "block", "place", "span"),
    [
        ("append_to_section", 2, "start", (3, 3)),
        ("append_to_section", 2, "end", (4, 4)),
        ("append_to_section", 2, "end of subsections", (6, 6)),
        ("append_to_section", 6, "end", (8, 8)),
        ("insert_before", 3, "block", (3, 3)),
        ("insert_after", 3, "block", (4, 4)),
        ("new_section", 2, "before section", (2, 2)),
        ("new_section", 2, "after section", (6, 6)),
        ("new_section", 2, "first subsection", (4, 4)),
        ("new_section", 2, "last subsection", (6, 6)),
        ("replace", 3, "block", (3, 4)),
        ("replace", 2, "blocks 2", (2, 4)),
        ("replace", 2, "section body", (3, 4)),
        ("replace", 2, "section", (2, 4)),
        ("replace", 2, "section contents", (3, 6)),
        ("replace", 2, "whole section", (2, 6)),
        ("append_to_document", None, "end", (10, 10)),
        ("prepend_to_document", None, "start", (0, 0)),
        ("prepend_to_document", None, "after title", (1, 1)),
    ],
)
def test_positions(operation, block, place, span):
    anchor = anchor_at(PAPER, block) if block is not None else None
    (splice,) = resolve(Placement(operation, None, anchor, place), PAPER, "new")
    assert (splice.start, splice.stop, splice.text) == (*span, "new")


def test_nothing_goes_before_the_front_matter():
    document = read("---\ntitle: T\n---\n\none\n")
    anchor = anchor_at(document, 0)
    (splice,) = resolve(Placement("insert_after", None, anchor, "block"), document, "new")
    assert (splice.start, splice.stop) == (1, 1)
    with pytest.raises(Unplaceable, match="before the front matter"):
        resolve(Placement("insert_before", None, anchor, "block"), document, "new")


BOTH = "## C\n\n- z\n\n### A\n\none and a half"


def test_each_section_of_the_content_goes_to_its_own():
    anchor = anchor_at(PAPER, 6)
    found = resolve(Placement("replace", None, anchor, "each section"), PAPER, BOTH)
    assert [(each.start, each.stop, each.text) for each in found] == [(3, 4, "one and a half"), (7, 8, "- z")]
    added = resolve(Placement("append_to_section", None, anchor, "each section"), PAPER, BOTH)
    assert sorted((each.start, each.stop) for each in added) == [(4, 4), (8, 8)]


@pytest.mark.parametrize("content", ["new", "# T\n\n## D\n\nnew\n\n## A\n\none"])
def test_other_content_has_no_sections_of_its_own_and_none_may_overlap(content):
    with pytest.raises(Unplaceable):
        resolve(Placement("replace", None, anchor_at(PAPER, 2), "each section"), PAPER, content)


@pytest.mark.parametrize(
    ("operation", "place", "result"),
    [
        ("insert_before", "item 1", "- new\n- x\n- y\n"),
        ("insert_after", "item 1", "- x\n- new\n- y\n"),
        ("insert_after", "item 2", "- x\n- y\n- new\n"),
        ("replace", "item 1", "- new\n- y\n"),
        ("replace", "item 2", "- x\n- new\n"),
        ("insert_before", "item 2", "- x\n- new\n- y\n"),
    ],
)
def test_items_stay_tight(operation, place, result):
    (splice,) = resolve(Placement(operation, None, anchor_at(PAPER, 7), place), PAPER, "- new")
    assert splice.text == result and splice.tight and (splice.start, splice.stop) == (7, 8)


@pytest.mark.parametrize(
    "placement",
    [
        Placement("insert_after", None, Anchor(99, "x")),
        Placement("insert_after", None, Anchor(3, "other words")),
        Placement("insert_after"),
        Placement("new_section", None, anchor_at(PAPER, 3)),
        Placement("append_to_section", ("Nowhere",)),
        Placement("insert_after", None, anchor_at(PAPER, 7), "item 9"),
        Placement("insert_after", None, anchor_at(PAPER, 3), "row 1"),
        Placement("replace", None, anchor_at(PAPER, 9), "blocks 2"),
    ],
)
def test_what_does_not_fit_is_told(placement):
    with pytest.raises(Unplaceable) as refusal:
        resolve(placement, PAPER, "new")
    assert refusal.value.problems


@pytest.mark.parametrize(
    ("text", "anchor", "told"),
    [
        ("One.\n\nTwo.\n", Anchor(1, "Three"), "Block 1 does not begin with “Three”. Choose the place again."),
        ("One.\n\nTwo.\n", Anchor(9, ""), "The document has no block 9: it has blocks 0 to 1. Choose the place again."),
        ("", Anchor(0, ""), "The document has no block 0: it is empty. Choose the place again."),
    ],
)
def test_a_block_that_is_not_there_is_told_from_one_that_is_another(text, anchor, told):
    with pytest.raises(Unplaceable) as caught:
        resolve(Placement("insert_after", None, anchor, "block"), read(text), "New.")
    assert list(caught.value.problems) == [told]


def test_an_empty_content_and_an_ambiguous_section_are_told():
    twice = read("# A\n\n## X\n\n# B\n\n## X\n")
    with pytest.raises(Unplaceable, match="Several"):
        resolve(Placement("append_to_section", ("X",)), twice, "new")
    assert resolve(Placement("append_to_section", ("B", "X")), twice, "new")[0].start == 4
    with pytest.raises(Unplaceable, match="empty"):
        resolve(Placement("append_to_document"), twice, " \n ")


def test_a_heading_is_made_and_one_that_is_there_is_dropped():
    made = Placement("new_section", None, anchor_at(PAPER, 2), "after section; heading: ## New")
    assert resolve(made, PAPER, "text")[0].text == "## New\n\ntext"
    assert resolve(Placement("append_to_section", ("T", "C")), PAPER, "## C\n\ntext")[0].text == "text"


@pytest.mark.parametrize("operation", ["replace", "insert_before", "insert_after"])
def test_a_block_gets_no_second_heading_of_its_section(operation):
    (splice,) = resolve(Placement(operation, None, anchor_at(PAPER, 3), "block"), PAPER, "## 1. a\n\nnew")
    assert splice.text == "new"
    (splice,) = resolve(Placement(operation, None, anchor_at(PAPER, 3), "block"), PAPER, "## A\n\nnew\n\n### C\n\nmore")
    assert splice.text.startswith("## A"), "a whole section with subsections is no paragraph"


def test_a_subsection_never_lands_in_a_sibling_of_a_higher_level():
    odd = read("# T\n\n## A\n\n#### deep\n\nx\n\n### high\n\ny\n")
    (splice,) = resolve(Placement("new_section", None, anchor_at(odd, 1), "last subsection"), odd, "#### new\n\nz")
    assert splice.start == 4


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("- a\n  more\n\n  - inner\n- b\n", ["- a\n  more\n\n  - inner\n", "- b\n"]),
        ("1. a\r\n2. b", ["1. a\r\n", "2. b"]),
        ("* a\n\n* b\n", ["* a\n", "* b\n"]),
        ("-\r\n- b", ["-\r\n", "- b"]),
        ("- a\n - b\n- c\n", ["- a\n", " - b\n", "- c\n"]),
        ("no item", []),
    ],
)
def test_items_of_a_list(source, texts):
    assert [source[a:b] for a, b in items(source)] == texts


def test_rows_of_a_table():
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n: caption\n"
    assert [table[a:b] for a, b in rows(table)] == ["| 1 | 2 |\n", "| 3 | 4 |\n"]


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("operation", "place", "order"),
    [
        ("insert_before", "row 1", "new one two"),
        ("insert_after", "row 1", "one new two"),
        ("insert_after", "row 2", "one two new"),
        ("replace", "row 1", "new two"),
        ("replace", "row 2", "one new"),
    ],
)
def test_rows_keep_the_tables_line_ends(operation, place, order, eol):
    head = "| a |\n|---|\n"
    document = read((head + "| one |\n| two |").replace("\n", eol))
    (splice,) = resolve(Placement(operation, None, anchor_at(document, 0), place), document, "| new |")
    wanted = head + "\n".join(f"| {word} |" for word in order.split())
    assert splice.text.removesuffix(eol) == wanted.replace("\n", eol)


@pytest.mark.parametrize(("place", "block"), [("item 1", 0), ("row 1", 0)])
def test_what_is_no_list_or_table_has_no_items_or_rows(place, block):
    with pytest.raises(Unplaceable, match=f"no {place[:-2]}s"):
        resolve(Placement("insert_before", None, anchor_at(PAPER, block), place), PAPER, "new")


def test_a_sentence_of_a_block_is_replaced_and_its_other_characters_stay():
    document = read("# T\n\nOne is. Two are. Three were.\n")
    placement = Placement("replace", None, anchor_at(document, 1), "characters 8-16")
    (splice,) = resolve(placement, document, "Some are.")
    assert (splice.start, splice.stop) == (1, 2) and splice.text.strip() == "One is. Some are. Three were."


@pytest.mark.parametrize(
    ("place", "content"), [("characters 8-99", "x y."), ("characters 9-9", "x."), ("characters 0-4", "# X")]
)
def test_characters_that_are_not_there_and_blocks_in_their_place_are_refused(place, content):
    document = read("One is. Two are.\n")
    with pytest.raises(Unplaceable):
        resolve(Placement("replace", None, anchor_at(document, 0), place), document, content)


def test_a_rule_that_closes_a_section_stays_its_end():
    document = read("## A\n\none\n\ntwo\n\n---\n\n## B\n")
    (splice,) = resolve(Placement("append_to_section", None, anchor_at(document, 0), "end"), document, "new")
    assert (splice.start, splice.stop) == (3, 3)


def test_the_anchor_of_the_next_heading_stays_with_it():
    document = read('## A\n\none\n\n<a name="b"></a>\n\n## B\n\ntwo\n\n<a id="c"></a>\n')
    for heading, stop in ((0, 2), (3, 6)):
        (splice,) = resolve(Placement("append_to_section", None, anchor_at(document, heading), "end"), document, "new")
        assert splice.start == splice.stop == stop
