"""Paragraphs of Word lists that have neither a number nor a bullet."""

from __future__ import annotations

import io
import zipfile

from backend.formats.list_continuations import notes_with_lists, with_marks
from tests.formats.test_import_files import DOCUMENT, package

NUMBERING = "word/numbering.xml"
BULLET, BLANK, NONE = "•", " ", ""


def level(number: int, text: str, kind: str = "bullet") -> str:
    return f'<w:lvl w:ilvl="{number}"><w:numFmt w:val="{kind}"/><w:lvlText w:val="{text}"/></w:lvl>'


def pattern(number: int, *levels: str) -> str:
    return f'<w:abstractNum w:abstractNumId="{number}">{"".join(levels)}</w:abstractNum>'


def listed(number: int, of: int, override: str = "") -> str:
    return f'<w:num w:numId="{number}"><w:abstractNumId w:val="{of}"/>{override}</w:num>'


def paragraph(words: str, number: int, depth: int = 0, more: str = "") -> str:
    place = f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>'
    return f"<w:p><w:pPr>{place}{more}</w:pPr><w:r><w:t>{words}</w:t></w:r></w:p>"


def marked(numbering: str, *paragraphs: str) -> list[str]:
    """The words of the paragraphs that got a mark."""
    file = package(**{NUMBERING: numbering, DOCUMENT: "".join(paragraphs), "word/footnotes.xml": "".join(paragraphs)})
    made = zipfile.ZipFile(io.BytesIO(with_marks(file, "tok")))
    assert made.read("word/footnotes.xml").decode() == "".join(paragraphs)
    text = made.read(DOCUMENT).decode()
    assert text.replace("<w:r><w:t>tokc</w:t></w:r>", "") == "".join(paragraphs)
    pieces = text.split("<w:r><w:t>tokc</w:t></w:r><w:r><w:t>")
    return [piece.partition("<")[0] for piece in pieces[1:]]


def test_a_paragraph_without_number_or_bullet_is_marked() -> None:
    numbering = pattern(1, level(0, BULLET), level(1, BLANK)) + pattern(2, level(0, NONE, "none")) + listed(7, 1)
    numbering += listed(8, 2)
    assert marked(
        numbering, paragraph("bullet", 7), paragraph("goes on", 7, 1), paragraph("too", 8), paragraph("other", 9)
    ) == ["goes on", "too"]


def test_numbers_and_changed_levels_are_real_lists() -> None:
    numbering = pattern(1, level(0, "", "decimal"), level(1, BLANK))
    numbering += listed(7, 1, f'<w:lvlOverride w:ilvl="1">{level(1, BULLET)}</w:lvlOverride>')
    assert marked(numbering, paragraph("one", 7), paragraph("bullet", 7, 1)) == []


def test_properties_from_before_a_tracked_change_do_not_count() -> None:
    numbering = pattern(1, level(0, BULLET)) + pattern(2, level(0, BLANK)) + listed(7, 1) + listed(8, 2)
    old = '<w:pPrChange><w:pPr><w:numPr><w:numId w:val="{}"/></w:numPr></w:pPr></w:pPrChange>'
    assert marked(numbering, paragraph("real", 7, more=old.format(8)), paragraph("goes on", 8, more=old.format(7))) == [
        "goes on"
    ]


def test_a_file_without_such_lists_stays_as_it_is() -> None:
    for members in (
        {DOCUMENT: paragraph("one", 1)},
        {DOCUMENT: "", NUMBERING: pattern(1, level(0, BULLET)) + listed(1, 1)},
    ):
        file = package(**members)
        assert with_marks(file, "tok") is file


def test_notes_with_lists_are_counted() -> None:
    notes = '<w:footnote w:id="1"><w:numPr></w:footnote><w:footnote w:id="2">A</w:footnote>'
    assert notes_with_lists(package(**{"word/footnotes.xml": notes, "word/endnotes.xml": "x"})) == 1
    assert notes_with_lists(package(a="b")) == 0
