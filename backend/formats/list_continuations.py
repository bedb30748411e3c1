"""Mark the paragraphs of a Word file that continue a list item. Word stores such a paragraph as a list item that has
neither number nor bullet.

Without the marks, Pandoc would read each of them as a separate item.
"""

from __future__ import annotations

import io
import re
import zipfile

#: The part of a Word file that has the text. The parts with notes come next; Pandoc reads no lists in these.
_TEXT = "word/document.xml"
_NOTES = frozenset({"word/footnotes.xml", "word/endnotes.xml"})
_NUMBERING = "word/numbering.xml"
_PATTERN = re.compile(r'<w:abstractNum [^<>]*?w:abstractNumId="(\d+)"[^<>]*>(.*?)</w:abstractNum>', re.DOTALL)
_LEVEL = re.compile(r'<w:lvl [^<>]*?w:ilvl="(\d+)"[^<>]*>(.*?)</w:lvl>', re.DOTALL)
_LIST = re.compile(r'<w:num [^<>]*?w:numId="(\d+)"[^<>]*>\s*<w:abstractNumId w:val="(\d+)" ?/>(.*?)</w:num>', re.DOTALL)
_KIND = re.compile(r'<w:numFmt w:val="(?:bullet|none)"')
_BLANK = re.compile(r'<w:lvlText w:val="\s*" ?/>')
#: A paragraph's properties. If a change of the properties is tracked, the old properties are nested inside the new
#: ones.
_PROPERTIES = re.compile(r"<w:pPr(?: [^<>]*)?>.*?</w:pPr>(?!\s*</w:pPrChange>)", re.DOTALL)
_CHANGE = re.compile(r"<w:pPrChange\b.*?</w:pPrChange>", re.DOTALL)
_NUMBER = re.compile(r"<w:numPr>(.*?)</w:numPr>", re.DOTALL)
_VALUE = re.compile(r'<w:(ilvl|numId) w:val="(\d+)" ?/>')


def with_marks(content: bytes, token: str) -> bytes:
    """Return the Word file with the text `{token}c` at the start of each paragraph that continues a list item. `token`
    is a random word that the file does not contain.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        names = set(package.namelist())
        blank = (
            _blank_levels(package.read(_NUMBERING).decode("utf-8", "replace")) if _NUMBERING in names else frozenset()
        )
        if not blank:
            return content
        mark = f"<w:r><w:t>{token}c</w:t></w:r>"

        def marked(found: re.Match[str]) -> str:
            number = _NUMBER.search(_CHANGE.sub("", found[0]))
            values = dict(_VALUE.findall(number[1])) if number else {}
            return found[0] + mark if (values.get("numId"), values.get("ilvl", "0")) in blank else found[0]

        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
            for each in package.infolist():
                held = package.read(each)
                if each.filename == _TEXT:
                    held = _PROPERTIES.sub(marked, held.decode("utf-8", "replace")).encode()
                target.writestr(each, held)
    return buffer.getvalue()


def notes_with_lists(content: bytes) -> int:
    """Return how many footnotes and endnotes contain a list. An import loses the numbers and bullets of these lists."""
    count = 0
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        for name in set(package.namelist()) & _NOTES:
            text = package.read(name).decode("utf-8", "replace")
            count += sum("<w:numPr>" in note for note in re.split(r"<w:(?:footnote|endnote) ", text)[1:])
    return count


def _blank_levels(numbering: str) -> frozenset[tuple[str, str]]:
    """Return (number of a list, level) for each level at which a list shows neither a number nor a bullet."""
    blank = {pattern: _blank_in(levels) for pattern, levels in _PATTERN.findall(numbering)}
    return frozenset(
        (number, level)
        for number, pattern, overrides in _LIST.findall(numbering)
        for level in blank.get(pattern, frozenset()) - {found for found, _ in _LEVEL.findall(overrides)}
    )


def _blank_in(levels: str) -> frozenset[str]:
    return frozenset(level for level, held in _LEVEL.findall(levels) if _KIND.search(held) and _BLANK.search(held))
