"""Pictures beside doc.md."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from backend.errors import Conflict, NotFound
from backend.storage import picture_files, published_documents

SESSION = "0f8fad5b-d9cb-469f-a165-70867728950e"


def _ours(name: str) -> bool:
    return name.endswith(".png")


def _folder(data_dir: Path) -> Path:
    return published_documents.path(data_dir, SESSION).parent


def test_a_picture_lies_beside_the_document(tmp_path: Path) -> None:
    published_documents.publish(tmp_path, SESSION, "![](a.png)", 1)
    picture_files.put(tmp_path, SESSION, "a.png", b"bytes")
    assert (_folder(tmp_path) / "a.png").read_bytes() == b"bytes"
    [found] = picture_files.listed(tmp_path, SESSION, _ours)
    assert (found.name, found.size) == ("a.png", 5)
    assert picture_files.read(tmp_path, SESSION, "a.png") == b"bytes"
    picture_files.remove(tmp_path, SESSION, "a.png")
    assert picture_files.listed(tmp_path, SESSION, _ours) == ()


def test_what_is_not_there_is_not_found(tmp_path: Path) -> None:
    assert picture_files.listed(tmp_path, SESSION, _ours) == ()
    for call in (picture_files.read, picture_files.remove):
        with pytest.raises(NotFound):
            call(tmp_path, SESSION, "a.png")


def test_a_link_and_a_pipe_are_no_pictures(tmp_path: Path) -> None:
    picture_files.put(tmp_path, SESSION, "a.png", b"bytes")
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (_folder(tmp_path) / "b.png").symlink_to(secret)
    os.mkfifo(_folder(tmp_path) / "c.png")
    assert [each.name for each in picture_files.listed(tmp_path, SESSION, _ours)] == ["a.png"]
    for name in ("b.png", "c.png"):
        with pytest.raises(NotFound):
            picture_files.read(tmp_path, SESSION, name)
    with pytest.raises(Conflict):
        picture_files.put(tmp_path, SESSION, "b.png", b"over the link")
    assert secret.read_text() == "secret"
