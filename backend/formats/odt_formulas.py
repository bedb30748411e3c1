"""Replace the formulas of an ODT file by tokens, because Pandoc does not read these formulas."""

from __future__ import annotations

import io
import re
import zipfile

#: A frame that shows an embedded object such as a formula; frames with pictures have no `draw:object`.
_FRAME = re.compile(r"<draw:frame\b[^<>]*>\s*<draw:object\b[^<>]*?xlink:href=\"([^\"<>]+)\"[^<>]*?(?:/>|>)")
_END = "</draw:frame>"
_MATH = re.compile(r"<(?:math:)?math\b.*</(?:math:)?math>", re.DOTALL)
#: The most formulas of a file, and the longest formula in characters. Bounds, not tuned.
MOST_FORMULAS, MOST_LENGTH = 5_000, 100_000


def with_words(content: bytes, token: str) -> tuple[bytes, dict[str, str]]:
    """Return the ODT file with a token in place of each formula, and the formulas as MathML, by token."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        names = set(package.namelist())
        if "content.xml" not in names:
            return content, {}
        text = package.read("content.xml").decode("utf-8", "replace")
        formulas: dict[str, str] = {}
        pieces, at = [], 0
        for frame in _FRAME.finditer(text):
            end = text.find(_END, frame.end())
            formula = _formula(package, names, frame[1]) if end >= 0 and frame.start() >= at else ""
            if formula and len(formulas) < MOST_FORMULAS:
                word = f"{token}f{len(formulas) + 1}x"
                formulas[word] = formula
                pieces += [text[at : frame.start()], word]
                at = end + len(_END)
        if not formulas:
            return content, {}
        return _rewritten(package, "".join((*pieces, text[at:]))), formulas


def _formula(package: zipfile.ZipFile, names: set[str], href: str) -> str:
    """Return the MathML of an object in the file; "" if the object is not a formula, or is too long."""
    name = f"{href.removeprefix('./').rstrip('/')}/content.xml"
    if name not in names or package.getinfo(name).file_size > MOST_LENGTH:
        return ""
    found = _MATH.search(package.read(name).decode("utf-8", "replace"))
    return re.sub(r"(</?)math:", r"\1", found[0]) if found else ""


def _rewritten(package: zipfile.ZipFile, text: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for each in package.infolist():
            made.writestr(each, text.encode() if each.filename == "content.xml" else package.read(each))
    return buffer.getvalue()
