"""The confined child of a rendering."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rendering.test_pandoc import NEEDED

pytestmark = NEEDED


def launch(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "backend.rendering.launcher", str(os.getpid()), *arguments]
    root = str(Path(__file__).resolve().parents[2])
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={"PYTHONPATH": root})


def test_a_program_gets_limits(tmp_path: Path) -> None:
    done = launch(tmp_path, "pandoc", "/bin/sh", "-c", "ulimit -t; ulimit -c")
    assert done.stdout.split() == ["60", "0"]


def test_typst_makes_a_pdf_and_names_its_fonts(tmp_path: Path) -> None:
    (tmp_path / "in.typ").write_text("= Title\nText.")
    done = launch(tmp_path, "typst", "in.typ", "out.pdf")
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")
    assert "FONT\tLibertinus Serif" in done.stdout


@pytest.mark.parametrize("path", ["/etc/passwd", "../outside.txt"])
def test_typst_reads_nothing_outside_of_its_folder(tmp_path: Path, path: str) -> None:
    (tmp_path / "outside.txt").write_text("secret")
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "in.typ").write_text(f'#read("{path}")')
    done = launch(folder, "typst", "in.typ", "out.pdf")
    assert done.returncode != 0 and not (folder / "out.pdf").exists()
