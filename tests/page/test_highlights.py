"""A passage of the paper goes with the next message, with a note."""

from __future__ import annotations

from tests.page.writer import Writer

PAPER = "# Tides\n\nThe gauge was read by two people.\n"


def test_a_selected_passage_is_attached_with_a_note(writer: Writer) -> None:
    writer.begin(PAPER)
    tab = writer.tab
    tab.focus(".cm-content")
    tab.press("Control+a")
    tab.click("Use this")
    tab.wait("document.activeElement.matches('dialog input')")
    tab.type("Who read it?")
    tab.press("Enter")
    tab.wait("document.querySelectorAll('.chip').length === 1")
    assert tab.focused() == "Message"
    writer.say("What does the passage say about people?")
    tab.see("1 passage attached")
    (attached,) = writer.call("GET", f"/api/sessions/{writer.session}/messages")["items"][0]["attached_sections"]
    assert attached["content"] == PAPER.strip() and attached["note"] == "Who read it?"


def test_an_attachment_can_be_left_out_again(writer: Writer) -> None:
    writer.begin(PAPER)
    writer.tab.focus(".cm-content")
    writer.tab.press("Control+a")
    writer.tab.press("Alt+u")
    writer.tab.click("Attach to the next message")
    writer.tab.click("Leave out")
    writer.tab.wait("document.querySelectorAll('.chip').length === 0")
