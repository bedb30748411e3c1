"""axe-core finds nothing to complain about in any view, light or dark. `make web-vendor` brings it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.page.screenshots import REFERENCES, WIND
from tests.page.writer import Writer

AXE = Path(__file__).with_name("axe.min.js").read_text(encoding="utf-8")
#: A short paper with every kind of element: what axe takes grows with the number of elements.
SHORT = """# Street trees

Trees cool [@oke1982]: $T_{ijk}$ falls *twice*,[^1] as **Table 1** and <https://example.org> say.

$$\\Delta T = \\alpha c$$

| Hour | Level |
| --- | ---: |
| 1 | 2 |

![A street](street.png)

- `one`
- two

# Limitations

Wind was not measured.

[^1]: At noon and at night.
"""
RUN = """axe.run(document.querySelector("dialog[open]") ?? document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
  .then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200)])))"""


def check(writer: Writer, view: str) -> None:
    """Assert that axe finds nothing, in either scheme."""
    for scheme in ("light", "dark"):
        writer.tab.scheme(scheme)
        writer.tab.js("Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))")
        writer.tab.call("Runtime.evaluate", expression=AXE)
        assert json.loads(writer.tab.js(RUN)) == [], (view, scheme)


def test_the_way_in_and_the_list_of_papers(writer: Writer) -> None:
    writer.tab.goto(f"{writer.server}/")
    writer.tab.see("Start writing")
    check(writer, "start")
    writer.tab.click("Sign in")
    check(writer, "sign in")
    writer.tab.reload()
    writer.start()
    writer.call("POST", "/api/sessions", {"title": "Tides"})
    writer.tab.reload()
    writer.tab.see("Tides")
    check(writer, "papers")


def test_a_paper_with_a_draft_its_reading_view_and_its_panels(writer: Writer) -> None:
    tab = writer.tab
    writer.start()
    session = writer.call("POST", "/api/sessions", {"title": "Street trees"})["id"]
    writer.put(session, SHORT)
    writer.call("POST", f"/api/sessions/{session}/references", REFERENCES, {"Content-Type": "application/x-bibtex"})
    writer.open(session)
    tab.click("Options")
    writer.say(WIND)
    tab.see("Nothing else changes")
    tab.click("Take change 2")
    check(writer, "draft")
    tab.click("Another place")
    check(writer, "places")
    tab.press("Escape")
    tab.click("Rewrite")
    tab.press("Control+Enter")
    tab.click("Compare")
    tab.wait("document.querySelectorAll('.version-column').length === 2")
    check(writer, "versions")
    tab.press("Escape")
    tab.click("Read")
    tab.wait("document.querySelectorAll('.sheet math').length > 0")
    check(writer, "reading")
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
        check(writer, panel)
        tab.press("Escape")
        tab.wait("document.querySelector('dialog[open]') === null")
