"""The reading view of a long paper: what is in sight is there at once, the rest follows, and nothing is lost."""

from __future__ import annotations

from tests.page.writer import Writer

PARAGRAPHS = 400
PAPER = (
    "# Long\n\nIt begins [@oke1982] here.[^note]\n\n"
    + "".join(f"Paragraph {n} has $x_{{{n}}}$ and ends.\n\n" for n in range(PARAGRAPHS))
    + "<details>\n\n"
    + "Hidden words stay hidden.\n\n" * 200
    + "</details>\n\nThe end.\n\n[^note]: A note.\n"
)


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
