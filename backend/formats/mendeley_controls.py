"""Convert the citations of Mendeley Cite, Mendeley's newer add-in for Word, to fields that Pandoc reads.

Mendeley Cite stores each citation in a content control (`w:sdt`). The control's tag is `MENDELEY_CITATION_v3_` followed
by the citation as JSON in base64; the JSON has the CSL item of each cited work. Older versions of Mendeley, and Zotero,
store the same JSON in a field.
"""

from __future__ import annotations

import base64
import binascii
import io
import json
import re
import zipfile
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

_PARTS = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
_CITATION = re.compile(r'<w:tag\s+w:val="MENDELEY_CITATION_v\d+_([A-Za-z0-9+/_=-]+)"\s*/>')
_LIST = re.compile(r'<w:tag\s+w:val="MENDELEY_BIBLIOGRAPHY[^"<>]*"\s*/>')
_OPENING, _CLOSING = "<w:sdtContent>", "</w:sdtContent>"
#: The beginning of a content control that contains whole paragraphs: the start of its first paragraph with the
#: paragraph's properties. The field is inserted after it.
_PARAGRAPH = re.compile(r"\s*<w:p(?: [^<>]*)?>(?:\s*<w:pPr>.*?</w:pPr>|\s*<w:pPr ?/>)?", re.DOTALL)
#: The parts of a cited work's entry that a field needs.
_HOW = ("id", "itemData", "locator", "label", "prefix", "suffix", "suppress-author")


def with_fields(content: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Replace each citation of Mendeley Cite in a Word file by a field, and remove the printed list of references.

    Returns the new file, and a warning for each citation whose text was changed by hand in Word.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        names = set(package.namelist())
        parts = {name: package.read(name).decode("utf-8", "replace") for name in _PARTS if name in names}
        told: list[str] = []
        changed = {name: made for name, text in parts.items() if (made := _rewritten(text, told)) != text}
        if not changed:
            return content, ()
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
            for each in package.infolist():
                new = changed.get(each.filename)
                target.writestr(each, new.encode() if new is not None else package.read(each))
    return buffer.getvalue(), tuple(dict.fromkeys(told))


def _rewritten(text: str, told: list[str]) -> str:
    pieces, at = [], 0
    for tag in sorted([*_CITATION.finditer(text), *_LIST.finditer(text)], key=lambda found: found.start()):
        start = text.find(_OPENING, tag.end())
        end = text.find(_CLOSING, start)
        if tag.start() < at or start < 0 or end < 0:
            continue
        start += len(_OPENING)
        shown = text[start:end]
        if tag.re is _LIST:
            pieces += [text[at:start], "<w:p/>" if _PARAGRAPH.match(shown) else ""]
        elif citation := _citation(tag[1], told):
            pieces += [text[at:start], _field(citation, shown)]
        else:
            continue
        at = end
    return "".join((*pieces, text[at:]))


def _citation(encoded: str, told: list[str]) -> dict[str, Any] | None:
    """Return the citation that is `encoded` in the tag of a Mendeley content control, in the form of a Word citation
    field. Returns None if it is not valid. Warnings are added to `told`.
    """
    plain = encoded.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        said = json.loads(base64.b64decode(plain + "=" * (-len(plain) % 4)))
    except (binascii.Error, ValueError, RecursionError):
        return None
    items = list(_items(said))
    if not items:
        return None
    override = said.get("manualOverride")
    if isinstance(override, dict) and override.get("isManuallyOverridden"):
        words = " ".join(str(override.get("manualOverrideText") or "").split())[:100]
        told.append(
            f"A citation was changed by hand in Word to “{words}”. This change is not kept: exports will write the "
            "citation as the citation style requires."
        )
    return {"citationItems": items, "properties": {"noteIndex": 0}}


def _items(said: Any) -> Iterator[dict[str, Any]]:
    items = said.get("citationItems") if isinstance(said, dict) else None
    for number, each in enumerate(items if isinstance(items, list) else ()):
        if isinstance(each, dict) and isinstance(each.get("itemData"), dict):
            known = {"id": each["itemData"].get("id") or f"item-{number}"}
            yield known | {name: each[name] for name in _HOW if each.get(name)}


def _field(citation: dict[str, Any], shown: str) -> str:
    begin = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ADDIN CSL_CITATION '
        f"{escape(json.dumps(citation, ensure_ascii=False))} </w:instrText></w:r>"
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    )
    end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    paragraph = _PARAGRAPH.match(shown)
    if paragraph is None:
        return f"{begin}{shown}{end}"
    last = shown.rfind("</w:p>")
    return f"{paragraph[0]}{begin}{shown[paragraph.end() : last]}{end}{shown[last:]}"
