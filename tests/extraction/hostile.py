"""Small files that want more than they may have, each made when asked for."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

from tests.extraction.documents import assembled, docx, paragraph

_TEXT = b"BT /F1 10 Tf 60 700 Td (Some text here) Tj ET"
_CATALOGUE = b"<< /Type /Catalog /Pages 2 0 R >>"
_FORM = b" /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /X %d 0 R >> >>"


def _stream(data: bytes, extra: bytes = b"") -> bytes:
    return b"<< /Length %d%s >>\nstream\n%s\nendstream" % (len(data), extra, data)


def _pdf(content: bytes, *more: bytes, box: bytes = b"[0 0 595 842]") -> bytes:
    """A PDF of one page; its further objects begin at 6, and the first of them is called X."""
    packed = zlib.compress(content, 9)
    return assembled(
        [
            _CATALOGUE,
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox %s /Contents 4 0 R"
            b" /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>" % box,
            _stream(packed, b" /Filter /FlateDecode"),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            *more,
        ]
    )


def _forms() -> bytes:
    """Twelve forms, each of which draws the next one ten times."""
    return _pdf(
        b"/X Do", *(_stream(b"/X Do " * 10, _FORM % (7 + number)) for number in range(11)), _stream(_TEXT, _FORM % 6)
    )


def _overlapping() -> bytes:
    """An archive whose 4,000 files are one and the same piece of 9 MB."""
    data = b"<a/>" + b" " * 9_000_000
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed, name = packer.compress(data) + packer.flush(), b"word/document.xml"
    sizes = (zlib.crc32(data), len(packed), len(data))
    piece = struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, 8, 0, 0, *sizes, len(name), 0) + name + packed
    names = [name, *(b"word/f%04d.xml" % number for number in range(4000))]
    entries = b"".join(
        struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 20, 20, 0, 8, 0, 0, *sizes, len(each), 0, 0, 0, 0, 0, 0) + each
        for each in names
    )
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, len(names), len(names), len(entries), len(piece), 0)
    return piece + entries + end


def _entities() -> bytes:
    """Twenty-five entities, each ten times the one before."""
    lines = (f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(25))
    return docx(paragraph("&z;"), head=f'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">{"".join(lines)}]>')


#: Quick to refuse: by name, how each is made.
QUICK: dict[str, Callable[[], bytes]] = {
    "a stream of 700 MB.pdf": lambda: _pdf(b" " * 700_000_000),
    "form in form.pdf": _forms,
    "a form in itself.pdf": lambda: _pdf(b"/X Do", _stream(b"/X Do " * 100, _FORM % 6)),
    "two billion pages.pdf": lambda: assembled([_CATALOGUE, b"<< /Type /Pages /Kids [] /Count 2000000000 >>"]),
    "dictionaries.pdf": lambda: assembled([_CATALOGUE, b"<< /A " * 300_000]),
    "arrays.pdf": lambda: _pdf(b"[" * 2_000_000),
    "a bomb.docx": lambda: docx(paragraph("x"), {"word/other.xml": b" " * 100_000_000}),
    "overlapping.docx": _overlapping,
    "entities.docx": _entities,
    "nested.docx": lambda: docx("<w:tbl><w:tr><w:tc>" * 3000 + paragraph("x") + "</w:tc></w:tr></w:tbl>" * 3000),
    "many files.docx": lambda: docx(paragraph("x"), {f"word/{number}.xml": "" for number in range(6000)}),
    "truncated.docx": lambda: docx(paragraph("words"))[:400],
    "strings.bib": lambda: (
        b'@string{a0="' + b"x" * 1000 + b'"}\n'
        + b"".join(b"@string{a%d= a%d # a%d}\n" % (n + 1, n, n) for n in range(30)) + b"@article{k, title=a30}"
    ),
    "open.ris": lambda: b"TY  - JOUR\nTI  - a\n" * 10_000,
    "deep.json": lambda: b"[" * 1_000_000,
}  # fmt: skip
#: Slow until they are stopped, or read in spite of all.
SLOW: dict[str, Callable[[], bytes]] = {
    "a text of 45 MB.pdf": lambda: _pdf(b"BT /F1 10 Tf 60 700 Td " + b"(abcdefghij) Tj " * 3_000_000 + b"ET"),
    "paths.pdf": lambda: _pdf(_TEXT + b" 1 2 m 3 4 l S" * 4_000_000),
    "a million objects.pdf": lambda: _pdf(_TEXT, *[b"<< >>"] * 1_000_000),
    "a huge page.pdf": lambda: _pdf(_TEXT, box=b"[0 0 1e9 1e9]"),
    "pages in pages.pdf": lambda: assembled(
        [_CATALOGUE, b"<< /Type /Pages /Kids [" + b"2 0 R " * 100_000 + b"] /Count 100000 >>"]
    ),
    "half a million paragraphs.docx": lambda: docx(paragraph("abc ") * 500_000),
    "braces.bib": lambda: b"@article{a, title={" + b"{" * 5_000_000,
    "names.bib": lambda: b"@article{a, title={T}, author={" + b"A B and " * 400_000 + b"C D}}",
    "joined.bib": lambda: b"@article{a, title=" + b'"x" # ' * 500_000 + b'"x"}',
    "accents.bib": lambda: b"@article{a, title={" + b"\\'" * 2_000_000 + b"}}",
    "lines.ris": lambda: b"TY  - JOUR\nAB  - x\n" + b"more text\n" * 500_000 + b"ER  - \n",
    "deep.html": lambda: b"<html><body>" + b"<div>" * 2_000_000 + b"text",
    "paragraphs.html": lambda: b"<html><body>" + b"<p>Some words stand here, and more of them.</p>" * 200_000,
    "one line.html": lambda: b"<html><body><p>" + b"word " * 8_000_000,
    "front matter.md": lambda: b"---\n" + b"[{" * 20_000 + b"\n---\nText",
    "one line.md": lambda: b"# T\n" + b"a " * 9_000_000,
}
