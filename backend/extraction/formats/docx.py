"""Read Word documents. A Word document is a ZIP archive with XML files; their sizes are checked before anything is
unpacked.
"""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePath
from typing import Any

from backend.extraction.formats import markdown
from backend.extraction.formats.people import names
from backend.extraction.formats.sections import is_part
from backend.extraction.pdf import title_page
from backend.extraction.refusal import UnsuitableFile
from backend.sources.identifiers import canonical_doi

#: The most files in the archive, and the most bytes of XML unpacked; pictures are never unpacked.
MOST_FILES, MOST_BYTES = 5_000, 60_000_000
#: The deepest nesting of elements such as tables in tables; a real document has less.
MOST_DEPTH = 100
#: The most columns that a cell may cover.
MOST_COLUMNS = 63

_OTHERS = {
    "xl/": "an Excel workbook: save it as PDF",
    "ppt/": "a PowerPoint presentation: save it as PDF",
    "META-INF/": "an e-book, an OpenDocument text or a program: save it as DOCX or PDF",
}
_DUBLIN = "{http://purl.org/dc/elements/1.1/}"
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_APART = frozenset({"p", "li", "ul", "ol", "table", "tr", "td", "th", "br", "pre", *_HEADINGS})
_BLOCKS = frozenset({"p", "li", "pre", "dt", "dd", *_HEADINGS})


def work_of(content: bytes, filename: str) -> dict[str, Any]:
    """Return the work in a Word document as a dict with the fields of `kernel.works.Work`. Without a title, it is
    called `filename`. Raises UnsuitableFile if the file is damaged, encrypted, too large or not a Word document.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _measure(archive)
            said = _properties(archive)
            formulas = b"<m:oMath" in archive.read("word/document.xml")
        root = _body(content)
        text = "\n\n".join(_paragraphs(root))
    except (zipfile.BadZipFile, KeyError, NotImplementedError, ValueError, EOFError) as error:
        raise UnsuitableFile("is a damaged or incomplete Word document: open it in Word, and save it again") from error
    except RecursionError as error:
        raise UnsuitableFile(
            "has tables or lists that are nested too deeply: save it as PDF, or remove the nesting"
        ) from error
    title = _shown_title(root) or title_page.usable_property(said.get("title", "")) or markdown.heading(text)
    return {
        "kind": "docx",
        "title": title[:300] or PurePath(filename).stem,
        "authors": names(said.get("creator", ""))[:100],
        "year": None,  # the creation date of a file or its template is not the year of publication
        "doi": canonical_doi(said.get("identifier", "")),
        "url": None,
        "pages": [(None, text)],
        "metadata": {"warnings": ["the formulas were left out"]} if formulas else {},
    }


def _measure(archive: zipfile.ZipFile) -> None:
    """Raise UnsuitableFile if an archive is not a Word document, is encrypted, or would unpack to more than a document
    needs.
    """
    files = archive.infolist()
    named = {file.filename for file in files}
    if "word/document.xml" not in named:
        for folder, words in _OTHERS.items():
            if any(name.startswith(folder) for name in named):
                raise UnsuitableFile(f"is {words}")
        raise UnsuitableFile("is a ZIP archive, but not a Word document: unpack it first")
    if any(file.flag_bits & 1 for file in files):
        raise UnsuitableFile("is encrypted: save a copy without its password first")
    xml = [file for file in files if file.filename.endswith((".xml", ".rels"))]
    if len(named) < len(files):
        raise UnsuitableFile("has two parts of the same name: open it in Word, and save it again")
    if len(files) > MOST_FILES or sum(file.file_size for file in xml) > MOST_BYTES:
        raise UnsuitableFile(
            f"unpacks to more than the limit of {MOST_FILES:,} files and {MOST_BYTES // 1_000_000} MB of text"
        )
    for file in xml:
        _plain_xml(archive.read(file))


def _plain_xml(content: bytes) -> None:
    """Raise UnsuitableFile if XML declares a document type, which Word never does, or if it is nested too deeply."""
    bare = content.replace(b"\x00", b"")
    if b"<!DOCTYPE" in bare or b"<!ENTITY" in bare:
        raise UnsuitableFile("is not as Word writes it (its XML declares entities): open it in Word, and save it again")
    depth = 0
    for tag in re.finditer(rb"<(/?)w:(?:tbl|p|r|sdt|ins|smartTag|hyperlink|txbxContent)\b[^>]*?(/?)>", bare):
        depth += 0 if tag[2] else -1 if tag[1] else 1
        if depth > 4 * MOST_DEPTH:
            raise UnsuitableFile(
                "has tables or lists that are nested too deeply: save it as PDF, or remove the nesting"
            )


def _properties(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the title, creator and identifier from the properties of the file; {} if it has none."""
    from lxml import etree

    if "docProps/core.xml" not in archive.namelist():
        return {}
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(archive.read("docProps/core.xml"), parser)
    except etree.XMLSyntaxError:
        return {}
    wanted = ("title", "creator", "identifier")
    return {name: " ".join((root.findtext(_DUBLIN + name) or "").split()) for name in wanted}


