"""Find the words of an imported file that are missing from the resulting Markdown. This detects any loss, whatever its
cause.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote

from backend.formats.latex_words import shown_text

_WORD = re.compile(r"[^\W_]+")
#: Text that a Word file shows; deleted text (w:delText) and formulas (m:t) are other elements.
_WORD_TEXT = re.compile(r"<w:t(?: [^<>]*)?>([^<]*)</w:t>|(</w:p>|<w:tab/>|<w:br/>|<w:tab |<w:br )")
_WORD_PARTS = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
#: Fields in which reference managers store citations. An import converts them to citation keys, so their text, and that
#: of the reference list, is not compared.
_REFERENCE_FIELD = re.compile(r"ADDIN\s+(?:ZOTERO|CSL_|Mendeley|EN\.)", re.IGNORECASE)
#: Elements whose text is not the document's: scripts, formulas, and what is only for programs.
_SKIPPED = frozenset(
    "script style head math svg noscript template office:annotation text:tracked-changes text:note-citation".split()
)
_ITEM = re.compile(r"<(?:\w+:)?item\s[^<>]*>")
_SPINE_ITEM = re.compile(r"<(?:\w+:)?itemref\s[^<>]*>")
_ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*[\"']([^\"'<>]*)[\"']")
#: Tags that can be inside a word.
_INLINE = frozenset(
    "text:span text:a text:bookmark text:bookmark-start text:bookmark-end text:soft-page-break span a b i em strong "
    "sub sup u small wbr mark font".split()
)
_TAG = re.compile(r"<(/?)([A-Za-z][\w:-]*)[^<>]*>")
#: Markup that can be inside a word, as in H~2~O.
_MARKUP = re.compile(r"\]\((?:[^()\s]|\([^()\s]*\))*\)|[*_~^`\\\[\]]|\{[^{}]*\}|</?[a-z]+>")
#: Maximum number of missing words that the warning quotes.
_NAMED = 12


def lost_words(format: str, content: bytes, markdown: str) -> str:
    """Return a warning that says how many words of a file are missing from `markdown`, and quotes the first ones.
    Returns "" if no word is missing.

    `format` is Pandoc's name of the file's format, `content` is the file, and `markdown` is the text imported from it.
    """
    shown = re.sub(r"\\([^\w\s])", r"\1", _without(markdown, "<!-- Comment by ", "-->"))
    there = Counter(_words(unescape(shown)))
    bare = ""
    lost = []
    for word in _words(_text(format, content)):
        if there[word] > 0:
            there[word] -= 1
            continue
        # In code, a character reference such as &amp; is shown as it is written.
        bare = bare or f"{unescape(_MARKUP.sub('', shown))} {shown}".casefold()
        if word not in bare:
            lost.append(word)
    if not lost:
        return ""
    some = " ".join(lost[:_NAMED]) + (" …" if len(lost) > _NAMED else "")
    counted = f"{len(lost):,} words of the file are" if len(lost) > 1 else "1 word of the file is"
    return f"{counted} not in the text: “{some}”. Compare the text with the file."


def _words(text: str) -> Iterator[str]:
    return (found[0].casefold() for found in _WORD.finditer(text))


def _text(format: str, content: bytes) -> str:
    if format == "html":
        return _page_text(content.decode("utf-8", "replace"))
    if format == "latex":
        return shown_text(content.decode("utf-8", "replace"))
    if format not in ("docx", "odt", "epub"):
        return ""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        names = set(package.namelist())
        if format == "epub":
            return " ".join(_page_text(package.read(name).decode("utf-8", "replace")) for name in _chapters(package))
        if format == "odt":
            return _page_text(package.read("content.xml").decode("utf-8", "replace")) if "content.xml" in names else ""
        parts = [package.read(name).decode("utf-8", "replace") for name in _WORD_PARTS if name in names]
    return unescape(" ".join(" ".join(map(_word_text, _without_fields(part))) for part in parts))


def _chapters(package: zipfile.ZipFile) -> Iterator[str]:
    """Yield the paths of the pages of an EPUB in reading order, without the table of contents."""
    names = package.namelist()
    for description in (each for each in names if each.lower().endswith(".opf")):
        text = package.read(description).decode("utf-8", "replace")
        items = {}
        for found in _ITEM.finditer(text):
            about = dict(_ATTRIBUTE.findall(found[0]))
            if "nav" not in about.get("properties", "").split():
                items[about.get("id", "")] = unquote(about.get("href", ""))
        for found in _SPINE_ITEM.finditer(text):
            about = dict(_ATTRIBUTE.findall(found[0]))
            path = posixpath.normpath(
                posixpath.join(posixpath.dirname(description), items.get(about.get("idref", ""), ""))
            )
            if path in names and about.get("linear") != "no":
                yield path


def _without_fields(part: str) -> Iterator[str]:
    """Yield consecutive pieces of the XML `part` of a Word file, without the fields that reference managers have
    inserted.
    """
    for piece in part.split('w:fldCharType="begin"'):
        instruction, end, rest = piece.partition('w:fldCharType="end"')
        yield rest if end and _REFERENCE_FIELD.search(instruction) else piece


def _word_text(xml: str) -> str:
    return "".join(found[1] if found[1] is not None else " " for found in _WORD_TEXT.finditer(xml))


def _page_text(page: str) -> str:
    """Return the text of XML or HTML without tags, scripts, formulas and comments."""
    body = re.search(r"<(?:body|office:text)\b", page, re.IGNORECASE)
    page = _without(page[body.start() :] if body else page, "<!--", "-->")
    pieces, at = [], 0
    while found := _TAG.search(page, at):
        pieces.append(page[at : found.start()])
        name, at = found[2].lower(), found.end()
        if name in _SKIPPED and not found[1] and not found[0].endswith("/>"):
            end = page.find(f"</{found[2]}", at)
            at = end if end >= 0 else len(page)
        pieces.append("" if name in _INLINE else " ")
    return unescape("".join((*pieces, page[at:])))


def _without(text: str, opening: str, closing: str) -> str:
    """Return the text without the parts that begin with `opening` and end with `closing`."""
    pieces = text.split(opening)
    rest = (piece.partition(closing) for piece in pieces[1:])
    return " ".join([pieces[0], *(after if mark else before for before, mark, after in rest)])
