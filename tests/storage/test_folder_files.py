"""Files in the data folder: whole, and never by way of a link."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from backend.errors import Conflict, NotFound
from backend.storage import published_documents
from backend.storage.folder_files import FolderFiles
from tests.storage.file_contract import FOLDER, FileContract


class TestFolderFiles(FileContract):
    @pytest.fixture
    def files(self, tmp_path: Path) -> FolderFiles:
        (tmp_path / "data").mkdir()
        return FolderFiles(tmp_path / "data")


@pytest.fixture
def files(tmp_path: Path) -> FolderFiles:
    return FolderFiles(tmp_path)


def test_a_link_a_pipe_and_a_folder_are_no_files_of_ours(files: FolderFiles, tmp_path: Path) -> None:
    files.put(f"{FOLDER}/a.png", b"bytes")
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (tmp_path / FOLDER / "b.png").symlink_to(secret)
    os.mkfifo(tmp_path / FOLDER / "c.png")
    (tmp_path / FOLDER / "d.png").mkdir()
    assert [each.name for each in files.listed(FOLDER, deep=True)] == ["a.png"]
    for name in ("b.png", "c.png", "d.png"):
        with pytest.raises(NotFound):
            files.read(f"{FOLDER}/{name}")
        with pytest.raises(Conflict):
            files.put(f"{FOLDER}/{name}", b"over it")
    assert secret.read_text() == "secret"


def test_a_folder_that_is_a_link_is_not_followed_and_only_the_link_goes(files: FolderFiles, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "sessions").mkdir()
    (tmp_path / FOLDER).symlink_to(outside)
    for call in (lambda: files.put(f"{FOLDER}/a.png", b"x"), lambda: files.listed(FOLDER)):
        with pytest.raises(Conflict):
            call()
    files.remove_folder(FOLDER)
    assert outside.is_dir() and not (tmp_path / FOLDER).is_symlink()


def test_what_a_dead_process_left_is_no_file_and_goes(files: FolderFiles, tmp_path: Path) -> None:
    files.put(f"{FOLDER}/scratch/a.md", b"x")
    left = tmp_path / FOLDER / "scratch" / f"{published_documents.TEMPORARY}nobody%20here.0123abcd"
    left.write_bytes(b"half")
    os.utime(left, (1, 1))
    assert [each.name for each in files.listed(FOLDER, deep=True)] == ["scratch/a.md"]
    assert published_documents.sweep(tmp_path) == 1 and not left.exists()


def test_a_write_that_fails_leaves_nothing(files: FolderFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    files.put(f"{FOLDER}/a.png", b"old")
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(OSError, match="No space"):
            files.put(f"{FOLDER}/a.png", b"new")
    assert [each.name for each in (tmp_path / FOLDER).iterdir()] == ["a.png"]
    assert files.read(f"{FOLDER}/a.png") == b"old"
