"""Which format an uploaded file is in, and what is refused."""

from __future__ import annotations

import io
import zipfile

import pytest

from backend.errors import Refused
from backend.formats import import_files
from backend.formats.import_files import read_import

DOCUMENT = "word/document.xml"


def package(**members: bytes | str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def refusal(filename: str, content: bytes) -> str:
    with pytest.raises(Refused) as caught:
        read_import(filename, content)
    assert set(caught.value.errors or ()) == {"file"}
    assert "nothing was imported" in caught.value.detail
    return str(caught.value.errors["file"][0])  # type: ignore[index]


@pytest.mark.parametrize(
    ("filename", "content", "format"),
    [
        ("a", package(**{DOCUMENT: "<w:document/>"}), "docx"),
        ("a.zip", package(mimetype=b"application/vnd.oasis.opendocument.text", **{"content.xml": "<x/>"}), "odt"),
        ("a", package(mimetype=b"application/epub+zip", **{"a.xhtml": "<!DOCTYPE html><html/>"}), "epub"),
        ("a.txt", b"<!DOCTYPE html>\n<html><body>x", "html"),
        ("a.htm", b"<p>no head</p>", "html"),
        ("a.txt", b"% a remark\n\\documentclass{article}\n", "latex"),
        ("a.tex", b"only a section", "latex"),
        ("a.md", b"# About \\documentclass{x} and <html>\n", "markdown"),
        ("notes.qmd", b"# One\n", "markdown"),
    ],
)
def test_a_format_is_told_by_the_content(filename: str, content: bytes, format: str) -> None:
    assert read_import(filename, content).format == format


@pytest.mark.parametrize(
    ("filename", "content", "word"),
    [
        ("a.docx", b"%PDF-1.7", "PDF"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ".doc"),
        ("a.rtf", b"{\\rtf1", "RTF"),
        ("a.docx", b"not packed", ".docx"),
        ("a.docx", package(**{DOCUMENT: "<w:document/>"})[:-30], "broken"),
        ("a.docx", b"PK\x03\x04" + b"\0" * 100, "broken"),
        ("a.zip", package(a="b"), "unsupported format"),
        ("a.zip", package(**{"a.tex": "part"}), "complete document"),
        ("a.csv", b"a,b", "Coscribe imports"),
        ("a.md", b"  \n", "empty"),
        ("a.md", b"a\0b", "not a text"),
    ],
)
def test_a_refusal_says_why(filename: str, content: bytes, word: str) -> None:
    assert word in refusal(filename, content)


def test_a_latex_project_brings_its_pictures_and_lists() -> None:
    main = "\\documentclass{article}\\input{a}\\includegraphics{figs/tree} \\bibliography{refs}"
    files = {"p/main.tex": main, "p/a.tex": "inside", "p/figs/tree.png": "x", "p/figs/other.png": "y"}
    files |= {"p/refs.bib": "@book{a}", "p/.a.tex": "hidden", "__MACOSX/p/._a.tex": b"\0", "p/x.cls": "z"}
    made = read_import("a.zip", package(**files))
    assert made.format == "latex" and b"inside" in made.content and made.lists == (b"@book{a}",)
    assert [(each.name, each.content) for each in made.pictures] == [("figs/tree.png", b"x")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_declarations_that_can_open_files_are_refused(encoding: str) -> None:
    xml = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><w:document>&e;</w:document>'.encode(encoding)
    assert "open other files" in refusal("a.docx", package(**{DOCUMENT: xml}))
    book = {"mimetype": "application/epub+zip", "a.xhtml": xml}
    assert "open other files" in refusal("a.epub", package(**book))


def test_what_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_files, "MOST_XML", 1_000)
    assert "text in the file" in refusal("a.docx", package(**{DOCUMENT: "x" * 1_001}))
    monkeypatch.setattr(import_files, "MOST_UNPACKED", 1_000)
    assert "unpacks to" in refusal("a.docx", package(**{DOCUMENT: "x", "word/media/a.png": "x" * 1_001}))
    monkeypatch.setattr(import_files, "MOST_MEMBERS", 1)
    assert "more than 1 files" in refusal("a.docx", package(**{DOCUMENT: "x", "b": "x"}))
    monkeypatch.setattr(import_files, "MOST_TEXT", 10)
    assert "is larger than 10 bytes" in refusal("a.md", b"x" * 11)


def test_a_member_that_is_longer_than_it_says_is_refused() -> None:
    content = package(**{DOCUMENT: "x" * 50_000})
    small = (10).to_bytes(4, "little")
    lying = content.replace((50_000).to_bytes(4, "little"), small)
    assert refusal("a.docx", lying)


@pytest.mark.parametrize(
    ("content", "text", "told"),
    [
        ("Räume".encode(), "Räume", False),
        ("\ufeffRäume".encode(), "Räume", False),
        ("\ufeffRäume".encode("utf-16-le"), "Räume", False),
        ("Räume".encode("latin-1"), "Räume", True),
        ("\\usepackage[cp1251]{inputenc}Комната".encode("cp1251"), "\\usepackage[cp1251]{inputenc}Комната", True),
        ('<meta charset="no-such-name">Räume'.encode("latin-1"), '<meta charset="no-such-name">Räume', True),
    ],
)
def test_a_text_comes_in_its_encoding(content: bytes, text: str, told: bool) -> None:
    found = read_import("a.md", content)
    assert found.content.decode() == text and bool(found.warnings) is told
