"""Remove what surrounds a whole answer: the lines of an event stream, a second encoding as JSON, or HTML entities in
place of its characters.
"""

from __future__ import annotations

import html
import json
import re
from typing import Any

from backend.drafting.reply.escapes import as_json
from backend.drafting.reply.json_patterns import KEY, QUOTE
from backend.kernel.storable_text import storable

_FIRST_QUOTE = re.compile(rf"\{{\s*+(\\*+){QUOTE}|(?<!\\)(\\*+){QUOTE}{KEY}\\{{0,16}}{QUOTE}\s*:", re.I)
_CSV = re.compile(rf'\{{\s*""(?:{KEY}|intent|draft)""\s*:', re.I)
#: an answer in which the line breaks between the fields are escaped, too, and not only those inside the fields
_ESCAPED_LAYOUT = re.compile(rf"\{{(?:\s*\\[nrt])+\s*{QUOTE}(?:{KEY}|intent|draft){QUOTE}", re.I)
_BETWEEN = re.compile(r"(?<=[{\[,}\]\"])(?:[ \t]*+\\[nrt])++[ \t]*+(?=[\"}\]{])")
#: the beginning of a value; escaped quotes after it are part of the value
_VALUE = re.compile(rf"[:=]\s*{QUOTE}")
_ENTITY = re.compile(rf"(?:&quot;|&\#0*(?:34|39|x22|x27);|&apos;){KEY}(?:&quot;|&\#|&apos;)", re.I)
_EVENT = re.compile(r"(?:\ufeff|\s)*(?:(?:event|id|retry):[^\n]*\n)*data:", re.I)


def unwrap(text: str) -> tuple[str, set[str]]:
    """Return an answer without what a model or server put around it: an event stream, a second JSON encoding, or HTML
    entities. Also return the names of the repairs made, such as "stream" or "entities".
    """
    repairs: set[str] = set()
    text = text.lstrip("\ufeff")
    if _EVENT.match(text):
        repairs.add("stream")
        text = _events(text)
    elif text.lstrip().startswith('{"') and '"delta"' in text[:2000]:
        joined = _pieces([line for line in text.splitlines() if line.strip()])
        if joined is not None:
            repairs.add("stream")
            text = joined
    if "&" in text and _ENTITY.search(text):
        repairs.add("entities")
        text = html.unescape(text)
    if '""' in text and _CSV.search(text):
        repairs.add("quotes")
        text = text.replace('""', '"')
    if "\\n" in text and _ESCAPED_LAYOUT.search(text):
        repairs.add("newlines")
        text = _BETWEEN.sub(" ", text)
    for _ in range(3):
        first = _FIRST_QUOTE.search(text)
        if first is None or not (first[1] or first[2]) or _in_value(text, first.start()):
            break
        repairs.add("encoded")
        text = storable(as_json(text))
    return text, repairs


def _in_value(text: str, at: int) -> bool:
    """Return True if position `at` is inside a string value, after its opening quotation mark and at least one
    character.
    """
    return _VALUE.search(re.sub(r"[\"'“”`]?(?:[\s\[{]|\\+[nrt])*\Z", "", text[max(0, at - 5000) : at])) is not None


def _events(text: str) -> str:
    """Return the text in the data lines of server-sent events."""
    lines = re.split(r"\r\n|\n", text)
    data = [line[5:].removeprefix(" ") for line in lines if line.startswith("data:") and line[5:].strip() != "[DONE]"]
    joined = _pieces(data)
    if joined is not None:
        return joined
    kept = [line[5:].removeprefix(" ") if line.startswith("data:") else line for line in lines]
    if "" in lines[:-2]:
        blocks = "\n".join(line for line in kept if line.strip() != "[DONE]").split("\n\n")
        return "".join(blocks)
    return "\n".join(line for line in kept if line.strip() != "[DONE]")


def _pieces(lines: list[str]) -> str | None:
    """Return the joined texts of a stream whose lines are JSON objects; None if a line is not such an object."""
    pieces: list[str] = []
    for line in lines:
        try:
            piece = _piece(json.loads(line))
        except (ValueError, RecursionError):
            return None
        if piece is None:
            return None
        pieces.append(piece)
    return "".join(pieces) if pieces else None


def _piece(chunk: Any) -> str | None:
    if isinstance(chunk, str):
        return chunk
    if not isinstance(chunk, dict):
        return None
    choices = chunk.get("choices")
    if isinstance(choices, list):
        if not choices or not isinstance(choices[0], dict):
            return ""
        inner = choices[0].get("delta") or choices[0].get("message") or choices[0]
    elif isinstance(chunk.get("delta"), dict | str):
        inner = chunk["delta"]
    else:
        return None
    if isinstance(inner, str):
        return inner
    text = inner.get("content", inner.get("text")) if isinstance(inner, dict) else None
    return text if isinstance(text, str) else ""
