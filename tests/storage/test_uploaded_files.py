"""The library's files: whole or not there, and nothing left behind."""

from __future__ import annotations

import io
import os
import time

import pytest

from backend.errors import Conflict
from backend.kernel.files import work_file
from backend.storage import uploaded_files
from backend.storage.columns import new_id
from backend.storage.folder_files import FolderFiles


class Torn(io.BytesIO):
    def read(self, size: int | None = -1) -> bytes:
        raise OSError("the caller went away")


def test_a_file_comes_in_whole_and_is_taken_or_discarded(tmp_path):
    user = new_id()
    came, other = (uploaded_files.receive(tmp_path, user, io.BytesIO(b"x" * 3_000_000)) for _ in range(2))
    assert came.size == 3_000_000 and came.sha256 == other.sha256 and came.work_id != other.work_id
    FolderFiles(tmp_path).take(work_file(user, came.work_id), came.path)
    came.discard()
    other.discard()
    assert [each.name for each in (tmp_path / "library" / user).iterdir()] == [came.work_id]
    assert FolderFiles(tmp_path).read(work_file(user, came.work_id)) == b"x" * 3_000_000


def test_what_breaks_off_leaves_nothing(tmp_path):
    user = new_id()
    with pytest.raises(OSError, match="went away"):
        uploaded_files.receive(tmp_path, user, Torn())
    assert list((tmp_path / "library" / user).iterdir()) == []


@pytest.mark.parametrize("name", ["..", "../../etc", "", "x", "a/b"])
def test_only_ids_are_users(tmp_path, name):
    with pytest.raises(ValueError, match="id"):
        uploaded_files.receive(tmp_path, name, io.BytesIO(b"x"))


def test_a_link_is_not_followed(tmp_path):
    user, outside = new_id(), tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / user).symlink_to(outside)
    with pytest.raises(Conflict):
        uploaded_files.receive(tmp_path, user, io.BytesIO(b"x"))
    assert outside.exists() and list(outside.iterdir()) == []


def test_the_sweep_takes_what_the_dead_have_left(tmp_path):
    user = new_id()
    mine = uploaded_files.receive(tmp_path, user, io.BytesIO(b"on its way"))
    folder = mine.path.parent
    old = time.time() - 7200
    (folder / new_id()).write_bytes(b"a work")
    (folder / ".upload.nobody%20here.0123abcd").write_bytes(b"x")
    os.utime(folder / ".upload.nobody%20here.0123abcd", (old, old))
    assert uploaded_files.sweep(tmp_path) == 1
    assert len(list(folder.iterdir())) == 2 and mine.path.exists()
