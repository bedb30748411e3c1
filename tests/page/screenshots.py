"""Pictures of the page's main views, of a sample paper and without a key: `python -m tests.page.screenshots docs/page`.

`make screenshots` makes them anew. Look at them afterwards.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from backend.bootstrap import create_app, prepare
from tests.closing import close_app
from tests.live import serving
from tests.page.browser import open_browser
from tests.page.writer import Writer

PAPER = Path(__file__).resolve().parents[2] / "backend/demo/paper.md"
REVISED = (
    "Trees work against this warming in two ways. They shade the pavement before sunlight can heat it, and they\n"
    "turn much of the energy that they absorb into water vapour."
)
WIND = (
    'Please add to Limitations: "On four of the twelve afternoons the roof station logged gusts above 5 m/s. '
    "The air in wide streets then cooled by up to 0.4 °C within a minute. "
    'We did not carry an anemometer, so this part of the cooling cannot be told apart from that of the trees."'
)
REFERENCES = (
    "@article{oke1982, title={The energetic basis of the urban heat island}, author={Oke, T. R.}, year={1982}, "
    "journal={Quarterly Journal of the Royal Meteorological Society}, doi={10.1002/qj.49710845502}}\n"
    "@article{stewart2012, title={Local climate zones for urban temperature studies}, author={Stewart, I. D. and Oke, "
    "T. R.}, year={2012}, journal={Bulletin of the American Meteorological Society}, doi={10.1175/BAMS-D-11-00019.1}}"
)


def take(folder: Path, writer: Writer) -> None:
    """Walk through the views and keep a picture of each."""
    tab = writer.tab
    tab.viewport(1180, 740)
    writer.start()
    session = writer.call("POST", "/api/sessions", {"title": "How evenly do street trees cool a city?"})["id"]
    writer.put(session, PAPER.read_text(encoding="utf-8"))
    writer.call("POST", f"/api/sessions/{session}/references", REFERENCES, {"Content-Type": "application/x-bibtex"})
    writer.open(session)
    writer.say(WIND)
    tab.see("Nothing else changes")
    tab.click("Take change 2")
    settle(writer)
    tab.screenshot(folder / "draft.png")
    tab.click("Take change 2")
    tab.click("Approve")
    tab.see("Nothing else changed.")
    tab.wait("document.querySelector('.fresh') === null")
    revise(writer)
    tab.scheme("dark")
    settle(writer)
    tab.screenshot(folder / "dark.png")
    tab.scheme("light")
    tab.click("Close the draft")
    tab.click("Read")
    tab.wait("document.querySelectorAll('.sheet math').length > 1")
    tab.js("document.querySelector('.sheet math').scrollIntoView({block: 'center'})")
    settle(writer)
    tab.screenshot(folder / "reading.png")
    tab.click("Write")
    places(writer, folder)
    tab.click("History")
    tab.click("What changed")
    tab.wait("document.querySelector('.diff') !== null")
    settle(writer)
    tab.screenshot(folder / "history.png")
    tab.press("Escape")
    tab.viewport(360, 700)
    tab.press("Alt+2")
    tab.click(".draft-tab")
    tab.see("Nothing else changes")
    settle(writer)
    tab.screenshot(folder / "phone.png")


def revise(writer: Writer) -> None:
    """A paragraph of the paper in other words, as an agent proposes it."""
    message = "Replace the second paragraph of the Introduction with this."
    old = PAPER.read_text(encoding="utf-8").split("Trees work against this warming in two ways.")[1].split("\n\n")[0]
    text = REVISED + old.split("water vapour.", 1)[1]
    body = {"session_id": writer.session, "document_content": text, "message": message}
    writer.call("POST", "/api/chat/propose", body)
    writer.tab.click(".draft-tab")
    writer.tab.see("Nothing else changes")


def places(writer: Writer, folder: Path) -> None:
    """Another place for a draft: the line in the paper, the marks beside it."""
    tab = writer.tab
    tab.click(".draft-tab")
    tab.see("Nothing else changes")
    tab.click("Another place")
    tab.wait("document.activeElement.matches('[role=slider]')")
    tab.press("PageUp")
    settle(writer)
    tab.screenshot(folder / "places.png")
    tab.press("Escape")
    tab.wait("document.querySelector('.placing') === null")
    tab.click("Close the draft")


def settle(writer: Writer) -> None:
    """Let notices go, and the fonts and the layout come to rest."""
    writer.tab.js("document.querySelectorAll('.notice').forEach((each) => each.remove())")
    writer.tab.js("document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 400)))")


@contextmanager
def served() -> Iterator[str]:
    """A keyless server with an empty data folder."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = {"WRITER": "extractive", "PLACER": "rules", "DATA_DIR": folder, "LOG_LEVEL": "ERROR"}
        app = create_app(environ={f"COSCRIBE_{name}": value for name, value in settings.items()})
        prepare(app)
        try:
            with serving(app) as server:
                yield server
        finally:
            close_app(app)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with served() as server, open_browser() as browser:
        take(folder, Writer(browser.tab(), server))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
