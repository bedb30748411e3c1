"""Files in and out: a Word or LaTeX file waits as a draft, and the paper leaves with a citation style."""

from __future__ import annotations

import pytest

from tests.extraction.documents import docx, paragraph
from tests.page.test_panels import BIBTEX
from tests.page.writer import Writer

LATEX = rb"""\documentclass{article}\begin{document}
\section{Tides}
The level is $h(t) = a \cos \omega t$.
\end{document}
"""
FILES = {
    "tides.docx": (docx(paragraph("The gauge was read by hand.")), "The gauge was read by hand."),
    "tides.tex": (LATEX, "The level is $h(t) = a \\cos \\omega t$."),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_another_format_waits_as_a_draft_and_becomes_the_paper(writer: Writer, name: str) -> None:
    content, words = FILES[name]
    writer.start()
    writer.tab.choose_file("input[type=file]", name, content)
    writer.tab.see("1 draft waits")
    writer.tab.see("Nothing else changes")
    assert writer.text() == ""
    writer.tab.click("Approve")
    writer.tab.see("Nothing else changed.")
    assert words in writer.text()


def test_the_paper_leaves_with_a_citation_style(writer: Writer) -> None:
    tab = writer.tab
    writer.begin("# Tides\n\nIt rose [@oke1982].\n")
    path = f"/api/sessions/{writer.session}/references"
    writer.call("POST", path, BIBTEX, {"Content-Type": "application/x-bibtex"})
    tab.js(
        "window.saved = []; URL.createObjectURL = (blob) => { window.saved.push(blob); return 'blob:x'; };"
        "HTMLAnchorElement.prototype.click = () => {}"
    )
    tab.press("Alt+e")
    writer.choose("Format", "html")
    writer.choose("Citation style", "elsevier-vancouver")
    tab.click("Download")
    made = " ".join(str(tab.wait("window.saved[0]?.text()")).split())
    assert "The urban heat island" in made and "@oke1982" not in made
    assert "Oke TR" in made, "this style writes initials without points"
