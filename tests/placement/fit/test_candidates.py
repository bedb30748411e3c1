"""From a request to places: which block, which side, with which heading."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.described_blocks import Found
from backend.mentions.document_view import DocumentView
from backend.mentions.referents import Target
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.place import carry_out
from backend.placement.request.asked_place import PlacementRequest, read_request
from backend.placement.rules import decide
from tests.placement.wordings import DOCUMENT, NAMES

VIEW = DocumentView(DOCUMENT)
PLAIN = "Ferries were kept ready."
SECTION = "## Ferries\n\nThey were kept ready."


def places(message: str, content: str = PLAIN):
    asked = read_request(VIEW, message)
    assert asked is not None
    found = PlacementBuilder(VIEW, Content.of(content)).of(asked)
    return [(p.operation, NAMES[p.anchor.block] if p.anchor else None, p.position) for p in found]


@pytest.mark.parametrize(
    ("message", "content", "first"),
    [
        ("Put it in Discussion.", PLAIN, ("append_to_section", "Discussion", "end")),
        ("At the start of Discussion.", PLAIN, ("append_to_section", "Discussion", "start")),
        ("Ahead of everything else in Discussion.", PLAIN, ("append_to_section", "Discussion", "start")),
        ("Put it before Discussion.", PLAIN, ("insert_before", "Discussion", "block")),
        ("Put it after Discussion.", PLAIN, ("append_to_section", "Discussion", "end")),
        ("Put it after Materials.", PLAIN, ("new_section", "Materials", "after section")),
        ("Put it before Discussion.", SECTION, ("new_section", "Discussion", "before section")),
        ("Put it in Results.", "### Ferries\n\nText.", ("new_section", "Results", "last subsection")),
        ("At the start of Results.", "### Ferries\n\nText.", ("new_section", "Results", "first subsection")),
        ("Put it in Discussion.", "## Discussion\n\nText.", ("append_to_section", "Discussion", "end")),
        ("After the paragraph on frazil slush.", PLAIN, ("insert_after", "intro 2", "block")),
        ("Before the paragraph on frazil slush.", PLAIN, ("insert_before", "intro 2", "block")),
        ("Between Results and Discussion.", SECTION, ("new_section", "Results", "after section")),
        ("Between Materials and Sampling.", SECTION, ("new_section", "Sampling", "before section")),
        ("At the end of the paper.", PLAIN, ("append_to_document", None, "end")),
        ("At the start of the paper.", PLAIN, ("prepend_to_document", None, "after title")),
        ("At the start of the paper.", "# New\n\nText.", ("prepend_to_document", None, "start")),
        ("Add it to the table in Statistics.", "| Elv | 0.4 |", ("insert_after", "statistics table", "row 2")),
        ("Add it to the list in Sampling.", "- Ferry", ("insert_after", "sampling list", "item 3")),
        ("At the start of the table in Statistics.", "| Elv | 0.4 |", ("insert_before", "statistics table", "row 1")),
        ("Put it at the start of the list in Sampling.", "- Ferry", ("insert_before", "sampling list", "item 1")),
        ("Add the item to Sampling.", "- Ferry", ("insert_after", "sampling list", "item 3")),
        ("Between Discussion and Results.", SECTION, ("new_section", "Results", "after section")),
        ("Between Sampling and Materials.", SECTION, ("new_section", "Sampling", "before section")),
        ("Between Results and the table in Statistics.", PLAIN, ("new_section", "Results", "after section")),
        ("Replace the paragraph on frazil slush.", PLAIN, ("replace", "intro 2", "block")),
        ("Replace Discussion.", "## Discussion\n\nNew.", ("replace", "Discussion", "section body")),
        ("Replace Discussion.", PLAIN, ("replace", "Discussion", "section body")),
        ("Replace Results.", PLAIN, ("replace", "Results", "section body")),
    ],
)
def test_the_first_place(message: str, content: str, first: tuple[str, str | None, str]):
    assert places(message, content)[0] == first


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("Put it at the end of Discussion.", "The message names the section “Discussion”."),
        (
            "Put it at the end of the Limitations.",
            "No section has the name in the message; “Discussion” is the closest.",
        ),
    ],
)
def test_the_reason_says_whether_the_section_has_the_name(message: str, reason: str):
    asked = read_request(VIEW, message)
    assert asked is not None
    assert PlacementBuilder(VIEW, Content.of(PLAIN)).of(asked)[0].reason == reason


def test_a_title_becomes_the_new_sections_heading_at_its_neighbours_level():
    asked = read_request(VIEW, "Put it as a new section titled “Ferries” between Results and Discussion.")
    (place,) = PlacementBuilder(VIEW, Content.of(PLAIN)).of(asked)
    assert place.position is not None and "## Ferries" in place.position and "### Ferries" not in place.position
    headed = PlacementBuilder(VIEW, Content.of(SECTION)).of(asked)
    assert "Ferries" not in (headed[0].position or "")


def test_places_say_why_and_how_sure_between_a_twentieth_and_almost_all():
    for message in ("Put it in Discussion.", "After the paragraph on frazil slush.", "Replace Discussion."):
        for place in PlacementBuilder(VIEW, Content.of(PLAIN)).of(read_request(VIEW, message)):
            assert place.decided_by == "rules" and place.reason.endswith(".") and 0.05 <= place.confidence <= 0.98


def test_what_stands_beside_nothing_that_is_there_has_no_place():
    asked = read_request(VIEW, "Put it behind it.")
    assert asked is None or PlacementBuilder(VIEW, Content.of(PLAIN)).of(asked) == []


@pytest.mark.parametrize(
    ("content", "place"),
    [("| Elv | 0.4 |", ("statistics table", "row 2", 0.8)), ("- Ferry", None), (PLAIN, None)],
)
def test_a_row_alone_goes_into_the_only_table(content: str, place: tuple[str, str, float] | None):
    found = PlacementBuilder(VIEW, Content.of(content)).alone(None)
    assert [(NAMES[p.anchor.block], p.position, p.confidence) for p in found] == ([place] if place else [])


def test_a_row_alone_goes_into_the_table_with_its_number_of_columns():
    view = DocumentView(
        read("# T\n\n| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n\nText.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    )
    for row, block in (("| 4 | 5 | 6 |", 1), ("| 4 | 5 |", 3), ("| 4 | 5 | 6 | 7 |", 1)):
        (found,) = PlacementBuilder(view, Content.of(row)).alone(None)
        assert (found.anchor.block, found.position, found.confidence) == (block, "row 1", 0.4)


def test_an_item_without_a_named_list_goes_to_the_end_of_a_list():
    view = DocumentView(read("# T\n\n- one\n- two\n\n# U\n\n- three\n"))
    asked = PlacementRequest("in", Target("document", 0.9, 0), kinds=frozenset({"item"}))
    (found,) = PlacementBuilder(view, Content.of("- four")).alone(asked)
    assert (found.operation, found.anchor.block, found.position, found.confidence) == ("insert_after", 1, "item 2", 0.4)
    inside = PlacementBuilder(view, Content.of("- four")).of(asked)
    assert [(each.anchor.block, each.position) for each in inside] == [(1, "item 2"), (3, "item 1")]


def test_nothing_comes_between_a_term_and_its_definition():
    view = DocumentView(read("## Terms\n\n**Make**\n\n: A tool that builds.\n\n**Git**\n\n: A tool that remembers.\n"))
    term = next(b for b in view.blocks if "Make" in view.document.source(b))
    after = PlacementRequest("after", Target("block", 0.9, 0, blocks=(Found(term, 0.9),)))
    found = PlacementBuilder(view, Content.of("It is old.")).of(after)[0]
    assert found.anchor is not None
    assert view.document.source(view.blocks[found.anchor.block]).startswith(": A tool that builds")


def test_a_table_between_two_captions_has_the_one_above_if_all_have():
    text = "## R\n\n**Table 1**. One.\n\n| a |\n|---|\n| 1 |\n\n**Table 2.** Two.\n\n| b |\n|---|\n| 2 |\n"
    view = DocumentView(read(text))
    one, two = (block for block in view.blocks if block.kind == "table")
    above = [view.caption(each, False, "table") for each in (one, two)]
    assert [view.document.source(each)[:11] for each in above if each is not None] == ["**Table 1**", "**Table 2.*"]
    assert view.caption(one, True, "table") is None


def test_a_shortened_heading_leaves_the_heading_of_the_document():
    paper = read("# P\n\n## 3.4 Limits of the study\n\nIt was small.\n\n## 3.5 Ethics\n\nNone.\n")
    content = "## 3.4 Limits\n\nIt was quite small."
    decision = decide(paper, content, ("Replace section 3.4.",))
    after = carry_out(paper, content, decision.placement).text
    assert after == paper.text.replace("It was small.", "It was quite small.")


def test_a_heading_is_replaced_if_the_message_gives_a_title():
    paper = read("# P\n\n## Limits of the study\n\nIt was small.\n\n## Ethics\n\nNone.\n")
    content = "## Limits\n\nIt was quite small."
    decision = decide(paper, content, ("Replace the section Limits of the study by a section “Limits”.",))
    assert "## Limits\n\nIt was quite" in carry_out(paper, content, decision.placement).text
