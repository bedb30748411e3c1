"""The laws of placement, over random documents and real papers, CRLF included."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.blocks import Splice, read, shape
from backend.errors import Unplaceable
from backend.placement.carrying_out.apply import apply, edits, guard, inverse, patch
from backend.placement.place import agree, carry_out, carry_out_first
from backend.placement.plan import Placement, anchor_at
from backend.placement.rules import decide
from tests.document.papers import PAPERS, load
from tests.examples import examples
from tests.markdown_strategies import documents, fragments

LAWS = settings(max_examples=examples(40), deadline=None)
CONTENT = "A sentence that stands nowhere else.\n\nAnd a second paragraph, quite as new."


def placements(document):
    """Every kind of placement that a document has room for, a few of each."""
    yield Placement("append_to_document", position="end")
    yield Placement("prepend_to_document", position="start")
    step = max(1, len(document.blocks) // 6)
    for block in document.blocks[::step]:
        anchor = anchor_at(document, block.index)
        yield Placement("insert_before", None, anchor, "block")
        yield Placement("insert_after", None, anchor, "block")
    headings = [b for b in document.blocks if b.kind == "heading"]
    for block in headings[:: max(1, len(headings) // 4)]:
        anchor = anchor_at(document, block.index)
        for place in ("start", "end", "end of subsections"):
            yield Placement("append_to_section", None, anchor, place)
        yield Placement("new_section", None, anchor, "after section; heading: ## A heading of its own")


def check_laws(text, content, placement):
    document = read(text)
    placed = carry_out(document, content, placement)
    (splice,) = placed.splices
    changes = edits(document, placed.splices)
    assert placed.text == patch(text, changes)
    assert patch(placed.text, inverse(text, changes)) == text
    kept = text[: changes[0].start], text[changes[0].stop :]
    assert placed.text.startswith(kept[0]) and placed.text.endswith(kept[1])
    before, after = shape(document), shape(read(placed.text))
    assert after == (*before[: splice.start], *shape(read(splice.text)), *before[splice.stop :])
    return placed


@LAWS
@given(documents(), fragments, st.data())
def test_laws_hold_on_random_documents(text, content, data):
    document = read(text)
    found = list(placements(document))
    placement = data.draw(st.sampled_from(found))
    try:
        check_laws(text, content, placement)
    except Unplaceable as error:
        # nothing is written where a law would break; the strategies' fragments may repeat one another
        assert error.problems


@pytest.mark.skipif(not PAPERS, reason="the sample papers are not here")
@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: path.stem)
@pytest.mark.parametrize("eol", ["as is", "\r\n"])
def test_laws_hold_on_papers(paper, eol):
    text = load(paper)
    if eol != "as is":
        text = text.replace("\r\n", "\n").replace("\n", eol)
    found = list(placements(read(text)))
    for placement in found[:: max(1, len(found) // 10)]:
        placed = check_laws(text, CONTENT, placement)
        assert placed.text.replace("\r\n", "\n").count(CONTENT) == 1


@LAWS
@given(documents(), st.lists(st.tuples(st.integers(0, 40), fragments), max_size=3))
def test_disjoint_splices_commute_and_none_changes_nothing(text, wanted):
    document = read(text)
    assert apply(document, []) == text
    splices = {min(at, len(document.blocks)): fragment for at, fragment in wanted}
    made = [guard(document, Splice(at, at, fragment)) for at, fragment in splices.items()]
    assert apply(document, made) == apply(document, made[::-1])
    assert patch(apply(document, made), inverse(text, edits(document, made))) == text


@pytest.mark.parametrize(
    ("text", "content", "block", "result"),
    [
        ("- a\n- b\n", "- c", 0, "- a\n- b\n\n<!-- -->\n\n- c\n"),
        ("1. a\n\ntext\n", "1. c", 0, "1. a\n\n<!-- -->\n\n1. c\n\ntext\n"),
        ("|a|b|\n|-|-|\n|1|2|\n", "|c|d|\n|-|-|\n|3|4|", 0, "|a|b|\n|-|-|\n|1|2|\n\n|c|d|\n|-|-|\n|3|4|\n"),
        ("text\n\n```py\nx = 1\n", "New.", 1, "text\n\n```py\nx = 1\n```\n\nNew.\n"),
        ("text\r\n\r\n~~~~\r\nx", "New.", 1, "text\r\n\r\n~~~~\r\nx\r\n~~~~\r\n\r\nNew."),
        ("text\n\n<!-- never closed\n", "New.", 1, "text\n\n<!-- never closed\n-->\n\nNew.\n"),
        ("text\n\nmore\n", "```\nnever closed", 0, "text\n\n```\nnever closed\n```\n\nmore\n"),
        ("    code\n\ntext\n", "    more code", 0, "    code\n\n<!-- -->\n\n    more code\n\ntext\n"),
        ("[^1]: A note.\n", "    indented", 0, "[^1]: A note.\n\n<!-- -->\n\n    indented\n"),
        ("# Title\ntext\n", "New.", 0, "# Title\n\nNew.\n\ntext\n"),
        ("text", "more", 0, "text\n\nmore"),
    ],
)
def test_nothing_melts(text, content, block, result):
    document = read(text)
    assert check_laws(text, content, Placement("insert_after", None, anchor_at(document, block))).text == result


def test_a_replacement_does_not_run_on_from_the_line_above():
    document = read("Intro:\n- a\n- b\n")
    placement = Placement("replace", None, anchor_at(document, 1), "block")
    assert carry_out(document, "New.", placement).text == "Intro:\n\nNew.\n"


def test_seams_take_the_line_ends_of_their_neighbours():
    text = "one\r\n\r\ntwo\r\n\r\nthree\n\nfour\n"
    document = read(text)
    near = [carry_out(document, "a\nb", Placement("insert_after", None, anchor_at(document, i))).text for i in (0, 2)]
    assert near == [
        "one\r\n\r\na\r\nb\r\n\r\ntwo\r\n\r\nthree\n\nfour\n",
        "one\r\n\r\ntwo\r\n\r\nthree\n\na\nb\n\nfour\n",
    ]


def test_the_last_line_keeps_its_state():
    end = Placement("append_to_document")
    assert carry_out(read("text"), "more", end).text == "text\n\nmore"
    assert carry_out(read("text\n"), "more", end).text == "text\n\nmore\n"
    assert carry_out(read(""), "more", end).text == "more\n"
    assert carry_out(read("---\ntitle: x\n---"), "more", end).text == "---\ntitle: x\n---\n\nmore"


def test_a_heading_is_not_doubled():
    document = read("# Paper\n\n## Methods\n\nOld.\n\n## Results\n\nTwo.\n")
    section = Placement("append_to_section", ("Paper", "Methods"), None, "end")
    assert carry_out(document, "## Methods\n\nNew.", section).text.count("## Methods") == 1
    with pytest.raises(Unplaceable, match="twice"):
        carry_out(document, "## Methods\n\nNew.", Placement("append_to_document"))


def test_content_that_is_half_of_something_is_placed_all_the_same():
    document = read("text\n\n<details>\n<summary>More</summary>\n\ninner\n\n# Heading\n")
    assert "</details>" in carry_out(document, "closing words\n\n</details>", Placement("append_to_document")).text


def test_the_first_that_can_be_carried_out_is():
    document = read("# A\n\nText.\n")
    stale = Placement("insert_after", None, anchor_at(read("Other words.\n"), 0))
    good = Placement("append_to_section", ("A",))
    assert carry_out_first(document, "New.", (stale, good)).placement == good
    assert carry_out_first(document, "New.", (stale,)).placement.operation == "append_to_document"
    loss = Placement("replace", None, anchor_at(document, 1), "block")
    assert "Text." in carry_out_first(document, "New.", (stale, loss)).text
    with pytest.raises(Unplaceable):
        carry_out_first(document, "  ", (good,))


def test_each_reason_is_given_once():
    """A section that the document has fits nowhere in the document with another one."""
    document = read("## A\n\nText.\n\n## B\n\nMore.\n")
    content = "## C\n\nNew.\n\n## A\n\nText."
    with pytest.raises(Unplaceable) as refused:
        carry_out_first(document, content, decide(document, content, ["Add it."]).candidates)
    assert len(refused.value.problems) == len(set(refused.value.problems))


def test_placements_that_come_to_the_same_agree():
    document = read("# A\n\nText.\n\n# B\n\nText two.\n")
    one = Placement("append_to_section", ("A",), None, "end")
    other = Placement("insert_after", None, anchor_at(document, 1))
    assert agree(document, "New.", one, other)
    assert not agree(document, "New.", one, Placement("append_to_document"))


@pytest.mark.parametrize("document", ["# A\n\n```\nx\n", "# A\n\n<!-- x\n", "```\nx", "# A\n\n# A\n\ntext", "", "\n"])
@pytest.mark.parametrize("content", ["New.", "# A\n\nNew.", "<?php", "<pre>\nx", "<![CDATA[ x", "```\nunclosed"])
def test_something_is_always_left(document, content):
    """Unclosed blocks, doubled headings, torn content: a place is found, and nothing else changes."""
    before = read(document)
    placed = carry_out_first(before, content, decide(before, content, ["Add it."]).candidates)
    assert content.removeprefix("# A\n\n") in placed.text
    assert document.strip() == "" or all(line in placed.text for line in document.split("\n"))
