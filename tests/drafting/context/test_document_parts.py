"""Stretches of a document as parts: nothing twice, every cut marked, each under its own section."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.drafting.context.document_parts import CUT, Part, body_start, parts, whole_ranges

TEXT = """---
title: Bees
---

# Bees

Alpha one stands here. Alpha two stands here. Alpha three stands here.

## Methods

Beta one stands here. Beta two stands here.

| a | b |
|---|---|
| gamma | 1 |
| delta | 2 |

Epsilon one stands here.

## Results

Zeta one stands here. Zeta two stands here.
"""
DOCUMENT = read(TEXT)


def span(first, last):
    return TEXT.index(first), TEXT.index(last) + len(last)


def shown(*spans):
    return parts(DOCUMENT, spans)


def test_a_whole_paragraph_in_pieces_is_one_text():
    spans = [
        span("Alpha two", "two stands here."),
        span("Alpha one", "Alpha one stands here."),
        span("Alpha three", "three stands here."),
    ]
    assert shown(*spans) == (Part("Bees", "Alpha one stands here. Alpha two stands here. Alpha three stands here."),)


@pytest.mark.parametrize(
    ("spans", "text"),
    [
        ([("Alpha two", "Alpha two stands here.")], f"{CUT} Alpha two stands here. {CUT}"),
        (
            [("Alpha one", "Alpha one stands here."), ("Alpha three", "Alpha three stands here.")],
            f"Alpha one stands here. {CUT} Alpha three stands here.",
        ),
        ([("Alpha three", "Alpha three stands here.")], f"{CUT} Alpha three stands here."),
    ],
)
def test_cuts_in_a_paragraph_are_marked_where_they_are(spans, text):
    assert shown(*(span(*each) for each in spans)) == (Part("Bees", text),)


def test_blocks_left_out_and_rows_cut_have_a_mark_of_their_own():
    between = shown(span("Beta one", "Beta two stands here."), span("Epsilon one", "Epsilon one stands here."))
    assert between == (
        Part("Bees > Methods", f"Beta one stands here. Beta two stands here.\n\n{CUT}\n\nEpsilon one stands here."),
    )
    assert shown(span("| delta", "| 2 |")) == (Part("Bees > Methods", f"{CUT}\n| delta | 2 |"),)


def test_a_stretch_of_another_section_gets_its_label_unless_it_begins_with_its_heading():
    apart = shown(span("Alpha one", "Alpha one stands here."), span("Zeta one", "Zeta two stands here."))
    assert [part.label for part in apart] == ["Bees", "Bees > Results"]
    headed = shown(span("Alpha one", "Alpha one stands here."), span("## Results", "Zeta two stands here."))
    assert [part.label for part in headed] == ["Bees"] and f"{CUT}\n\n## Results\n\nZeta" in headed[0].text


def test_front_matter_is_no_body():
    assert TEXT[body_start(DOCUMENT) :].lstrip().startswith("# Bees")
    assert body_start(read("# Bees\n")) == body_start(read("")) == 0


def test_whole_ranges_leave_out_what_was_cut():
    whole = whole_ranges(
        DOCUMENT,
        [
            span("## Methods", "Beta two stands here."),
            span("| a", "| gamma | 1 |"),
            span("Zeta one", "Zeta one stands here."),
        ],
    )
    methods = next(block.index for block in DOCUMENT.blocks if block.title == "Methods")
    assert whole == ((methods, methods + 2),)
    assert whole_ranges(DOCUMENT, [(0, len(TEXT))]) == ((0, len(DOCUMENT.blocks)),)


offsets = st.integers(body_start(DOCUMENT), len(TEXT))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(offsets, offsets).map(lambda pair: (min(pair), max(pair))), max_size=6))
def test_every_visible_character_comes_once_and_in_order(spans):
    wanted = {at for start, end in spans for at in range(start, end) if not TEXT[at].isspace()}
    told = "".join(part.text for part in parts(DOCUMENT, spans)).replace(CUT, "")
    assert "".join(told.split()) == "".join(TEXT[at] for at in sorted(wanted))
