"""Mutants tried one after the other in a copy of the tree.

One process imports and collects the tests of their rooms and of the doors to them; each trial is a fork of it in which
one function is exchanged. Its file is written, too, for the processes that a test starts. A mutant that may act before
the first test is imported anew.

A busy machine must not pass for a test that notices. So a mutant counts as killed only if the same test fails twice,
and as endless only by the CPU time that one test took; where a test just waited too long, nothing was shown.
"""

from __future__ import annotations

import builtins
import json
import math
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest
from _pytest.main import pytest_runtestloop as run_items

from tests.mutation.mutants import Mutant
from tests.mutation.patching import patch
from tests.mutation.probes import NOTE, NOTE_CALLS, Probe, compile_with_probes, note_calls, probes_of
from tests.mutation.reach import Reach, Recorder, read_reach

#: A test may take this many times the CPU time of the unchanged tree, and these seconds on top.
PATIENCE, GRACE = 10, 5
#: CPU seconds to import and collect, and seconds of the clock after which a run that just waits is given up.
START, WAIT = 60, 900
#: A mutant that grows without end gets a MemoryError here, before the machine suffers.
MEMORY = 3 << 30
#: Each test runs once, on SQLite: the second database doubles the time and hardly ever sees what the first does not.
OPTIONS = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "not postgresql"]
#: Tests that come into every room as a person does: what only they hold to is noticed as well.
DOORS = ("tests/services", "tests/api", "tests/journeys/conversations")
#: Said of a test that fails without any mutant.
UNCHANGED = "unchanged"
#: Exit code of a process in which the mutant could not be exchanged.
NOT_PATCHED = 71


@dataclass(frozen=True, slots=True)
class Workplace:
    """A copy of the tree, in which one mutant at a time is tried."""

    folder: Path

    @property
    def log(self) -> Path:
        return self.folder.with_suffix(".log")

    @property
    def reach(self) -> Path:
        return self.folder.with_suffix(".reach")

    @property
    def failed(self) -> Path:
        """Where the name of the test that failed is written."""
        return self.folder.with_suffix(".failed")

    @property
    def outcomes(self) -> Path:
        return self.folder.with_suffix(".outcomes")


def copy_tree(root: Path, folder: Path) -> Workplace:
    """Copy what tests need of the tree at `root` to `folder`."""
    leave = shutil.ignore_patterns("__pycache__", ".git", ".venv", ".hypothesis", "*.db", "torture")
    shutil.copytree(root, folder, ignore=leave, symlinks=True)
    return Workplace(folder)


def try_mutants(work: Workplace, mutants: list[Mutant], most: float = math.inf) -> Iterator[tuple[int, str]]:
    """Yield the place of each mutant in the list and how it ended, as soon as that is known.

    Besides the tests of its own module, so many seconds of the other tests are spent on each.
    "killed", "endless", "survived", "unclear" (a test failed, and passed when repeated) or "stuck" (waited too long).
    Tests that fail on the unchanged tree are printed at once and left out.
    """
    work.outcomes.write_text("")
    server = os.fork()
    if server == 0:
        rooms = (f"tests/{mutant.path.partition('/')[0]}" for mutant in mutants)
        folders = [each for each in dict.fromkeys((*rooms, *DOORS)) if (work.folder / each).exists()]
        _become_pytest(work, folders, _Server(work, mutants, most), compiles=True)
    told = outcomes = 0
    early = []
    ended = status = 0
    while not ended:
        time.sleep(0.2)
        ended, status = os.waitpid(server, os.WNOHANG)
        lines = work.outcomes.read_text().splitlines()
        for line in lines[told:]:
            found, outcome = json.loads(line)
            if outcome == UNCHANGED:
                print(f"{found} fails on the unchanged tree and is left out.", flush=True)
                continue
            outcomes += 1
            if outcome == "early":
                early.append(found)
            else:
                yield found, outcome
        told = len(lines)
    if status or outcomes < len(mutants):
        sys.exit(work.log.read_text() + "\nThe tests could not be run.")
    reach = read_reach(work.reach)
    for number in early:
        source = (work.folder / "backend" / mutants[number].path).read_bytes()
        tests = reach.tests_of(number, mutants[number], source, most)
        yield number, _try_written(work, mutants[number], tests, reach.seconds)


class _Server:
    """A plugin that, instead of running the tests, tries the mutants on them."""

    def __init__(self, work: Workplace, mutants: list[Mutant], most: float) -> None:
        self._work, self._mutants, self._most = work, mutants, most
        self._recorder = Recorder(lambda test: self._tell(test, UNCHANGED))
        setattr(builtins, NOTE, self._recorder.note)
        setattr(builtins, NOTE_CALLS, note_calls)
        backend = work.folder / "backend"
        sources = {path.relative_to(backend).as_posix(): path.read_bytes() for path in backend.rglob("*.py")}
        _import_with_probes({str(backend / path): probes for path, probes in probes_of(mutants, sources).items()})

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.dont_write_bytecode = True
        if _wait_for(_fork(lambda: self._record(session)), 3600) != 0:
            os._exit(1)
        setattr(builtins, NOTE, lambda number: None)
        reach = read_reach(self._work.reach)
        for number, mutant in enumerate(self._mutants):
            self._tell(number, self._try(session, number, mutant, reach))
        os._exit(0)

    def _tell(self, about: int | str, outcome: str) -> None:
        with self._work.outcomes.open("a") as file:
            file.write(f"{json.dumps([about, outcome])}\n")

    def _record(self, session: pytest.Session) -> int:
        session.config.option.maxfail = 0
        session.config.pluginmanager.register(self._recorder)
        run_items(session)
        self._recorder.write(self._work.reach)
        return 0

    def _try(self, session: pytest.Session, number: int, mutant: Mutant, reach: Reach) -> str:
        target = self._work.folder / "backend" / mutant.path
        source = target.read_bytes()
        if reach.is_early(number, mutant, source):
            return "early"

        def run(tests: list[str]) -> int | None:
            def work() -> int:
                if not patch(mutant, source, str(target)):
                    return NOT_PATCHED
                places = {test: place for place, test in enumerate(tests)}
                session.items = [item for item in session.items if item.nodeid in places]
                session.items.sort(key=lambda item: places[item.nodeid])
                session.config.pluginmanager.register(_Bounds(reach.seconds, self._work.failed))
                return _run_items(session)

            return _wait_for(_fork(work), WAIT)

        with _written(mutant, target):
            return _judge(self._work, run, reach.tests_of(number, mutant, source, self._most))


