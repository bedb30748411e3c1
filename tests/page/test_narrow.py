"""320 pixels wide: nothing of a view lies outside, and every pane can be reached."""

from __future__ import annotations

from tests.page.screenshots import PAPER, WIND
from tests.page.writer import Writer

WIDER = """(() => {
  const all = document.querySelectorAll("main, .pane, dialog, form, header, footer");
  const boxes = [...all].filter((e) => e.clientWidth);
  return [document.documentElement, ...boxes].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className);
})()"""


def test_no_view_scrolls_sideways(writer: Writer) -> None:
    tab = writer.tab
    tab.viewport(320, 640)
    tab.goto(f"{writer.server}/")
    tab.see("Start writing")
    assert tab.js(WIDER) == []
    writer.start()
    session = writer.call("POST", "/api/sessions", {"title": "How evenly do street trees cool a very large city?"})[
        "id"
    ]
    writer.put(session, PAPER.read_text(encoding="utf-8"))
    tab.reload()
    tab.see("How evenly")
    assert tab.js(WIDER) == []
    writer.open(session)
    tab.click("Options")
    assert tab.js(WIDER) == []
    tab.click("Options")
    writer.say(WIND)
    tab.see("Nothing else changes")
    assert tab.js(WIDER) == []
    tab.click("Read")
    tab.wait("document.querySelectorAll('.sheet table').length > 0")
    assert tab.js(WIDER) == []
    for panel in (
        "References",
        "History",
        "Library",
        "Export",
        "Personas",
        "Usage",
        "API keys",
        "Account",
        "Shortcuts",
    ):
        tab.click("Menu")
        tab.click(panel)
        tab.wait("document.querySelector('dialog[open]') !== null")
        assert tab.js(WIDER) == [], panel
        tab.press("Escape")
        tab.wait("document.querySelector('dialog[open]') === null")
    tab.click("Conversation")
    tab.see("The draft has your own words, unchanged.")
