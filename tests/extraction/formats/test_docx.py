from __future__ import annotations

import io
import zipfile

import pytest

pytest.importorskip("mammoth")

from backend.document.blocks import read
from backend.extraction.formats.docx import work_of
from backend.extraction.refusal import UnsuitableFile
from tests.extraction.documents import docx, paragraph


def test_headings_paragraphs_and_tables_come_in_order() -> None:
    table = f"<w:tbl><w:tr><w:tc>{paragraph('Site')}</w:tc><w:tc>{paragraph('Loss')}</w:tc></w:tr></w:tbl>"
    body = paragraph("Reefs", "Heading1") + paragraph("Corals bleach.") + table + paragraph("They recover.")
    work = work_of(docx(body, title="A title", creator="Ann Lee; Bo Chen", created="2021-03-04T00:00:00Z"), "x.docx")
    assert (work["title"], work["authors"], work["year"]) == ("A title", ["Ann Lee", "Bo Chen"], None)
    assert work["pages"] == [(None, "# Reefs\n\nCorals bleach.\n\n| Site | Loss |\n| --- | --- |\n\nThey recover.")]


def test_two_parts_of_one_name_are_refused_as_such() -> None:
    content = io.BytesIO(docx(paragraph("Reefs")))
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(content, "a") as archive:
        archive.writestr("word/document.xml", "<other/>")
    with pytest.raises(UnsuitableFile, match="two parts of the same name: open it in Word"):
        work_of(content.getvalue(), "x.docx")


def cells(*rows: str) -> str:
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl>"


def cell(text: str, more: str = "") -> str:
    return f"<w:tc>{more}{paragraph(text)}</w:tc>"


def test_a_table_is_one_of_markdown() -> None:
    body = cells(cell("Species") + cell("n"), cell("Tilia | cordata") + cell("41"))
    assert work_of(docx(body), "x.docx")["pages"] == [
        (None, "| Species | n |\n| --- | --- |\n| Tilia \\| cordata | 41 |")
    ]
    assert [block.kind for block in read(work_of(docx(body), "x.docx")["pages"][0][1]).blocks] == ["table"]


def test_uneven_rows_wide_cells_and_tables_in_tables_lose_no_word() -> None:
    wide = '<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>'
    inner = f"<w:tc>{paragraph('outer')}{cells(cell('in') + cell('ner'))}{paragraph('')}</w:tc>"
    table = cells(cell("both", wide), cell("a") + cell("b"), inner, cell(""))
    told = work_of(docx(paragraph("Before.") + table), "x.docx")["pages"][0][1]
    assert told == "Before.\n\n| both |  |\n| --- | --- |\n| a | b |\n| outer in ner |  |\n|  |  |"
    assert work_of(docx(paragraph("Before.") + cells(cell(""))), "x.docx")["pages"][0][1] == "Before."


def test_a_word_in_two_runs_stays_one() -> None:
    runs = "<w:r><w:t>Spe</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>cies</w:t></w:r>"
    table = cells(f"<w:tc><w:p>{runs}</w:p>{paragraph('of trees')}</w:tc>")
    assert work_of(docx(table), "x.docx")["pages"][0][1] == "| Species of trees |\n| --- |"


def test_the_title_that_is_shown_comes_first() -> None:
    body = paragraph("Reefs in heat", "Title") + paragraph("Methods", "Heading1") + paragraph("x")
    work = work_of(docx(body, title="Template for authors"), "x.docx")
    assert work["title"] == "Reefs in heat"
    assert work["pages"][0][1].startswith("# Reefs in heat\n\n# Methods")


def test_what_templates_and_programs_write_is_nobody_and_no_date() -> None:
    said = {"creator": "python-docx", "created": "2013-12-23T23:15:00Z", "title": "Microsoft Word - draft.doc"}
    work = work_of(docx(paragraph("Methods", "Heading1") + paragraph("x"), **said), "reefs.docx")
    assert (work["title"], work["authors"], work["year"]) == ("reefs", [], None)


def test_without_properties_the_heading_is_the_title() -> None:
    assert work_of(docx(paragraph("Reefs", "Heading1") + paragraph("x")), "x.docx")["title"] == "Reefs"
