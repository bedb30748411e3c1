"""Documents for the extraction's tests, made here: a web page and small PDFs."""

from __future__ import annotations

import zlib

PAGE = """<!doctype html><html><head><title>Reefs</title></head><body>
<nav><ul><li><a href="/a">Home</a></li><li><a href="/b">Subscribe now</a></li></ul></nav>
<article><h1>Reefs under stress</h1>
<p>Coral reefs lose about two percent of their cover each year, as surveys of forty sites over twelve years show.</p>
<p>The loss is largest where summers are warmest, and recovers only after five cool years in a row.</p>
<ul><li>Forty sites were surveyed by divers.</li><li>Twelve years were covered.</li></ul></article>
<footer>Copyright somebody. Accept all cookies.</footer><script>track("everything")</script></body></html>"""


def pdf(*lines: str, compress: bool = False) -> bytes:
    """A PDF of one page with these lines."""
    shown = " ".join(f"({line}) Tj 0 -14 Td" for line in lines)
    stream = f"BT /F1 11 Tf 60 780 Td {shown} ET".encode("latin-1")
    extra = b""
    if compress:
        stream, extra = zlib.compress(stream), b" /Filter /FlateDecode"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d%s >>\nstream\n%s\nendstream" % (len(stream), extra, stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, each in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    return bytes(out)
