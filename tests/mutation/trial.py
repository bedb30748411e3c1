"""One mutant tried in a copy of the tree: a process of its own runs the module's own tests, then those of its room."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.mutation.mutants import Mutant

#: A mutant may loop for ever. It is given this many times what the unchanged tree takes, and these seconds on top.
PATIENCE, GRACE = 4, 30
#: Each test runs once, on SQLite: the second database doubles the time and hardly ever sees what the first does not.
OPTIONS = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "not postgresql"]


@dataclass(frozen=True, slots=True)
class Workplace:
    """A copy of the tree, in which one mutant at a time is tried."""

    folder: Path

    def tests_of(self, path: str) -> Iterator[list[str]]:
        """What to run for a module, one after the other: its own test file, and the rest of its room."""
        room, _, rest = path.partition("/")
        own = f"tests/{(Path(path).parent / ('test_' + Path(path).name)).as_posix()}"
        if (self.folder / own).exists():
            yield [own]
        if rest:
            yield [f"tests/{room}", f"--deselect={own}"]


def copy_tree(root: Path, folder: Path) -> Workplace:
    """Copy what tests need of the tree at `root` to `folder`."""
    leave = shutil.ignore_patterns("__pycache__", ".git", ".venv", ".hypothesis", "*.db", "torture", "journeys")
    shutil.copytree(root, folder, ignore=leave, symlinks=True)
    return Workplace(folder)


def try_mutant(work: Workplace, mutant: Mutant, bound: float) -> str:
    """Return "killed", "survived" or "timed out"."""
    target = work.folder / "backend" / mutant.path
    source, stat = target.read_bytes(), target.stat()
    target.write_bytes(mutant.applied(source))
    os.utime(target, (stat.st_atime, stat.st_mtime + 100))  # so that no compiled file passes for it
    try:
        for tests in work.tests_of(mutant.path):
            code = run_tests(work, tests, bound)
            if code is None:
                return "timed out"
            if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
                return "killed"
        return "survived"
    finally:
        target.write_bytes(source)
        os.utime(target, (stat.st_atime, stat.st_mtime))


def run_tests(work: Workplace, tests: list[str], bound: float) -> int | None:
    """The exit code of pytest in a forked process; None if it took more than `bound` seconds and was ended."""
    child = os.fork()
    if child == 0:
        _become_pytest(work, tests)
    deadline = time.monotonic() + bound
    while time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            _end_group(child)
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    _end_group(child)
    os.waitpid(child, 0)
    return None


def _end_group(group: int) -> None:
    """End what a test process left running: its group is its own."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


def _become_pytest(work: Workplace, tests: list[str]) -> None:
    """In the forked process: run the tests of the copy and leave with pytest's exit code."""
    code = 70
    try:
        os.setsid()
        os.chdir(work.folder)
        os.environ["PYTHONPATH"] = str(work.folder)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        sys.dont_write_bytecode = True
        sys.path[:] = [str(work.folder), *(p for p in sys.path if p not in ("", str(Path(__file__).parents[2])))]
        for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "backend", "conftest")]:
            del sys.modules[name]
        log = os.open(work.folder.parent / f"{work.folder.name}.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        os.dup2(log, 2)
        code = int(pytest.main([*OPTIONS, *tests]))
    finally:
        os._exit(code)
