"""Another place for a draft: marks beside the paper, a click in it, keys, and the draft dropped onto its place."""

from __future__ import annotations

import pytest

from tests.page.writer import Writer

PAPER = "# Tides 𝒳\n\nIt is 𝒳 small.\n\n## Methods\n\nWe measured hourly.\n\n## Results\n\nIt rose.\n"
DRAFT = "The gauge was new."
#: Where the line of the paper begins that has these words, once the paper has come to rest.
START = """(async (said) => {
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  const line = [...document.querySelectorAll(".cm-line")].find((each) => each.textContent.includes(said));
  const { left, top, height } = line.getBoundingClientRect();
  return [left + 12, top + height / 2];
})"""


@pytest.fixture
def placer(writer: Writer) -> Writer:
    """A writer before a draft for Methods."""
    writer.start()
    session = writer.call("POST", "/api/sessions", {"title": "Tides"})["id"]
    writer.put(session, PAPER)
    body = {"session_id": session, "document_content": DRAFT, "message": "Add this to Methods."}
    writer.call("POST", "/api/chat/propose", body)
    writer.open(session)
    writer.tab.click(".draft-tab")
    writer.tab.see("Nothing else changes")
    return writer


def approved(placer: Writer) -> str:
    placer.tab.wait("document.querySelector('.placing') === null")
    placer.tab.click("Approve")
    placer.tab.see("Nothing else changed.")
    return placer.text()


def test_by_keys_from_paragraph_to_paragraph(placer: Writer) -> None:
    tab = placer.tab
    tab.click("Another place")
    tab.wait("document.activeElement.matches('[role=slider]')")
    tab.press("Home")
    tab.press("ArrowDown")
    assert tab.js("document.activeElement.getAttribute('aria-valuetext')") == "after “Tides 𝒳”"
    tab.press("ArrowDown")
    assert tab.js("document.querySelector('.place-line').nextElementSibling.textContent") == "## Methods"
    assert placer.text() == PAPER
    tab.press("Enter")
    tab.see("Goes after “It is 𝒳 small.”")
    assert approved(placer) == PAPER.replace("\n\n## Methods", f"\n\n{DRAFT}\n\n## Methods")


def test_by_a_mark_beside_the_paper_and_back_again(placer: Writer) -> None:
    tab = placer.tab
    tab.click("Another place")
    tab.wait("document.querySelectorAll('.place-mark').length === 3")
    tab.press("Escape")
    tab.wait("document.querySelector('.rail, .place-line, .placing') === null")
    tab.click("Another place")
    tab.click("at the end of “Results”")
    tab.see("Goes at the end of “Results”")
    assert approved(placer) == f"{PAPER}\n{DRAFT}\n"


def test_by_a_click_in_the_paper(placer: Writer) -> None:
    tab = placer.tab
    tab.click("Another place")
    tab.wait("document.activeElement.matches('[role=slider]')")
    x, y = tab.js(f"{START}('It is')")
    for kind in ("mousePressed", "mouseReleased"):
        tab.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    tab.see("Goes after “Tides 𝒳”")
    assert approved(placer) == PAPER.replace("\n\nIt is", f"\n\n{DRAFT}\n\nIt is")


def test_by_dropping_the_draft_onto_its_place(placer: Writer) -> None:
    tab = placer.tab
    tab.js("window.dragged = new DataTransfer()")
    drag = """(async ([kind, selector, x, y]) => {
      const target = selector ? document.querySelector(selector) : document.elementFromPoint(x, y);
      const at = { clientX: x, clientY: y, dataTransfer: window.dragged };
      const made = new DragEvent(kind, { bubbles: true, cancelable: true, ...at });
      target.dispatchEvent(made);
      return made.defaultPrevented;
    })"""
    tab.js(f"{drag}(['dragstart', '.grip', 0, 0])")
    x, y = tab.js(f"{START}('It rose')")
    tab.wait(f"{drag}(['dragover', '', {x}, {y}])")
    assert tab.js("document.querySelector('.place-line').nextElementSibling.textContent") == "It rose."
    tab.js(f"{drag}(['drop', '', {x}, {y}])")
    tab.see("Goes after “Results”")
    assert approved(placer) == PAPER.replace("\n\nIt rose", f"\n\n{DRAFT}\n\nIt rose")