def _body(content: bytes) -> Any:
    """Return the document as one HTML element. A paragraph in Word's style Title becomes an `h1` with the class
    "title". Raises UnsuitableFile if the document has no text.
    """
    import mammoth
    from lxml import html

    picture = mammoth.images.img_element(lambda image: {"src": ""})
    told = mammoth.convert_to_html(
        io.BytesIO(content),
        style_map="p[style-name='Title'] => h1.title:fresh",
        convert_image=picture,
        include_embedded_style_map=False,
        external_file_access=False,
    )
    if not told.value.strip():
        raise UnsuitableFile("has no text: if its pages are pictures, run text recognition (OCR) on it first")
    return html.fragment_fromstring(told.value, create_parent="div")


def _shown_title(root: Any) -> str:
    """Return the text of the paragraphs in Word's style Title. If there are none, or more than three, return ""."""
    shown = [_own_text(element) for element in root.iter("h1") if element.get("class") == "title"]
    title = " ".join(" ".join(shown[:3]).split())
    return "" if len(shown) > 3 or is_part(title) else title


def _paragraphs(root: Any) -> list[str]:
    """Return the headings, paragraphs, list items and tables, each as Markdown."""
    found: list[str] = []
    for element in root.iter():
        if element.tag == "table" and not _within_table(element):
            found.append(_table(element))
        elif element.tag in _BLOCKS and not _within_table(element):
            own = _own_text(element)
            mark = "- " if element.tag == "li" else _HEADINGS.get(element.tag, "")
            if own:
                found.append(mark + own)
    return list(filter(None, found))


def _table(table: Any) -> str:
    """Return a table as Markdown, with its first row as the header; "" if it has no text. If a cell contains another
    table, only the text of that table is kept.
    """
    rows = [row for row in table.iter("tr") if next(row.iterancestors("table")) is table]
    cells = [[cell for each in row if each.tag in ("td", "th") for cell in _cells(each)] for row in rows]
    width = max(map(len, cells), default=0)
    if not any(map(any, cells)):
        return ""
    head, *body = [[*row, *[""] * (width - len(row))] for row in cells]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ["---"] * width, *body))


def _cells(cell: Any) -> list[str]:
    """Return the text of a cell, followed by "" for each further column over which the cell extends."""
    words = " ".join(_words(cell).split()).replace("|", "\\|")
    span = cell.get("colspan", "")
    return [words, *[""] * (min(int(span), MOST_COLUMNS) - 1 if span.isdecimal() else 0)]


def _words(element: Any) -> str:
    """Return all text of an element. The texts of nested blocks are separated by spaces."""
    parts = [element.text or ""]
    for child in element:
        inner = _words(child)
        parts += [f" {inner} " if child.tag in _APART else inner, child.tail or ""]
    return "".join(parts)


def _within_table(element: Any) -> bool:
    return any(parent.tag == "table" for parent in element.iterancestors())


def _own_text(element: Any) -> str:
    """Return the text of an element, except the text of paragraphs, lists and tables within it."""
    parts = [element.text or ""]
    for child in element:
        if child.tag in _BLOCKS or child.tag in ("ul", "ol", "table"):
            parts.append(" ")
        elif child.tag == "br":
            parts.append("\n")
        else:
            parts.append(_own_text(child))
        parts.append(child.tail or "")
    return "\n".join(" ".join(line.split()) for line in "".join(parts).split("\n")).strip()
