"""Programs in a confined child."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.errors import Busy, Refused
from backend.rendering import confined_program
from backend.rendering.confined_program import Failed, pandoc_path, run, short, slot
from tests.rendering.test_pandoc import NEEDED


@NEEDED
def test_what_a_program_says_comes_back(tmp_path: Path) -> None:
    assert run(tmp_path, 20, "pandoc", pandoc_path(), "--version").startswith("pandoc 3")


@NEEDED
def test_a_failure_tells_its_end_without_paths_of_this_machine(tmp_path: Path) -> None:
    with pytest.raises(Failed) as caught:
        run(tmp_path, 20, "pandoc", pandoc_path(), "/no/such/file.md")
    assert "/no/such" not in caught.value.reason and "does not exist" in caught.value.reason
    assert not caught.value.killed


@NEEDED
def test_a_program_has_its_time(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"more than 0\.001 seconds"):
        run(tmp_path, 0.001, "pandoc", pandoc_path(), "--version")


def test_who_finds_no_place_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined_program, "WAIT_SECONDS", 0.01)
    with slot(), slot(), pytest.raises(Busy), slot():
        raise AssertionError("a third place")
    with slot():
        assert short("x" * 200) == "x" * 159 + "…"


def test_a_library_that_is_not_installed_is_named_by_its_extra() -> None:
    with pytest.raises(Refused, match="extra `export`"):
        pandoc_path("no_such_library")
