"""Sections, and the summary a prompt gets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from backend.document.blocks import read
from backend.document.outline import (
    LONGEST_SUMMARY,
    contents,
    document_title,
    outline,
    section_level,
    summary,
    titles_of,
)
from tests.document.papers import PAPERS, load
from tests.markdown_strategies import wild

PAPER = """---
title: A paper
---

Words before.

# Introduction {#sec:intro}

One.

| a | b |
|---|---|
| 1 | 2 |

Table: The numbers {#tbl:n}

# Methods

## Data

Two.

```python
x = 1
```

### Cleaning

Three.

## *Data* analysis

$$
a = b
$$ {#eq:ab}

# Results

## Data

- first
- second
"""


def test_sections_nest():
    sections = outline(read(PAPER)).sections
    assert [(s.path, s.level, s.first, s.own_stop, s.stop, s.parent) for s in sections] == [
        ((), 0, 0, 2, 2, None),
        (("Introduction",), 1, 2, 6, 6, None),
        (("Methods",), 1, 6, 7, 14, None),
        (("Methods", "Data"), 2, 7, 10, 12, 2),
        (("Methods", "Data", "Cleaning"), 3, 10, 12, 12, 3),
        (("Methods", "Data analysis"), 2, 12, 14, 14, 2),
        (("Results",), 1, 14, 15, 17, None),
        (("Results", "Data"), 2, 15, 17, 17, 6),
    ]
    assert [s.index for s in sections] == list(range(8))
    assert [s.heading for s in sections] == [None, 2, 6, 7, 10, 12, 14, 15]


def test_children_are_the_next_level():
    plan = outline(read(PAPER))
    assert [child.title for child in plan.children(plan.sections[2])] == ["Data", "Data analysis"]
    assert list(plan.children(plan.sections[0])) == list(plan.children(plan.sections[7])) == []


def test_levels_may_be_skipped():
    sections = outline(read("## a\n\n#### b\n\n### c\n\n# d\n")).sections
    assert [(s.path, s.parent) for s in sections[1:]] == [
        (("a",), None),
        (("a", "b"), 1),
        (("a", "c"), 1),
        (("d",), None),
    ]


@pytest.mark.parametrize(("text", "stop"), [("", 0), ("text\n\nmore", 2)])
def test_without_headings_all_is_preamble(text, stop):
    [preamble] = outline(read(text)).sections
    assert (preamble.heading, preamble.first, preamble.own_stop, preamble.stop) == (None, 0, stop, stop)


def test_lines_of_a_wrapping_div_belong_to_no_section():
    document = read("# A\n\na\n\n::: {.landscape}\n\n# B\n\nb\n\n:::\n\n# C\n\nc")
    sections = outline(document).sections
    assert [(s.title, s.first, s.stop) for s in sections[1:]] == [("A", 0, 2), ("B", 3, 5), ("C", 6, 8)]


@given(wild)
@settings(max_examples=150, deadline=None)
def test_every_block_has_one_innermost_section(text):
    document = read(text)
    plan = outline(document)
    for block in document.blocks:
        section = plan.section_of(block.index)
        own = [s for s in plan.sections if s.first <= block.index < s.own_stop]
        assert own in ([section], []) and (own or block.kind == "div")
        assert (block.kind == "heading") == (section.heading == block.index)
    for section in plan.sections:
        assert section.first <= section.own_stop <= section.stop
        if section.parent is not None:
            parent = plan.sections[section.parent]
            assert parent.path == section.path[:-1] and parent.level < section.level
            assert parent.first < section.first and section.stop <= parent.stop


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.stem)
def test_papers_have_bounded_summaries(path):
    assert len(summary(read(load(path)))) <= LONGEST_SUMMARY


def test_summary_counts():
    assert summary(read(PAPER)).split("\n") == [
        "7 sections; 4 paragraphs, 1 table, 1 code block, 1 equation, 1 list",
        "(before the first heading) (1 paragraph)",
        "# Introduction (1 paragraph, 1 table)",
        "# Methods",
        "## Data (1 paragraph, 1 code block)",
        "### Cleaning (1 paragraph)",
        "## Data analysis (1 equation)",
        "# Results",
        "## Data (1 list)",
    ]
    assert summary(read(" \n")) == "The document is empty."
    assert summary(read("---\ntitle: x\n---\n")) == "0 sections"


def test_sections_that_are_shown_are_marked():
    lines = summary(read("# One\n\nText.\n\n# Two\n\nText.\n"), shown={2}).split("\n")
    assert lines[1:] == ["# One (1 paragraph)", "# Two (1 paragraph) ← shown"]


@pytest.mark.parametrize(
    ("levels", "expected"),
    [("", 0), ("1", 1), ("122", 2), ("122221", 2), ("111", 1), ("12323", 2), ("1222333", 2), ("233", 3)],
)
def test_the_level_of_a_papers_sections(levels, expected):
    text = "\n\n".join(f"{'#' * int(level)} Title {number}" for number, level in enumerate(levels))
    assert section_level(outline(read(text))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("Text.\n", ""),
        ("# Bees\n\n## One\n\n## Two\n", "Bees"),
        ("# One\n\n# Two\n", ""),
        ('---\ntitle: "Bees at night"\nauthor: Doe\n---\n\n# One\n\n# Two\n', "Bees at night"),
        ("---\ntitle: |\n  Bees\n---\n\n# One\n", "One"),
    ],
)
def test_the_papers_title(text, expected):
    assert document_title(read(text)) == expected


def test_summary_loses_its_deepest_levels_first():
    text = "".join(f"# Part {n}\n\n## Deep\n\n" for n in range(10))
    short = summary(read(text), 180)
    assert "Part 9" in short and "Deep" not in short and "10 deeper sections not shown" in short
    shorter = summary(read(text), 100)
    assert len(shorter) <= 100 and "Part 0" in shorter and shorter.endswith("more lines)")


def test_equal_texts_share_one_outline_and_the_latest_alone_are_kept():
    first = outline(read(PAPER))
    assert outline(read(PAPER)) is first and outline(read(PAPER + "\n## C\n")) != first
    for number in range(8):
        outline(read(f"# Another {number}\n"))
    assert outline(read(PAPER)) is not first


def test_the_contents_of_a_section_are_its_own_elements_without_captions():
    document = read(
        "# P\n\n## A\n\nOne.\n\nTwo.\n\nTable 1: Costs\n\n| a |\n| --- |\n| 1 |\n\n- x\n\n### B\n\nThree.\n\n## C\n"
    )
    found = {section.title: contents(document, section) for section in outline(document).sections}
    assert (found["A"], found["B"], found["C"]) == ("2 paragraphs and 1 table and 1 list", "1 paragraph", "")


def test_the_titles_are_those_of_all_sections_that_have_one():
    assert titles_of(read("# P\n\n## A\n\n##\n\n### B *b*\n")) == ("P", "A", "B b")
