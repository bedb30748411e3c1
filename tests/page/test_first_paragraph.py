"""From nothing to the first approved paragraph, by mouse and by keys alone."""

from __future__ import annotations

from tests.page.writer import Writer

PAPER = (
    "# Tides\n\nThe bay is small.\n\n## Methods\n\nWe measured hourly. The gauge was steel.\n\n## Results\n\nIt rose.\n"
)
ORDER = 'Add to Methods: "The gauge was calibrated twice a year. Each calibration took one hour."'
PLACED = "The gauge was calibrated twice a year. Each calibration took one hour.\n\n"
APPROVED = PAPER.replace("## Results", f"{PLACED}## Results")


def test_one_click_then_a_message_then_approval_and_the_paper_has_it(writer: Writer) -> None:
    writer.begin(PAPER)
    assert writer.text() == PAPER
    writer.say(ORDER)
    writer.tab.see("Nothing else changes")
    assert writer.text() == PAPER, "nothing is placed unasked"
    writer.tab.click("Approve")
    writer.tab.see("In the paper at the end of “Methods”. Nothing else changed.")
    assert writer.text() == APPROVED
    assert writer.editor_text() == APPROVED


def test_nothing_is_asked_of_another_host_and_a_first_visit_is_below_300_kb(writer: Writer) -> None:
    writer.begin()
    assert writer.tab.received < 300_000
    assert {each.split("/")[2] for each in writer.tab.requests if not each.startswith("data:")} == {
        writer.server.split("/")[2]
    }


def test_no_draft_takes_the_focus_so_that_enter_approves_nothing(writer: Writer) -> None:
    writer.begin(PAPER)
    writer.say(ORDER)
    writer.tab.see("Nothing else changes")
    assert writer.tab.focused() == "Message"
    writer.tab.press("Enter")
    assert writer.text() == PAPER


def test_by_keyboard_alone(writer: Writer) -> None:
    tab = writer.tab
    tab.goto(f"{writer.server}/")
    tab.see("Start writing")
    assert tab.focused() == "Start writing"
    tab.press("Enter")
    tab.see("Your papers")
    reach(writer, "New paper")
    tab.press("Enter")
    tab.wait("document.querySelector('.cm-content') !== null")
    tab.see("Say what the paper needs.")
    tab.press("Alt+2")
    tab.type(PAPER)
    tab.press("Control+s")
    tab.see("Saved · revision 1")
    tab.press("Alt+1")
    tab.type(ORDER)
    tab.press("Control+Enter")
    tab.see("Nothing else changes")
    tab.press("Alt+3")
    reach(writer, "Approve")
    tab.press("Enter")
    tab.see("Nothing else changed.")
    assert writer.text() == APPROVED


def reach(writer: Writer, name: str) -> None:
    """Go to a control by Tab."""
    for _ in range(40):
        if writer.tab.focused() == name:
            return
        writer.tab.press("Tab")
    raise AssertionError(f"Tab never reached {name}")
