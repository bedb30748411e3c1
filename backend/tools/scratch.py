"""Implement the tools `read` and `write`, for notes in a folder of the session.

A note's name has no path, and the file store follows no symbolic link, so the tools can reach no other file. The
session's document can be read as `doc.md`, but not written.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from typing import Any

from backend.errors import NotFound, Refused
from backend.kernel.files import session_file
from backend.kernel.tool_calls import ToolResult, ToolSpec, ToolUse
from backend.ports import Files
from backend.tools.tool import takes

DOCUMENT = "doc.md"
#: Maximum bytes of a note, and number of notes of a session.
MOST_BYTES, MOST_FILES = 1_000_000, 50
#: Maximum characters of a note that are shown at once.
SHOWN = 20_000
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}(?:\.[A-Za-z0-9]{1,8}){0,2}")


class _Scratch:
    """The notes of a session, in the folder `sessions/<session id>/scratch` of the file store."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def is_ready(self, use: ToolUse) -> bool:
        return use.session_id is not None

    def folder(self, use: ToolUse) -> str:
        if use.session_id is None:
            raise NotFound("There is no scratch folder outside of a session. Go on without notes.")
        return session_file(str(uuid.UUID(use.session_id)), "scratch")


class ReadTool(_Scratch):
    """Reads a note, or the session's document."""

    spec = ToolSpec(
        "read",
        f"Read a note that was written with `write`, or the session's document, {DOCUMENT}. Without a name, list the "
        f"notes.",
        takes({}, {"name": "the file's name"}),
        about="name",
    )

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult:
        name = arguments["name"]
        if name == DOCUMENT and use.document is not None:
            return ToolResult(_cut(use.document) or "(empty)")
        folder = self.folder(use)
        if not name:
            return ToolResult("\n".join([DOCUMENT, *(each.name for each in self._files.listed(folder))]))
        try:
            content = self._files.read(f"{folder}/{_plain(name)}")[:MOST_BYTES]
        except NotFound:
            raise NotFound(f"There is no note {name!r}. Call `read` without a name to list the notes.") from None
        return ToolResult(_cut(content.decode("utf-8", "replace")) or "(empty)")


class WriteTool(_Scratch):
    """Writes a note."""

    spec = ToolSpec(
        "write",
        f"Write a note to the session's scratch folder. A note of the same name is lost. {DOCUMENT} can't be written.",
        takes({"name": "the file's name, such as notes.md", "text": "the whole text of the note"}),
        about="name",
    )

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult:
        name = arguments["name"]
        if name.casefold() == DOCUMENT:
            raise Refused(
                f"{DOCUMENT} was not written: only an approval of the researcher changes it. Write another file.",
                errors={"name": ["read-only"]},
            )
        content = arguments["text"].encode("utf-8", "replace")
        if len(content) > MOST_BYTES:
            raise Refused(
                f"A note may have at most {MOST_BYTES} bytes. Shorten it, or write several notes.",
                errors={"text": ["too long"]},
            )
        folder = self.folder(use)
        there = {each.name for each in self._files.listed(folder)}
        if _plain(name) not in there and len(there) >= MOST_FILES:
            raise Refused(
                f"There are {MOST_FILES} notes already, the most a session may have. Replace one of them.",
                errors={"name": ["too many files"]},
            )
        self._files.put(f"{folder}/{name}", content)
        return ToolResult(f"{name} has {len(content)} bytes now.", count=len(content))


def _plain(name: str) -> str:
    if not _NAME.fullmatch(name):
        words = "Begin with a letter or digit, use only letters, digits, - and _; an ending such as .md may follow."
        raise Refused(f"{name[:80]!r} is not a valid name for a note. {words}", errors={"name": [words]})
    return name


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}\n[… {len(text) - SHOWN} more characters]"
