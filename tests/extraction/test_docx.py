from __future__ import annotations

import pytest

pytest.importorskip("mammoth")

from backend.extraction.docx import work_of
from tests.extraction.documents import docx, paragraph


def test_headings_paragraphs_and_tables_come_in_order() -> None:
    table = f"<w:tbl><w:tr><w:tc>{paragraph('Site')}</w:tc><w:tc>{paragraph('Loss')}</w:tc></w:tr></w:tbl>"
    body = paragraph("Reefs", "Heading1") + paragraph("Corals bleach.") + table + paragraph("They recover.")
    work = work_of(docx(body, title="A title", creator="Ann Lee; Bo Chen", created="2021-03-04T00:00:00Z"), "x.docx")
    assert (work["title"], work["authors"], work["year"]) == ("A title", ["Ann Lee", "Bo Chen"], 2021)
    assert work["pages"] == [(None, "# Reefs\n\nCorals bleach.\n\n| Site | Loss |\n\nThey recover.")]


def test_without_properties_the_heading_is_the_title() -> None:
    assert work_of(docx(paragraph("Reefs", "Heading1") + paragraph("x")), "x.docx")["title"] == "Reefs"
