"""The library's files: whole or not there, and nothing left behind."""

from __future__ import annotations

import io
import os
import time

import pytest

from backend.errors import Conflict
from backend.storage import uploaded_files
from backend.storage.columns import new_id


class Torn(io.BytesIO):
    def read(self, size: int | None = -1) -> bytes:
        raise OSError("the caller went away")


def test_a_file_settles_whole_and_goes(tmp_path):
    user, work = new_id(), new_id()
    came = uploaded_files.receive(tmp_path, user, io.BytesIO(b"x" * 3_000_000))
    assert came.size == 3_000_000 and not uploaded_files.path(tmp_path, user, work).exists()
    came.settle(work)
    came.discard()
    assert uploaded_files.path(tmp_path, user, work).read_bytes() == b"x" * 3_000_000
    uploaded_files.remove(tmp_path, user, work)
    uploaded_files.remove(tmp_path, user, work)
    assert list((tmp_path / "library" / user).iterdir()) == []


def test_what_breaks_off_leaves_nothing(tmp_path):
    user = new_id()
    with pytest.raises(OSError, match="went away"):
        uploaded_files.receive(tmp_path, user, Torn())
    assert list((tmp_path / "library" / user).iterdir()) == []


@pytest.mark.parametrize("name", ["..", "../../etc", "", "x", "a/b"])
def test_only_ids_are_places(tmp_path, name):
    with pytest.raises(ValueError, match="id"):
        uploaded_files.path(tmp_path, name, new_id())
    with pytest.raises(ValueError, match="id"):
        uploaded_files.path(tmp_path, new_id(), name)


def test_a_link_is_not_followed(tmp_path):
    user, outside = new_id(), tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / user).symlink_to(outside)
    with pytest.raises(Conflict):
        uploaded_files.receive(tmp_path, user, io.BytesIO(b"x"))
    uploaded_files.remove_all(tmp_path, user)
    assert outside.exists() and list(outside.iterdir()) == []


def test_the_sweep_takes_what_belongs_to_nobody(tmp_path):
    user, known, lost, fresh = (new_id() for _ in range(4))
    for work in (known, lost, fresh):
        uploaded_files.receive(tmp_path, user, io.BytesIO(work.encode())).settle(work)
    folder = tmp_path / "library" / user
    old = time.time() - 7200
    for work in (known, lost):
        os.utime(folder / work, (old, old))
    (folder / ".upload.nobody%20here.0123abcd").write_bytes(b"x")
    os.utime(folder / ".upload.nobody%20here.0123abcd", (old, old))
    mine = uploaded_files.receive(tmp_path, user, io.BytesIO(b"on its way"))
    assert uploaded_files.sweep(tmp_path, {known}) == 2
    assert {each.name for each in folder.iterdir()} == {known, fresh, mine.path.name}
