"""Find out the format of a file and the encoding of its text from its content. Check that the file's name agrees."""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import dataclass
from pathlib import PurePath

from backend.extraction.refusal import UnsuitableFile

WORDS = {
    "pdf": "a PDF",
    "markdown": "Markdown",
    "text": "plain text",
    "html": "a web page",
    "docx": "a Word document (DOCX)",
    "bibtex": "a BibTeX list",
    "ris": "a RIS list",
    "csl-json": "a CSL-JSON list",
}
READ = "Coscribe reads PDF, Markdown, plain text, HTML, DOCX, BibTeX, RIS and CSL-JSON"

_SUFFIXES = {
    ".pdf": "pdf", ".docx": "docx", ".html": "html", ".htm": "html", ".xhtml": "html",
    ".bib": "bibtex", ".bibtex": "bibtex", ".ris": "ris",
    ".md": "markdown", ".markdown": "markdown", ".mkd": "markdown", ".qmd": "markdown", ".rmd": "markdown",
    ".txt": "text", ".text": "text",
}  # fmt: skip
#: The first bytes of unsupported files, and what these files are.
_FOREIGN = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old or encrypted Office file: save it as DOCX, without a password"),
    (b"{\\rtf", "an RTF file: save it as DOCX"),
    (b"%!PS", "a PostScript file: convert it to PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"II*\x00", "a picture"),
    (b"MM\x00*", "a picture"),
    (b"RIFF", "a picture or a recording"),
    (b"\x1f\x8b", "a compressed file: unpack it first"),
    (b"BZh", "a compressed file: unpack it first"),
    (b"\xfd7zXZ", "a compressed file: unpack it first"),
    (b"7z\xbc\xaf", "a compressed file: unpack it first"),
    (b"Rar!", "a compressed file: unpack it first"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3", "a database"),
)
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_XML = re.compile(r"\s*<(?:\?xml|!doctype)\b", re.IGNORECASE)
_RIS = re.compile(r"^TY  ?- ?", re.MULTILINE)
_BIBTEX = re.compile(r"^[ \t]*@[a-z]+[ \t]*[{(]", re.IGNORECASE | re.MULTILINE)
_BEGINS_BIBTEX = re.compile(r"(?:\s|%[^\n]*\n)*@[a-z]+\s*[{(]", re.IGNORECASE)
_MARKDOWN = re.compile(
    r"^(?:#{1,6} \S|```|~~~|\|.+\|$|> \S|!\[)|\]\((?:https?://|#)|^(?:===+|---+)$|\*\*\S", re.MULTILINE
)
#: Maximum number of characters of a text that are examined.
_HEAD = 20_000

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: Maximum number of bytes that are examined to guess the encoding of a file.
_SAMPLE = 200_000
#: The least share of non-ASCII characters that are letters in words or punctuation in a Western text. Chosen, not
#: tuned: French with its dashes has 0.86, German 1; Russian and Chinese files read as Western have less than 0.1.
_KNOWN_SHARE = 0.8
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
#: Letters beyond ASCII within words of ASCII letters, as in the languages of Western Europe.
_WESTERN = re.compile("(?<=[A-Za-z])[\u00c0-\u00ff\u0152\u0153\u0160\u0161\u017d\u017e]|[\u00c0-\u00ff](?=[a-z])")
_TYPOGRAPHY = re.compile(
    "[\u2018-\u201e\u2013\u2014\u2026\u2022\u20ac\u00a0\u00a7\u00ab\u00bb\u00b0\u00b1\u00b5\u00b7]"
)


@dataclass(frozen=True, slots=True)
class Found:
    """The format of a file and, if it is a text file, its text."""

    kind: str
    text: str = ""


def recognised(content: bytes, filename: str) -> Found:
    """Return the format of a file. Raises UnsuitableFile if the format is not supported, or if the file's name says
    that it has another format.
    """
    if not content.strip(b"\x00 \t\r\n"):
        raise UnsuitableFile("is empty")
    claimed = _claimed(filename)
    found = _binary(content)
    if found is None:
        try:
            text = decoded(content)
        except UnsuitableFile as error:
            raise UnsuitableFile(f"{error}; {READ}") from error
        found = Found(_textual(text, claimed), text)
    may_differ = claimed in ("markdown", "text") and found.kind not in ("pdf", "docx")
    if claimed and claimed != found.kind and not may_differ:
        raise UnsuitableFile(f"is {WORDS[claimed]} by its name, but its content is {WORDS[found.kind]}: rename it")
    return found


def check(head: bytes, filename: str) -> None:
    """Raise UnsuitableFile if the first bytes of a file and its name already show that it cannot be read."""
    if not head.strip(b"\x00 \t\r\n"):
        raise UnsuitableFile("is empty")
    claimed, found = _claimed(filename), _binary(head)
    if found is not None and claimed and claimed != found.kind:
        raise UnsuitableFile(f"is {WORDS[claimed]} by its name, but its content is {WORDS[found.kind]}: rename it")
    if found is None and claimed in ("pdf", "docx"):
        raise UnsuitableFile(f"is {WORDS[claimed]} by its name, but its content is something else; {READ}")


def _claimed(filename: str) -> str:
    suffix = PurePath(filename.lower()).suffix
    return "csl-json" if suffix == ".json" else _SUFFIXES.get(suffix, "")


def _binary(content: bytes) -> Found | None:
    if b"%PDF-" in content[:1024]:
        return Found("pdf")
    if content.startswith(b"PK\x03\x04"):
        return Found("docx")  # another archive is refused by docx.py
    for magic, words in _FOREIGN:
        if content.startswith(magic):
            raise UnsuitableFile(f"is {words}; {READ}")
    return None


def _textual(text: str, claimed: str) -> str:
    """Return the format of a text: the format that its content shows, else Markdown or plain text. `claimed` is the
    format that the file's name says. Raises UnsuitableFile for XML or JSON that is not supported.
    """
    head = text[:_HEAD]
    if _HTML.match(head) and claimed != "markdown":
        return "html"
    if claimed == "html" and re.search(r"<(?:p|div|h[1-6]|article|table|ul)\b", head, re.IGNORECASE):
        return "html"
    if _XML.match(head) and claimed != "markdown":
        raise UnsuitableFile(f"is an XML file that is not a web page; {READ}")
    if head.lstrip()[:1] in ("[", "{") and claimed in ("csl-json", ""):
        return _json(text)
    if (found := _RIS.search(head)) and (claimed == "ris" or not head[: found.start()].strip()):
        return "ris"
    if _BEGINS_BIBTEX.match(head) or (claimed == "bibtex" and _BIBTEX.search(text)):
        return "bibtex"
    if claimed in ("markdown", "text"):
        return claimed
    return "markdown" if head.startswith("---\n") or len(_MARKDOWN.findall(head)) >= 3 else "text"


def _json(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise UnsuitableFile(f"is invalid JSON ({error}): export the list again") from error
    except RecursionError as error:
        raise UnsuitableFile("is JSON that is nested too deeply for a list of works: export the list again") from error
    items = value if isinstance(value, list) else value.get("items", [value]) if isinstance(value, dict) else []
    if isinstance(items, list) and any(
        isinstance(each, dict) and each.keys() & {"title", "DOI", "author"} for each in items
    ):
        return "csl-json"
    raise UnsuitableFile(f"is JSON, but not a CSL-JSON list of works; {READ}")


def decoded(content: bytes) -> str:
    r"""Decode the bytes of a file. Line ends become `\n`. Raises UnsuitableFile if the bytes are not text, or if the
    encoding cannot be found out.
    """
    text = _decoded(content)
    if len(_CONTROL.findall(text[:_SAMPLE])) > len(text[:_SAMPLE]) // 1000:
        raise UnsuitableFile("is not text (it contains control characters)")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n").replace("\v", "\n")
    return _CONTROL.sub("", text).removeprefix("\ufeff")


def _decoded(content: bytes) -> str:
    for mark, name in _MARKS:
        if content.startswith(mark):
            return _strictly(content[len(mark) :], name)
    sample = content[:_SAMPLE]
    if b"\x00" in sample:
        return _strictly(content, _wide(sample))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return _western(content)


def _strictly(content: bytes, name: str) -> str:
    try:
        return content.decode(name)
    except UnicodeDecodeError as error:
        raise UnsuitableFile(f"is not text (its bytes are not valid {name.upper()})") from error


def _wide(sample: bytes) -> str:
    """Return "utf-16-le" or "utf-16-be" for a text without a byte order mark, in which every second byte is zero, as in
    text with Latin letters. Raises UnsuitableFile if the zeros are elsewhere.
    """
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if odd > len(sample) // 4 and even < odd // 20:
        return "utf-16-le"
    if even > len(sample) // 4 and odd < even // 20:
        return "utf-16-be"
    raise UnsuitableFile("is not text (it contains zero bytes)")


def _western(content: bytes) -> str:
    """Decode the bytes as Windows-1252 if nearly all characters outside ASCII are then letters within words, or
    punctuation. Raises UnsuitableFile otherwise.
    """
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    sample = text[:_SAMPLE]
    beyond = sum(1 for character in sample if character > "\x7f")
    known = len(_WESTERN.findall(sample)) + len(_TYPOGRAPHY.findall(sample))
    if known < _KNOWN_SHARE * beyond:
        raise UnsuitableFile("is in an unknown encoding: save it as UTF-8")
    return text
