"""Convert highlights and files to the texts that are attached to a message. A text that is longer than the server
allows is divided into several texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from backend.client.api_types import Attached
from backend.client.failures import InvalidUsage

#: The server's limits: the longest attached text in characters, and the most attached texts of a message.
MOST_CHARACTERS, MOST_TEXTS = 20_000, 50


def attached(
    highlights: Iterable[str], files: Iterable[Path], note: str | None = None, source: str | None = None
) -> list[Attached]:
    """Return the attached texts, highlights first. Every highlight gets the user's remark (`note`) and its origin
    (`source`), if these are not None. Raises InvalidUsage if a file is blank or cannot be read, or if there are too
    many texts.
    """
    made: list[Attached] = []
    for text in highlights:
        highlight: Attached = {"type": "highlight", "content": text}
        if note:
            highlight["note"] = note
        if source:
            highlight["source"] = source
        made.append(highlight)
    for path in files:
        text = read_text(path)
        if not text.strip():
            raise InvalidUsage(f"{path} is empty, so nothing was sent. Attach a file with text, or none.")
        parts = pieces(text, MOST_CHARACTERS)
        for number, part in enumerate(parts, 1):
            title = path.name if len(parts) == 1 else f"{path.name} ({number}/{len(parts)})"
            made.append({"type": "section", "content": part, "title": title, "source": path.name})
    if len(made) > MOST_TEXTS:
        raise InvalidUsage(
            f"{len(made)} texts are attached (a long file counts as several), but the limit is {MOST_TEXTS}. Attach "
            "fewer or shorter ones."
        )
    return made


def read_text(path: Path) -> str:
    """Return a file's text unchanged. Raises InvalidUsage if the file cannot be read or is not in UTF-8."""
    try:
        text = read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidUsage(
            f"{path} is not text in UTF-8. Save it as UTF-8, or add it to your library: coscribe library add FILE"
        ) from error
    return text


def read_bytes(path: Path) -> bytes:
    """Return a file's bytes. Raises InvalidUsage if the file cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidUsage(f"{path} cannot be read: {error.strerror or error}.") from error


def pieces(text: str, most: int) -> list[str]:
    """Divide a text into parts of at most `most` characters, between paragraphs if possible, else between lines or
    words. Only white space at the end is lost.
    """
    parts: list[str] = []
    while len(text) > most:
        window = text[:most]
        cut = next((at + len(mark) for mark in ("\n\n", "\n", " ") if (at := window.rfind(mark)) >= most // 2), most)
        parts.append(text[:cut])
        text = text[cut:]
    return [*parts, text] if text.strip() else parts
