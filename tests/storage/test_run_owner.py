from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from backend.storage.run_owner import is_alive, this_process

ROOT = Path(__file__).parents[2]
_CHILD = (
    "import time; from backend.storage.run_owner import this_process; print(this_process(), flush=True); time.sleep(60)"
)


def test_this_process_lives_under_one_name() -> None:
    assert this_process() == this_process()
    assert is_alive(this_process()) is True
    assert this_process().split(":")[2] == str(os.getpid())


def test_a_killed_process_is_dead_at_once_reaped_or_not() -> None:
    with subprocess.Popen([sys.executable, "-c", _CHILD], cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        owner = child.stdout.readline().strip()
        assert is_alive(owner) is True
        child.send_signal(signal.SIGKILL)
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # dead, but still in the process table
        if Path("/proc").is_dir():
            assert is_alive(owner) is False
    assert is_alive(owner) is False


def test_a_forked_child_has_a_name_of_its_own() -> None:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, this_process().encode())
        os._exit(0)
    os.close(writer)
    with open(reader) as pipe:
        name = pipe.read()
    os.waitpid(child, 0)
    assert name != this_process() and name.split(":")[2] == str(child)


def _renamed(index: int, value: str) -> str:
    parts = this_process().split(":")
    parts[index] = value
    return ":".join(parts)


@pytest.mark.parametrize("owner", ["", "nonsense", "a:b:c:d", "a:b:1:2:3", "///"])
def test_names_of_another_form_say_nothing(owner: str) -> None:
    assert is_alive(owner) is None


@pytest.mark.parametrize(
    ("part", "value", "alive"),
    [
        (0, "another-machine", None),
        (2, "-1", None),
        (3, "1", False),  # the number was given to another process since
    ],
)
def test_what_is_known_of_others(part: int, value: str, alive: bool | None) -> None:
    assert is_alive(_renamed(part, value)) is alive


def test_nobody_is_dead() -> None:
    assert is_alive(None) is False


@pytest.mark.skipif(not Path("/proc/sys/kernel/random/boot_id").exists(), reason="needs Linux")
def test_boots_and_namespaces() -> None:
    boot, namespace = this_process().split(":")[1].rsplit(".", 1)
    assert is_alive(_renamed(1, f"{'0' * len(boot)}.{namespace}")) is False, "an earlier boot ended all its processes"
    assert is_alive(_renamed(1, f"{boot}.1")) is None, "another container of this machine can't be seen"
