"""Implement `read` and `write`: notes in a scratch folder of the session, and nowhere else.

Names are plain, the folder is opened by its handle, and no symbolic link is followed, so that a call cannot leave it.
The session's document can be read as `doc.md`, but never written.
"""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from backend.errors import NotFound, Refused
from backend.kernel.tool_calls import ToolResult, ToolSpec, ToolUse
from backend.tools.tool import takes

DOCUMENT = "doc.md"
#: Bytes of a file, and files of a session.
MOST_BYTES, MOST_FILES = 1_000_000, 50
#: Characters of a file that are shown at once.
SHOWN = 20_000
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}(?:\.[A-Za-z0-9]{1,8}){0,2}")
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class _Scratch:
    """The folder `<data>/sessions/<session id>/scratch`."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir

    def is_ready(self, use: ToolUse) -> bool:
        return use.session_id is not None

    @contextmanager
    def opened(self, use: ToolUse) -> Iterator[int]:
        """Open the folder and yield its handle, creating it if necessary. Raises Refused if something else is in its
        place.
        """
        if use.session_id is None:
            raise NotFound("There is no scratch folder outside of a session.")
        handles = [os.open(self._data_dir, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)]
        try:
            for step in ("sessions", str(uuid.UUID(use.session_id)), "scratch"):
                with suppress(FileExistsError):
                    os.mkdir(step, 0o700, dir_fd=handles[-1])
                try:
                    handles.append(os.open(step, _FOLDER, dir_fd=handles[-1]))
                except OSError:
                    raise Refused("The scratch folder can't be used: something else stands in its place.") from None
            yield handles[-1]
        finally:
            for each in handles:
                os.close(each)


class ReadTool(_Scratch):
    """Reads a note, or the document."""

    spec = ToolSpec(
        "read",
        f"Read a note that was written with `write`, or the session's document, {DOCUMENT}. Without a name: the list.",
        takes({}, {"name": "the file's name"}),
        about="name",
    )

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult:
        name = arguments["name"]
        if name == DOCUMENT and use.document is not None:
            return ToolResult(_cut(use.document) or "(empty)")
        with self.opened(use) as folder:
            if not name:
                return ToolResult("\n".join([DOCUMENT, *sorted(os.listdir(folder))]))
            content = _read(folder, _plain(name))
        return ToolResult(_cut(content.decode("utf-8", "replace")) or "(empty)")


class WriteTool(_Scratch):
    """Writes a note."""

    spec = ToolSpec(
        "write",
        f"Write a note into the session's scratch folder, replacing one of that name. {DOCUMENT} can't be written.",
        takes({"name": "the file's name, such as notes.md", "text": "all of its text"}),
        about="name",
    )

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult:
        name = arguments["name"]
        if name.casefold() == DOCUMENT:
            raise Refused(
                f"{DOCUMENT} changes only when the researcher approves a draft.", errors={"name": ["read-only"]}
            )
        content = arguments["text"].encode("utf-8", "replace")
        if len(content) > MOST_BYTES:
            raise Refused(f"A note may have {MOST_BYTES} bytes.", errors={"text": ["too long"]})
        with self.opened(use) as folder:
            there = os.listdir(folder)
            if _plain(name) not in there and len(there) >= MOST_FILES:
                raise Refused(f"There are {MOST_FILES} notes already.", errors={"name": ["too many files"]})
            _replace(folder, name, content)
        return ToolResult(f"{name} has {len(content)} bytes now.", count=len(content))


def _plain(name: str) -> str:
    if not _NAME.fullmatch(name):
        words = "letters, digits, - and _ with an ending, no folders"
        raise Refused(f"{name[:80]!r} is no name of a note: {words}.", errors={"name": [words]})
    return name


def _read(folder: int, name: str) -> bytes:
    try:
        handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        try:
            return os.read(handle, MOST_BYTES)
        finally:
            os.close(handle)
    except OSError:
        raise NotFound(f"There is no note {name!r}.") from None


def _replace(folder: int, name: str, content: bytes) -> None:
    """Replace a note atomically: a reader gets the old note or the new one."""
    made = f".{uuid.uuid4().hex}"
    handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(made, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        os.unlink(made, dir_fd=folder)
        raise Refused(f"{name!r} can't be written: something else has that name.", errors={"name": ["taken"]}) from None


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}\n[… {len(text) - SHOWN} more characters]"
