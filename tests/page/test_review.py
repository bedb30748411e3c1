"""A draft under review: taken in part, put elsewhere, edited, rejected, rewritten; and that nothing else changes."""

from __future__ import annotations

import pytest

from tests.page.writer import Writer

LINES = (
    "# Tides",
    "",
    "It is small.  ",
    "",
    "## Methods",
    "",
    "We measured hourly.",
    "",
    "## Results",
    "",
    "It rose by 𝒳.",
)
PAPER = "".join(f"{line}\r\n" for line in LINES)
FIRST, SECOND, THIRD = "The gauge was new.", "Each reading took one hour.", "Two people read it."
DRAFT = f"{FIRST} {SECOND} {THIRD}"
LEFT_AND_RIGHT = PAPER.split("## Results")


@pytest.fixture
def reviewer(writer: Writer) -> Writer:
    """A writer before a draft of three sentences, in a paper with line ends of its own."""
    writer.start()
    session = writer.call("POST", "/api/sessions", {"title": "Tides"})["id"]
    writer.put(session, PAPER)
    writer.call(
        "POST",
        "/api/chat/propose",
        {"session_id": session, "document_content": DRAFT, "message": "Add this to Methods."},
    )
    writer.open(session)
    writer.tab.click(".draft-tab")
    writer.tab.see("Nothing else changes")
    return writer


def outside(text: str) -> None:
    """Assert that what stood in the paper stands in it byte for byte, in its order."""
    before, after = LEFT_AND_RIGHT
    assert text.startswith(before.rstrip()) and text.endswith(f"## Results{after}")


def test_the_draft_is_shown_in_its_place_and_the_paper_is_as_it_was(reviewer: Writer) -> None:
    shown = reviewer.tab.js("document.querySelector('.mark-block').textContent")
    assert " ".join(shown.split()) == DRAFT
    assert reviewer.editor_text() == reviewer.text() == PAPER


def test_one_of_three_sentences_is_taken(reviewer: Writer) -> None:
    reviewer.tab.click("Take change 1")
    reviewer.tab.click("Take change 3")
    reviewer.tab.click("Approve 1 of 3")
    reviewer.tab.see("Nothing else changed.")
    text = reviewer.text()
    outside(text)
    assert SECOND in text and FIRST not in text and THIRD not in text
    assert reviewer.editor_text() == text


def test_all_but_nothing_cannot_be_approved(reviewer: Writer) -> None:
    reviewer.tab.click("Take none")
    assert reviewer.tab.js("document.querySelector('.review .primary').disabled")
    reviewer.tab.click("Take all")
    assert reviewer.tab.js("document.querySelector('.review .primary').textContent") == "Approve"


def test_another_place_is_shown_before_it_is_taken(reviewer: Writer) -> None:
    reviewer.tab.click("Another place")
    reviewer.tab.click("At the end of the paper")
    reviewer.tab.see("Goes at the end of the paper")
    assert reviewer.text() == PAPER
    reviewer.tab.click("Approve")
    reviewer.tab.see("In the paper at the end of the paper.")
    assert reviewer.text().startswith(PAPER) and DRAFT in reviewer.text()


def test_an_approved_edit_is_told_in_words(reviewer: Writer) -> None:
    reviewer.say("Rename the section Results to Findings")
    reviewer.tab.wait("document.querySelector('.review h2, .review h3')?.textContent.includes('Findings')")
    reviewer.tab.click("Approve")
    reviewer.tab.see("The edit is in the paper. Nothing else changed.")
    assert "## Findings" in reviewer.text()


def test_a_place_is_where_the_cursor_is(reviewer: Writer) -> None:
    reviewer.tab.js(
        "(view => view.dispatch({selection: {anchor: view.state.sliceDoc().indexOf('It is small')}}))"
        "(document.querySelector('.cm-content').cmTile.view)"
    )
    reviewer.tab.click("Another place")
    reviewer.tab.click("Where the cursor is in the paper")
    reviewer.tab.see("Goes after “It is small.”")
    reviewer.tab.click("Approve")
    reviewer.tab.see("Nothing else changed.")
    assert reviewer.text().index("It is small") < reviewer.text().index(FIRST) < reviewer.text().index("## Methods")


def test_a_draft_is_edited_before_it_is_approved(reviewer: Writer) -> None:
    reviewer.tab.click("Edit")
    reviewer.tab.wait("document.activeElement.matches('dialog textarea')")
    reviewer.tab.js("document.activeElement.value = 'Only this.'")
    reviewer.tab.click("Preview")
    reviewer.tab.see("edited by you")
    reviewer.tab.click("Approve")
    reviewer.tab.see("Nothing else changed.")
    outside(reviewer.text())
    assert "Only this." in reviewer.text() and FIRST not in reviewer.text()


def test_a_draft_is_rejected_with_a_reason(reviewer: Writer) -> None:
    reviewer.tab.click("Reject")
    reviewer.tab.wait("document.activeElement.matches('dialog textarea')")
    reviewer.tab.type("Too long.")
    reviewer.tab.press("Control+Enter")
    reviewer.tab.see("Reason: Too long.")
    reviewer.tab.wait("document.querySelector('.review') === null")
    assert reviewer.text() == PAPER


def test_what_is_typed_meanwhile_stays_and_the_draft_finds_its_place_anew(reviewer: Writer) -> None:
    reviewer.tab.focus(".cm-content")
    reviewer.tab.press("Control+Home")
    reviewer.tab.type("Preface. ")
    reviewer.tab.see("Saved · revision 2")
    reviewer.tab.see("Nothing else changes")
    reviewer.tab.wait("!document.querySelector('.review .primary').disabled")
    reviewer.tab.click("Approve")
    reviewer.tab.see("Nothing else changed.")
    text = reviewer.text()
    assert text.startswith("Preface. # Tides\r\n") and DRAFT in text
    outside(text.removeprefix("Preface. "))
