"""Documents for the extraction's tests, made here: a web page, PDFs, a Word document."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence

PAGE = """<!doctype html><html><head><title>Reefs</title></head><body>
<nav><ul><li><a href="/a">Home</a></li><li><a href="/b">Subscribe now</a></li></ul></nav>
<article><h1>Reefs under stress</h1>
<p>Coral reefs lose about two percent of their cover each year, as surveys of forty sites over twelve years show.</p>
<p>The loss is largest where summers are warmest, and recovers only after five cool years in a row.</p>
<ul><li>Forty sites were surveyed by divers.</li><li>Twelve years were covered.</li></ul></article>
<footer>Copyright somebody. Accept all cookies.</footer><script>track("everything")</script></body></html>"""

#: Where a line begins (points from the lower left), how large its letters are, and what it says.
Placed = tuple[float, float, float, str]


def pdf(*lines: str, compress: bool = False) -> bytes:
    """A PDF of one page with these lines."""
    return pdf_of([[(60, 780 - 14 * row, 11, line) for row, line in enumerate(lines)]], compress=compress)


def pdf_of(pages: Sequence[Sequence[Placed]], info: Mapping[str, str] | None = None, compress: bool = False) -> bytes:
    """A PDF with these pages, A4, in Helvetica; `info` is what it says of itself."""
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(pages)))
    said = "".join(f" /{name} <feff{value.encode('utf-16-be').hex()}>" for name, value in (info or {}).items())
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        f"<<{said} >>".encode(),
    ]
    for number, page in enumerate(pages):
        stream, extra = "\n".join(map(_shown, page)).encode("cp1252"), b""
        if compress:
            stream, extra = zlib.compress(stream), b" /Filter /FlateDecode"
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R >> >> >>" % (6 + 2 * number),
            b"<< /Length %d%s >>\nstream\n%s\nendstream" % (len(stream), extra, stream),
        ]
    return assembled(objects, b" /Info 4 0 R")


def _shown(placed: Placed) -> str:
    left, bottom, size, text = placed
    text = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /F1 {size} Tf {left} {bottom} Td ({text}) Tj ET"


def assembled(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """A PDF file of these objects, numbered from 1 on; the first is its catalogue."""
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, each in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R%s >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, trailer, start)
    return bytes(out)


_WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_CORE = (
    f'<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties"'
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
    "<dc:title>{title}</dc:title><dc:creator>{creator}</dc:creator><dcterms:created>{created}</dcterms:created>"
    "</cp:coreProperties>"
)


def paragraph(text: str, style: str = "") -> str:
    """A paragraph in Word's XML; `style` as in Heading1."""
    mark = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{mark}<w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def docx(body: str, extra: Mapping[str, bytes | str] | None = None, head: str = "", **said: str) -> bytes:
    """A Word document with this body; `extra` files lie beside, `head` stands before the XML's root."""
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/></w:style>'
        for level in (1, 2)
    )
    styles += '<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>'
    files: dict[str, bytes | str] = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{_RELATED}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="s1" Type="{_RELATED}/styles" Target="styles.xml"/></Relationships>',
        "word/styles.xml": f"<w:styles {_WORD}>{styles}</w:styles>",
        "word/document.xml": f"{head}<w:document {_WORD}><w:body>{body}</w:body></w:document>",
    }
    if said:
        files["docProps/core.xml"] = _CORE.format(**{"title": "", "creator": "", "created": ""} | said)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (files | dict(extra or {})).items():
            archive.writestr(name, content)
    return out.getvalue()
