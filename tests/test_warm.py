"""A command that is forked of a process with everything imported runs as if it had been started anew."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

from tests import warm
from tests.waiting import PATIENCE, until

TELL = """
import json, os, random, sys, tempfile
told = [dict(os.environ), os.getpid() == os.getpgid(0), random.random(), tempfile.gettempdir()]
told.append(len(os.listdir("/proc/self/fd")))
print(json.dumps(told), file=sys.stderr)
"""


def start(log: Path, statements: str, **environ: str) -> warm.Process:
    """Run some statements: `timeit` is a command of Python's that takes any."""
    return warm.start("timeit", "-n1", "-r1", statements, environ=environ, log=log)


def told(log: Path) -> list:
    return json.loads(next(line for line in log.read_text().splitlines() if line.startswith("[")))


def test_it_has_the_environment_that_was_ordered_and_a_group_and_chance_of_its_own(tmp_path: Path):
    first = start(tmp_path / "first", TELL, ONLY="this", TMPDIR=str(tmp_path))
    second = start(tmp_path / "second", TELL)
    assert (first.wait(), second.wait()) == (0, 0)
    environ, leads, chance, scratch, _ = told(tmp_path / "first")
    assert environ == {"ONLY": "this", "TMPDIR": str(tmp_path)} and leads and scratch == str(tmp_path)
    other, _, another_chance, _, _ = told(tmp_path / "second")
    assert other == {} and another_chance != chance


def test_it_holds_no_file_of_those_before_it(tmp_path: Path):
    waiting = start(tmp_path / "waiting", "import time; time.sleep(300)")
    counts = []
    for name in ("one", "two"):
        start(tmp_path / name, TELL).wait()
        counts.append(told(tmp_path / name)[-1])
    os.kill(waiting.pid, signal.SIGKILL)
    waiting.wait()
    alone = start(tmp_path / "alone", TELL)
    alone.wait()
    assert counts == [told(tmp_path / "alone")[-1]] * 2


def test_how_it_ended_is_told_once_and_kept(tmp_path: Path):
    failing = start(tmp_path / "failing", "raise ValueError")
    assert failing.wait() == failing.poll() == failing.returncode == 1
    assert "ValueError" in (tmp_path / "failing").read_text()
    waiting = start(tmp_path / "waiting", "import time; time.sleep(300)")
    assert waiting.poll() is None
    waiting.terminate()
    assert until(waiting.poll) == waiting.wait(PATIENCE) == -signal.SIGTERM
    waiting.terminate()  # it is gone: nobody is hit


def test_what_is_printed_is_added_to_the_log(tmp_path: Path):
    for _ in range(2):
        start(tmp_path / "log", TELL).wait()
    assert sum(line.startswith("[") for line in (tmp_path / "log").read_text().splitlines()) == 2


def test_a_command_line_has_the_folder_the_streams_and_the_end_of_whoever_runs_it(tmp_path: Path):
    echo = "import os, sys; print(os.getcwd(), sys.stdin.read().upper())"
    line = [*warm.command("timeit"), "-n1", "-r1", echo]
    done = subprocess.run(line, cwd=tmp_path, input="words", capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.splitlines()[0] == f"{tmp_path} WORDS"
    line[-1] = "raise ValueError"
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.returncode == 1 and "ValueError" in done.stderr
    line[-1] = "import time; time.sleep(300)"
    waiting = subprocess.Popen(line)
    waiting.terminate()
    assert waiting.wait(PATIENCE) in (-signal.SIGTERM, 128 + signal.SIGTERM)
