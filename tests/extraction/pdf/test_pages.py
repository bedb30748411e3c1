"""PDFs made here, read by pdfium: page by page, in the order of reading."""

from __future__ import annotations

import pytest

from backend.extraction.refusal import UnsuitableFile

pytest.importorskip("pypdfium2")

from backend.extraction.pdf import pages as reader
from tests.extraction.documents import Placed, assembled, pdf, pdf_of


def read(content: bytes) -> dict:
    return reader.work_of(content, "paper.pdf", lambda done, total: None)


def scanned(stamp: str, pages: int) -> bytes:
    """Pages that are a picture each, with a stamp at their foot."""
    picture = b"q 400 0 0 600 90 120 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x7f EI Q"
    shown = picture + f" BT /F1 8 Tf 60 30 Td ({stamp}) Tj ET".encode()
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>"
    )
    kids = b"3 0 R " * pages
    return assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, pages),
            page,
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(shown), shown),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
    )


def column(left: float, words: str, lines: int = 20) -> list[Placed]:
    return [(left, 700 - 12 * row, 9, f"{words} line {row} goes on as far as it can") for row in range(lines)]


def test_pages_are_counted_from_one_and_told_of() -> None:
    told: list[tuple[int, int]] = []
    content = pdf_of([[(60, 700, 11, f"This is page {name}.")] for name in ("one", "two", "three")])
    work = reader.work_of(content, "paper.pdf", lambda done, total: told.append((done, total)))
    assert work["pages"] == [(1, "This is page one."), (2, "This is page two."), (3, "This is page three.")]
    assert work["metadata"] == {"page_count": 3}
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("pages", [4, 10_000])
def test_a_line_at_the_top_of_every_page_is_a_head_only_where_there_is_more(pages: int) -> None:
    work = read(pdf_of([[(60, 790, 11, f"word {number}")] for number in range(pages)]))
    assert work["pages"][:2] == [(1, "word 0"), (2, "word 1")]
    assert len(work["pages"]) == min(pages, reader.MOST_PAGES) and work["metadata"]["page_count"] == pages
    more = [[(60, 790, 11, f"word {number}"), (60, 500, 11, f"It rains {number}.")] for number in range(4)]
    assert read(pdf_of(more))["pages"][0] == (1, "It rains 0.")


def test_an_empty_page_keeps_its_number() -> None:
    work = read(pdf_of([[(60, 700, 11, "One.")], [], [(60, 700, 11, "Three.")]]))
    assert work["pages"] == [(1, "One."), (2, ""), (3, "Three.")]


def test_two_columns_are_read_one_after_the_other() -> None:
    work = read(pdf_of([[*column(50, "left"), *column(310, "right")]]))
    text = work["pages"][0][1]
    assert text.index("left line 19") < text.index("right line 0")
    assert text.count("line") == 40


def test_compressed_streams() -> None:
    assert read(pdf("Pressed together.", compress=True))["pages"] == [(1, "Pressed together.")]


def test_what_is_read_has_limits_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    content = pdf_of([[(60, 700, 11, f"Page {number}.")] for number in range(5)])
    monkeypatch.setattr(reader, "MOST_PAGES", 3)
    work = read(content)
    assert len(work["pages"]) == 3
    assert work["metadata"] == {"page_count": 5, "warnings": ["only the first 3 of 5 pages were read"]}
    monkeypatch.setattr(reader, "MOST_TEXT", 10)
    assert len(read(content)["pages"]) == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"%PDF-1.4\nnonsense", "damaged"),
        (pdf("Text.")[:300], "damaged"),
        (pdf_of([[]]), "has no text except"),
        (pdf_of([]), "damaged|has no text except"),
        (pdf("12 34"), "has no text except"),
        (scanned("Downloaded by somebody", pages=4), r"has no text except.*\(OCR\)"),
    ],
)
def test_what_has_no_text_is_refused_in_words(content: bytes, words: str) -> None:
    with pytest.raises(UnsuitableFile, match=words):
        read(content)


def test_an_encrypted_one_is_refused() -> None:
    encryption = (
        b" /Encrypt << /Filter /Standard /V 1 /R 2 /O <" + b"41" * 32 + b"> /U <" + b"42" * 32 + b"> /P -4 >>"
        b" /ID [<" + b"43" * 16 + b"> <" + b"43" * 16 + b">]"
    )
    content = assembled([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"], encryption)
    with pytest.raises(UnsuitableFile, match="encrypted"):
        read(content)


def test_only_words_for_a_page_of_the_web() -> None:
    assert reader.text_of(pdf("It rains.", "Then not.")) == "It rains. Then not."
    assert reader.text_of(pdf_of([[]])) == ""