def _import_with_probes(probes: dict[str, list[Probe]]) -> None:
    """Let this process import these files with their probes. The compiled files that it writes have none."""
    load = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, name: str) -> Any:
        code = load(self, name)
        mine = probes.get(self.path)
        return compile_with_probes(self.get_data(self.path), self.path, mine) if mine else code

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def _run_items(session: pytest.Session) -> int:
    try:
        run_items(session)
    except session.Failed:
        return 1
    return 1 if session.testsfailed else 0


def _judge(work: Workplace, run: Callable[[list[str]], int | None], tests: list[str]) -> str:
    """Run the tests until one fails, and that one again."""
    if not tests:
        return "survived"
    work.failed.unlink(missing_ok=True)
    outcome = _outcome(run(tests))
    if outcome != "killed" or not work.failed.exists():  # fails before the first test: a machine's load can't do that
        return outcome
    again = _outcome(run([json.loads(work.failed.read_text(encoding="utf-8"))]))
    return "unclear" if again == "survived" else again


def _outcome(code: int | None) -> str:
    if code is None:
        return "stuck"
    named = {0: "survived", pytest.ExitCode.NO_TESTS_COLLECTED: "survived", NOT_PATCHED: "early"}
    return named.get(code, "endless" if code == -signal.SIGXCPU else "killed")


def _try_written(work: Workplace, mutant: Mutant, tests: list[str], seconds: dict[str, float]) -> str:
    """Write the mutant into its file and import everything anew."""
    target = work.folder / "backend" / mutant.path

    def run(tests: list[str]) -> int | None:
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        bounds = _Bounds(seconds, work.failed, frozenset(tests))
        return _wait_for(_fork(lambda: _become_pytest(work, files, bounds, compiles=False)), WAIT)

    own = [test for test in tests if test.partition("::")[0] == tests[0].partition("::")[0]]
    with _written(mutant, target):
        outcome = _judge(work, run, own)
        return _judge(work, run, tests[len(own) :]) if outcome == "survived" else outcome


@contextmanager
def _written(mutant: Mutant, target: Path) -> Iterator[None]:
    """Keep the mutant in its file meanwhile."""
    source, stat = target.read_bytes(), target.stat()
    target.write_bytes(mutant.applied(source))
    os.utime(target, (stat.st_atime, stat.st_mtime + 100))  # so that no compiled file passes for it
    try:
        yield
    finally:
        target.write_bytes(source)
        os.utime(target, (stat.st_atime, stat.st_mtime))


class _Bounds:
    """A plugin that gives each test its CPU time, names the one that fails, and leaves out those not chosen."""

    def __init__(self, seconds: dict[str, float], failed: Path, chosen: frozenset[str] | None = None) -> None:
        self._seconds, self._failed, self._chosen = seconds, failed, chosen

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self._chosen is not None:
            items[:] = [item for item in items if item.nodeid in self._chosen]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        _allow_cpu(time.process_time() + PATIENCE * self._seconds[item.nodeid] + GRACE)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.write_text(json.dumps(report.nodeid), encoding="utf-8")


def _fork(work: Callable[[], int]) -> int:
    """Do the work in a forked process that leads a group of its own and ends with the code that comes of it."""
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        os.setsid()
        code = work()
    finally:
        os._exit(code)


def _wait_for(child: int, seconds: float) -> int | None:
    """The exit code of a process; None if it took longer and was ended. What it left running is ended, too."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            _end_group(child)
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    _end_group(child)
    os.waitpid(child, 0)
    return None


def _allow_cpu(seconds: float) -> None:
    """End this process by a signal when it has used so many seconds of CPU since it began."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, resource.RLIM_INFINITY))


def _end_group(group: int) -> None:
    """End what a test process left running: its group is its own."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


def _become_pytest(work: Workplace, arguments: list[str], plugin: Any, *, compiles: bool) -> int:
    """In a forked process: run pytest in the copy and return its exit code."""
    code = 70
    try:
        if not compiles:
            _allow_cpu(time.process_time() + START)
        os.chdir(work.folder)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        os.environ["PYTHONPATH"] = str(work.folder)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        sys.dont_write_bytecode = not compiles
        sys.path[:] = [str(work.folder), *(p for p in sys.path if p not in ("", str(Path(__file__).parents[2])))]
        for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "backend", "conftest")]:
            del sys.modules[name]
        log = os.open(work.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(log, 1)
        os.dup2(log, 2)
        code = int(pytest.main([*OPTIONS, f"--basetemp={work.folder.with_suffix('.tmp')}", *arguments], [plugin]))
    finally:
        os._exit(code)
