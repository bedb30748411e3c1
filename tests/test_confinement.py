"""What a child process gives up, tried in a child process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

linux = pytest.mark.skipif(sys.platform != "linux", reason="namespaces are Linux's")


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@linux
def test_there_is_no_network() -> None:
    told = run(
        "from backend import confinement; import socket\n"
        "server = socket.create_server(('127.0.0.1', 0))\n"
        "confinement.leave_the_network()\n"
        "try:\n    socket.create_connection(server.getsockname(), timeout=5); print('connected')\n"
        "except OSError as error: print('refused')"
    )
    if told == "connected":
        pytest.skip("this kernel allows no namespaces")
    assert told == "refused"


def test_a_limit_holds() -> None:
    told = run(
        "from backend import confinement; import resource\n"
        "confinement.limit({resource.RLIMIT_NOFILE: 20})\n"
        "try:\n    [open('/dev/null') for _ in range(30)]\nexcept OSError as error: print(error.errno)"
    )
    assert told == "24"


@linux
def test_it_ends_with_its_parent(tmp_path: Path) -> None:
    child = (
        "from backend import confinement; import time\n"
        "confinement.end_with_parent(); print(flush=True); time.sleep(600)"
    )
    code = (
        "import subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', {child!r}], stdout=subprocess.PIPE)\n"
        "child.stdout.readline(); print(child.pid)"
    )
    pid = int(run(code))
    while os.path.exists(f"/proc/{pid}") and "State:\tZ" not in Path(f"/proc/{pid}/status").read_text():
        time.sleep(0.02)


@linux
def test_one_whose_parent_has_gone_ends_at_once() -> None:
    code = "from backend import confinement; confinement.end_with_parent(1); print('still here')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
