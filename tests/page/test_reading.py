"""The reading view of a long paper: what is in sight is there at once, the rest follows, and nothing is lost."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask

from backend.storage import references
from backend.storage.db import transaction
from tests.page.writer import Writer

PARAGRAPHS = 400
PAPER = (
    "# Long\n\nIt begins [@oke1982] here.[^note]\n\n"
    + "".join(f"Paragraph {n} has $x_{{{n}}}$ and ends.\n\n" for n in range(PARAGRAPHS))
    + "<details>\n\n"
    + "Hidden words stay hidden.\n\n" * 200
    + "</details>\n\nThe end.\n\n[^note]: A note.\n"
)


def test_a_citation_names_its_work_and_says_that_it_was_retracted(writer: Writer, app: Flask) -> None:
    writer.start()
    session = writer.call("POST", "/api/sessions", {"title": "Trees"})["id"]
    writer.put(session, "Trees cool [@oke1982, p. 3; @berg2021].\n")
    works = [{"id": "oke1982", "title": "Heat islands"}, {"id": "berg2021", "title": "Street trees"}]
    writer.call("POST", f"/api/sessions/{session}/references", works)
    with app.app_context(), transaction():
        notice = {"kind": "retraction", "source": "a registry", "doi": None, "date": "2024-05-01"}
        references.update(replace(references.get(session, "berg2021"), status="retracted", notices=(notice,)))
    writer.open(session)
    writer.tab.click("Read")
    assert writer.tab.wait("document.querySelector('.sheet cite')?.title") == "Heat islands; Street trees"
    shown = writer.tab.js("document.querySelector('.sheet cite').textContent")
    assert shown == "(oke1982, p. 3; berg2021) Retraction, 2024-05-01"


def test_a_long_paper_is_read_from_its_beginning_to_its_end(writer: Writer) -> None:
    tab = writer.tab
    writer.start()
    session = writer.call("POST", "/api/sessions", {"title": "Long"})["id"]
    writer.put(session, PAPER)
    writer.open(session)
    tab.click("Read")
    assert "It begins (oke1982) here." in tab.wait("document.querySelector('.slice p')?.textContent")
    tab.wait(f"document.querySelectorAll('.sheet math').length === {PARAGRAPHS}")
    shown = tab.js("[...document.querySelectorAll('.slice > p')].map((each) => each.textContent.split(' ')[1])")
    assert [int(each) for each in shown if each.isdigit()] == list(range(PARAGRAPHS)), "in order, each once"
    assert tab.js("document.querySelectorAll('.sheet details > p').length") == 200, "an element is not cut in two"
    assert tab.js("document.querySelector('.sheet .footnotes').textContent").strip().startswith("A note.")
    tab.click("Write")
    tab.click("Read")
    tab.wait(f"document.querySelectorAll('.sheet math').length === {PARAGRAPHS}")
