"""What every store of files does; each implementation's tests take this class up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from backend.errors import NotFound
from backend.ports import Files

FOLDER = "sessions/0f8fad5b-d9cb-469f-a165-70867728950e"


class FileContract:
    """Needs a fixture `files`."""

    def test_what_is_put_is_read_and_replaced(self, files: Files) -> None:
        files.put(f"{FOLDER}/a.png", b"one")
        files.put(f"{FOLDER}/a.png", b"\0\xfftwo")
        assert files.read(f"{FOLDER}/a.png") == b"\0\xfftwo"
        with files.on_disk(f"{FOLDER}/a.png") as path:
            assert path.read_bytes() == b"\0\xfftwo"

    def test_a_file_of_this_machine_is_taken(self, files: Files, tmp_path: Path) -> None:
        came = tmp_path / "came"
        came.write_bytes(b"x" * 3_000_000)
        files.take("library/someone/work", came)
        assert files.read("library/someone/work") == b"x" * 3_000_000

    def test_what_is_not_there_is_not_found(self, files: Files) -> None:
        with pytest.raises(NotFound):
            files.read(f"{FOLDER}/none.png")
        with pytest.raises(NotFound), files.on_disk(f"{FOLDER}/none.png"):
            pass
        files.remove(f"{FOLDER}/none.png")
        files.remove_folder(FOLDER)
        files.move_folder(FOLDER, "elsewhere")
        assert (files.listed(FOLDER), files.folders("sessions")) == ((), ())

    def test_a_folder_is_listed_by_names(self, files: Files) -> None:
        for name in ("b.png", "a.png", "scratch/notes.md", "ümlaut é+&.png"):
            files.put(f"{FOLDER}/{name}", name.encode())
        files.put("sessions/another/a.png", b"")
        files.put("library/someone/work", b"")
        assert [each.name for each in files.listed(FOLDER)] == ["a.png", "b.png", "ümlaut é+&.png"]
        deep = files.listed("sessions", deep=True)
        assert [each.name for each in deep if each.name.startswith("another")] == ["another/a.png"]
        assert len(deep) == 5
        [first, *_] = files.listed(FOLDER)
        assert first.size == 5 and abs(first.changed_at - datetime.now(UTC)) < timedelta(minutes=5)
        assert files.folders("sessions") == (FOLDER.split("/")[1], "another")

    def test_a_folder_goes_with_all_in_it_and_nothing_beside_it(self, files: Files) -> None:
        for name in (f"{FOLDER}/a.png", f"{FOLDER}/scratch/notes.md", f"{FOLDER}2/a.png"):
            files.put(name, b"x")
        files.remove(f"{FOLDER}/a.png")
        files.remove_folder(FOLDER)
        assert [each.name for each in files.listed("sessions", deep=True)] == [f"{FOLDER.split('/')[1]}2/a.png"]

    def test_a_folder_moves(self, files: Files) -> None:
        files.put(f"{FOLDER}/a.png", b"x")
        files.put(f"{FOLDER}/scratch/notes.md", b"y")
        files.move_folder("sessions", "sessions.before")
        assert files.listed("sessions", deep=True) == ()
        assert files.read(f"sessions.before/{FOLDER.split('/')[1]}/scratch/notes.md") == b"y"

    @pytest.mark.parametrize("name", ["", "..", "../x", "sessions/../../x", "/etc/passwd", "a//b", "a/./b", "a\0b"])
    def test_no_name_leads_elsewhere(self, files: Files, name: str) -> None:
        for call in (files.read, files.remove, files.listed, files.remove_folder, lambda each: files.put(each, b"x")):
            with pytest.raises(ValueError, match="not a valid file name"):
                call(name)
