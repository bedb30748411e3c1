"""Read the text of a PDF page by page, with the library pdfium."""

from __future__ import annotations

import ctypes
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from backend.extraction.pdf import lines, title_page
from backend.extraction.pdf.characters import cleaned
from backend.extraction.pdf.lines import Line, Page
from backend.extraction.refusal import UnsuitableFile

#: The most pages and characters of a PDF from the web; a long thesis is cut, because its beginning shows its subject.
WEB_PAGES, WEB_TEXT = 80, 400_000
#: The most pages and characters of a PDF in the library, and the seconds of processor time after which no further page
#: is read.
MOST_PAGES, MOST_TEXT, MOST_SECONDS = 3_000, 8_000_000, 12.0
#: Number of pages that are searched for pictures if all text is in the margins.
LOOKED_AT = 10
#: Number of pages in which a running head with the work's name is searched.
FIRST_PAGES = 4

#: pdfium's error codes for a missing password and for an unknown encryption.
_PASSWORD, _SECURITY = 4, 5

#: A line with its end. If the line breaks a word, pdfium writes a mark in place of the hyphen and the line end.
_PART = re.compile("[^\n\u0002\u00ad\ufffe]*(?:\n|[\u0002\u00ad\ufffe](?:\r?\n)?)|[^\n\u0002\u00ad\ufffe]+")

#: A function that is called with the number of pages read and the total number.
Tell = Callable[[int, int], None]


@dataclass(slots=True)
class Reading:
    """What was read from a PDF: its first `pages`, the number of all its pages (`total`), the properties of the file
    (`info`), and `warnings` for the user.
    """

    pages: list[Page]
    total: int
    info: dict[str, str]
    warnings: list[str]


def text_of(content: bytes) -> str:
    """Return the text of a PDF's first pages; "" if they have only images."""
    reading = read(content, lambda done, total: None, (WEB_PAGES, WEB_TEXT))
    return "\n\n".join(filter(None, lines.texts(reading.pages)))


def work_of(content: bytes, filename: str, tell: Tell) -> dict[str, Any]:
    """Return the work in a PDF as a dict with the fields of `kernel.works.Work`. Without a title, it is called
    `filename`. Raises UnsuitableFile if the PDF is encrypted or damaged, or has no text. `tell` is called with the
    number of pages read so far and the number of all pages.
    """
    reading = read(content, tell, (MOST_PAGES, MOST_TEXT))
    pages = lines.texts(reading.pages)
    if not _has_words(pages) and not _has_pictures(content):
        pages = lines.texts(reading.pages, heads=True)  # if there is only text in the margins, it is the page's text
    if not _has_words(pages):
        raise UnsuitableFile(
            "has no text except perhaps page headers and numbers; if its pages are scans, run text recognition"
            " (OCR) on it first"
        )
    found = title_page.read(reading.pages[:FIRST_PAGES], reading.info, filename)
    metadata: dict[str, Any] = {"page_count": reading.total}
    if reading.warnings:
        metadata["warnings"] = reading.warnings
    return found | {
        "kind": "pdf",
        "pages": [(number, text) for number, text in enumerate(pages, start=1)],
        "metadata": metadata,
    }


def read(content: bytes, tell: Tell, most: tuple[int, int]) -> Reading:
    """Read the first pages of a PDF. `most` has the maximum number of pages and the maximum number of characters.
    Raises UnsuitableFile if the PDF is encrypted or damaged. `tell` is called with the number of pages read so far and
    the number of all pages.
    """
    import pypdfium2

    began = time.process_time()
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if error.err_code in (_PASSWORD, _SECURITY):
            raise UnsuitableFile("is encrypted: save a copy without its password first") from error
        raise UnsuitableFile("is a damaged or incomplete PDF: open it in a PDF reader, and save it again") from error
    most_pages, room = most
    total = len(document)
    reading = Reading([], total, dict(document.get_metadata_dict(skip_empty=True)), [])
    reading.info |= {name: document.get_metadata_value(name) for name in title_page.DOI_FIELDS}
    for number in range(min(total, most_pages)):
        if room <= 0 or time.process_time() - began > MOST_SECONDS:
            break
        try:
            page = _page(document[number])
        except pypdfium2.PdfiumError:
            reading.warnings.append(f"page {number + 1} is damaged and was not read")
            page = Page(0.0, ())
        room -= sum(len(line.text) for line in page.lines)
        reading.pages.append(page)
        tell(number + 1, total)
    if len(reading.pages) < total:
        reading.warnings.append(f"only the first {len(reading.pages)} of {total} pages were read")
    document.close()
    return reading


def _has_words(pages: Sequence[str]) -> bool:
    return any(any(map(str.isalpha, page)) for page in pages)


def _has_pictures(content: bytes) -> bool:
    """Return True if the first pages have images, as in a scanned paper."""
    import pypdfium2
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

    document = pypdfium2.PdfDocument(content)
    try:
        first = (document[number] for number in range(min(LOOKED_AT, len(document))))
        return any(True for page in first for _ in page.get_objects((FPDF_PAGEOBJ_IMAGE,)))
    except pypdfium2.PdfiumError:  # a damaged page may have pictures
        return True
    finally:
        document.close()


def _page(page: Any) -> Page:
    words = page.get_textpage()
    try:
        return Page(page.get_height(), tuple(_lines(words)))
    finally:
        words.close()
        page.close()


def _lines(words: Any) -> Iterator[Line]:
    """Yield the lines of a page. The box of a line is computed from its first and last character only, which is fast
    and accurate enough.
    """
    text = words.get_text_range(errors="replace")
    wide = text if text.isascii() else None
    at = 0
    for part in _PART.findall(text):
        units = len(part) if wide else len(part.encode("utf-16-le")) // 2
        line = part.rstrip("\r\n")
        shown = cleaned(line)
        if shown:
            inner = len(line) if wide else len(line.encode("utf-16-le")) // 2
            trail = len(line) - len(line.rstrip(" \u0002\u00ad\ufffe"))
            yield Line(shown, *_box(words, at, at + max(0, inner - 1 - trail)))
        at += units


def _box(words: Any, first: int, last: int) -> tuple[float, float, float, float]:
    """Return the left, bottom, right and top edge, in points, of the characters from position `first` to `last`."""
    import pypdfium2.raw as pdfium

    boxes = []
    for place in {first, last}:
        index = pdfium.FPDFText_GetCharIndexFromTextIndex(words, place)
        box = pdfium.FS_RECTF()
        if index >= 0 and pdfium.FPDFText_GetLooseCharBox(words, index, ctypes.byref(box)):
            boxes.append((box.left, box.bottom, box.right, box.top))
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)
