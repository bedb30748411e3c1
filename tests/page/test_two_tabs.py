"""Two tabs of one paper: each sees what the other does, and neither loses what was typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.page.writer import Writer
from tests.waiting import until

PAPER = "# Tides\n\nIt is small.\n\n## Methods\n\nWe measured.\n\n## Results\n\nIt rose.\n"


@pytest.fixture
def other(writer: Writer) -> Iterator[Writer]:
    """A second tab at the same paper."""
    writer.begin(PAPER)
    tab = writer.tab.again()
    tab.goto(f"{writer.server}/#/paper/{writer.session}")
    made = Writer(tab, writer.server)
    tab.wait("document.querySelector('.composer') !== null")
    yield made
    faults = tab.faults
    tab.close()
    assert faults == []


def test_a_draft_and_its_approval_are_seen_in_the_other_tab(writer: Writer, other: Writer) -> None:
    writer.say('Add to Methods: "The gauge was new."')
    other.tab.see("1 draft waits")
    other.tab.see("waits for you")
    writer.tab.click("Approve")
    other.tab.wait("document.querySelector('.cm-content').cmTile.view.state.sliceDoc().includes('The gauge was new.')")
    other.tab.see("in the paper")
    other.tab.gone("1 draft waits")


def test_what_is_typed_in_both_in_different_places_is_joined(writer: Writer, other: Writer) -> None:
    for each, key, words in ((writer, "Control+Home", "Above. "), (other, "Control+End", "Below.")):
        each.tab.focus(".cm-content")
        each.tab.press(key)
        each.tab.type(words)
    joined = f"Above. {PAPER}Below."
    for each in (writer, other):
        each.tab.wait(f"document.querySelector('.cm-content').cmTile.view.state.sliceDoc() === {joined!r}")
        each.tab.see("Saved")
    assert writer.text() == joined


#: Lets the tab's saves wait at the door: `HELD` before they reach the server, `UNANSWERED` once the server has them.
HELD, UNANSWERED = (
    f"""(() => {{
      const real = window.fetch;
      const held = new Promise((go) => (window.go = go));
      window.fetch = async (path, options) => {{
        const save = options.method === "PUT";
        if (save && {early}) await held;
        const answer = await real(path, options);
        if (save) await held;
        return answer;
      }};
    }})()"""
    for early in ("true", "false")
)


def add(writer: Writer, key: str, words: str) -> None:
    """Type words where the key leads, and save them."""
    writer.tab.focus(".cm-content")
    writer.tab.press(key)
    writer.tab.type(words)
    writer.tab.press("Control+s")


def test_what_comes_while_a_save_is_under_way_is_seen_after_it(writer: Writer, other: Writer) -> None:
    writer.tab.js(UNANSWERED)
    add(writer, "Control+Home", "Above. ")
    until(lambda: other.text() == f"Above. {PAPER}" or None)
    add(other, "Control+End", "Below.")
    other.tab.see("Saved · revision 3")
    writer.tab.js("new Promise((done) => setTimeout(done, 300))")  # the event of revision 3 is here by now
    assert writer.editor_text() == f"Above. {PAPER}"
    writer.tab.js("window.go()")
    writer.tab.wait(
        f"document.querySelector('.cm-content').cmTile.view.state.sliceDoc() === {f'Above. {PAPER}Below.'!r}"
    )


def test_what_is_typed_in_both_in_one_place_is_shown_side_by_side(writer: Writer, other: Writer) -> None:
    other.tab.js(HELD)  # so that the writer's save is the first to reach the server
    add(other, "Control+Home", "Other. ")
    add(writer, "Control+Home", "Mine. ")
    writer.tab.see("Saved · revision 2")
    other.tab.js("window.go()")
    other.tab.see("The paper has changed elsewhere")
    other.tab.see("Your text")
    assert writer.text() == f"Mine. {PAPER}"
    other.tab.click("Save yours as the newest")
    writer.tab.wait(f"document.querySelector('.cm-content').cmTile.view.state.sliceDoc() === {('Other. ' + PAPER)!r}")
    assert writer.text() == f"Other. {PAPER}"
