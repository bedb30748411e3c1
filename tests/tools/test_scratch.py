import os
import uuid
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.errors import Conflict, CoscribeError, NotFound, Refused
from backend.kernel.tool_calls import ToolCall, ToolUse
from backend.storage.folder_files import FolderFiles
from backend.tools import Tools
from backend.tools.scratch import MOST_BYTES, MOST_FILES, SHOWN, ReadTool, WriteTool

SESSION = str(uuid.uuid4())
USE = ToolUse("question", 5, SESSION, document="# The paper")


@pytest.fixture
def tools(tmp_path: Path) -> Tools:
    return Tools((ReadTool(FolderFiles(tmp_path)), WriteTool(FolderFiles(tmp_path))))


def write(tools: Tools, name: str, text: str = "x", use: ToolUse = USE) -> str:
    return tools.call(ToolCall("write", {"name": name, "text": text}), use).text


def read(tools: Tools, name: str = "", use: ToolUse = USE) -> str:
    return tools.call(ToolCall("read", {"name": name}), use).text


def test_what_is_written_is_read_and_listed(tools: Tools, tmp_path: Path) -> None:
    write(tools, "notes.md", "one\n")
    write(tools, "notes.md", "two — three\n")
    assert read(tools, "notes.md") == "two — three\n"
    assert read(tools) == "doc.md\nnotes.md"
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["notes.md"], "and nothing else is left"


def test_the_document_is_read_and_never_written(tools: Tools, tmp_path: Path) -> None:
    assert read(tools, "doc.md") == "# The paper"
    for name in ("doc.md", "Doc.MD"):
        with pytest.raises(Refused, match="only an approval"):
            write(tools, name)
    assert not list(tmp_path.rglob("doc.md"))


@pytest.mark.parametrize(
    "name",
    ["../x", "..", ".", "/etc/passwd", "a/b", "a\\b", ".hidden", "", "x\ny", "con:x", "a" * 65, "%2e%2e", "é", "a..b"],
)
def test_there_is_no_way_out_by_a_name(tools: Tools, tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused):
        write(tools, name)
    if name:
        with pytest.raises(CoscribeError):
            read(tools, name)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="a./\\~\0-% ", max_size=12))
def test_whatever_the_name_nothing_is_written_elsewhere(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    folder = tmp_path_factory.mktemp("data")
    with suppress(CoscribeError):
        write(Tools((WriteTool(FolderFiles(folder)),)), name)
    for path in folder.rglob("*"):
        assert path.is_dir() or path.parent == folder / "sessions" / SESSION / "scratch"


def test_links_are_not_followed(tools: Tools, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    write(tools, "a.md")
    folder = tmp_path / "sessions" / SESSION / "scratch"
    (folder / "link.md").symlink_to(secret)
    with pytest.raises(NotFound):
        read(tools, "link.md")
    with pytest.raises(Conflict):
        write(tools, "link.md", "new")
    assert secret.read_text() == "secret"
    other = str(uuid.uuid4())
    (tmp_path / "sessions" / other).mkdir()
    (tmp_path / "sessions" / other / "scratch").symlink_to(tmp_path)
    with pytest.raises(Conflict):
        read(tools, "secret.txt", ToolUse("question", 5, other))


def test_a_pipe_or_a_folder_is_no_note(tools: Tools, tmp_path: Path) -> None:
    write(tools, "a.md")
    folder = tmp_path / "sessions" / SESSION / "scratch"
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    with pytest.raises(CoscribeError):
        write(tools, "folder")
    with pytest.raises(CoscribeError):
        read(tools, "folder")
    with pytest.raises(CoscribeError):
        read(tools, "pipe")


def test_limits(tools: Tools) -> None:
    write(tools, "big.txt", "x" * MOST_BYTES)
    assert len(read(tools, "big.txt")) < SHOWN + 100
    with pytest.raises(Refused):
        write(tools, "big.txt", "é" * MOST_BYTES)
    for number in range(MOST_FILES - 1):
        write(tools, f"{number}.md")
    with pytest.raises(Refused, match="already"):
        write(tools, "more.md")
    write(tools, "1.md", "an old one may change")


def test_sessions_do_not_see_each_other_and_nobody_has_one_without(tools: Tools) -> None:
    write(tools, "a.md", "mine")
    with pytest.raises(NotFound):
        read(tools, "a.md", ToolUse("question", 5, str(uuid.uuid4())))
    nobody = ToolUse("question", 5)
    assert tools.specs({"read", "write"}, nobody) == ()
    with pytest.raises(NotFound):
        read(tools, "a.md", nobody)
