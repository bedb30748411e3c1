"""Attach highlights and the texts of files to a message; texts longer than the server allows are divided."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from backend.client.api_types import Attached
from backend.client.failures import Misused

#: The contract's limits: characters of one attached text, and how many there may be.
MOST_CHARACTERS, MOST_TEXTS = 20_000, 50


def attached(
    highlights: Iterable[str], files: Iterable[Path], note: str | None = None, source: str | None = None
) -> list[Attached]:
    """Return all attachments, highlights first. Raises Misused for unreadable files and too many texts."""
    made: list[Attached] = []
    for text in highlights:
        highlight: Attached = {"type": "highlight", "content": text}
        if note:
            highlight["note"] = note
        if source:
            highlight["source"] = source
        made.append(highlight)
    for path in files:
        parts = pieces(read_text(path), MOST_CHARACTERS)
        for number, part in enumerate(parts, 1):
            title = path.name if len(parts) == 1 else f"{path.name} ({number}/{len(parts)})"
            made.append({"type": "section", "content": part, "title": title, "source": path.name})
    if len(made) > MOST_TEXTS:
        raise Misused(f"{len(made)} texts are attached (long files are sent in parts); at most {MOST_TEXTS} can be.")
    return made


def read_text(path: Path) -> str:
    """Read a file's text without changing it. Raises Misused."""
    try:
        text = read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Misused(
            f"{path} is not text in UTF-8. Save it as UTF-8, or add it to your library: coscribe library add FILE"
        ) from error
    return text


def read_bytes(path: Path) -> bytes:
    """Read a file's bytes. Raises Misused."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise Misused(f"{path} can't be read: {error.strerror or error}.") from error


def pieces(text: str, most: int) -> list[str]:
    """Divide a text into parts of at most `most` characters, between paragraphs, else lines, else words."""
    if not text.strip():
        raise Misused("An attached file is empty. Attach one with text, or leave it out.")
    parts: list[str] = []
    while len(text) > most:
        window = text[:most]
        cut = next((at + len(mark) for mark in ("\n\n", "\n", " ") if (at := window.rfind(mark)) >= most // 2), most)
        parts.append(text[:cut])
        text = text[cut:]
    return [*parts, text] if text.strip() else parts
