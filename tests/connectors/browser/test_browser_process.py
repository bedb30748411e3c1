"""The keeper, with shells in a browser's place: who is started poor in rights, and that nobody is left."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from backend.connectors.browser import browser_process
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what is tested is Linux's")

Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def profile() -> Iterator[Path]:
    """A folder that nobody, who root's browser is, can get to."""
    made = Path(tempfile.mkdtemp(prefix="coscribe-keeper-", dir="/tmp"))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def start(profile: Path) -> Iterator[Start]:
    """A keeper of a shell that reads from descriptor 3 and writes to 4, as a browser does."""
    made: list[subprocess.Popen[bytes]] = []

    def started(script: str, network: str = "none", program: str = browser_process.__file__) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-I", "-S", "-B", program, str(profile), network, "/bin/sh", "-c", script]
        made.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        return made[-1]

    yield started
    for each in made:
        each.kill()
        each.communicate()


def line(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().decode().strip()


def alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_it_hands_the_pipes_on(start: Start):
    process = start("read -r said <&3; echo heard $said >&4")
    assert process.communicate(b"this\n", timeout=PATIENCE) == (b"heard this\n", None)


def test_it_has_few_rights(start: Start, profile: Path):
    script = 'echo $(id -u) $(readlink /proc/self/ns/net) $(ulimit -c) $PWD "$(ls /proc/self/fd | tr "\\n" " ")" >&4'
    user, network, core, folder, *descriptors = line(start(script)).split()
    assert user == str(browser_process.NOBODY if os.geteuid() == 0 else os.geteuid())
    assert core == "0" and folder == str(profile)
    assert set(descriptors) <= {"0", "1", "2", "3", "4", "5"}  # the last is the listing's own
    if subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode == 0:
        assert network != os.readlink("/proc/self/ns/net")


def test_the_network_may_be_left_to_it(start: Start):
    assert line(start("readlink /proc/self/ns/net >&4", "shared")) == os.readlink("/proc/self/ns/net")


FAMILY = "sleep 600 & one=$!; setsid sleep 600 & two=$!; (setsid sleep 600 & echo $one $two $! $$ >&4); wait"


@pytest.mark.parametrize("how", [signal.SIGTERM, "the browser dies"])
def test_nobody_is_left(start: Start, how: object):
    """Not even those that went into sessions of their own, or whose parent is gone."""
    process = start(FAMILY)
    family = [int(each) for each in line(process).split()]
    assert all(map(alive, family))
    if how == signal.SIGTERM:
        process.terminate()
    else:
        os.kill(family[-1], signal.SIGKILL)
    assert process.wait(PATIENCE) == 0
    assert not any(map(alive, family))


def test_it_ends_with_its_parent(profile: Path):
    keep = [sys.executable, "-I", "-S", "-B", browser_process.__file__, str(profile), "none", "/bin/sh", "-c", FAMILY]
    code = f"import subprocess, time; subprocess.Popen({keep!r}); time.sleep(600)"
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    family = [int(each) for each in line(parent).split()]
    parent.kill()
    parent.communicate(timeout=PATIENCE)
    until(lambda: None if any(map(alive, family)) else True)


def test_too_much_memory_ends_it(start: Start, tmp_path: Path):
    small = tmp_path / "browser_process.py"
    source = Path(browser_process.__file__).read_text(encoding="utf-8")
    small.write_text(source.replace("= 1_000_000_000,", "= 60_000_000,"), encoding="utf-8")
    process = start("x=$(head -c 50000000 /dev/zero | tr '\\0' x); y=$x$x; echo $$ >&4; sleep 600", program=str(small))
    assert process.wait(PATIENCE) == 0


def test_a_program_that_is_none_ends_it(profile: Path):
    command = [sys.executable, "-I", "-S", browser_process.__file__, str(profile), "none", "/nowhere/chromium"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (0, b"")
