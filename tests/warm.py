"""Start commands in processes that have Coscribe's libraries imported already.

A server of its own takes 2 s of CPU time to start, of which 1.5 are imports, and some fifty tests start one. So the
first of them starts a process that imports what `coscribe serve` and `coscribe worker` import; every command is a fork
of it. Nothing of Coscribe has run there, and no thread: a fork finds what a new interpreter finds after its imports.
`tests/test_cli.py` and `tests/journeys/test_wheel.py` start the command as its users do.

    process = warm.start("backend.cli", "serve", environ=environ, log=log)
    process.wait(); process.returncode
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import random
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.waiting import PATIENCE
from tests.warm_call import call

#: What the commands import on their way, and what servers import for a first request.
IMPORTED = (
    "backend.administration.first_call", "backend.bootstrap", "backend.doctor", "backend.server",
    "backend.edge_worker", "backend.thread_worker", "backend.net.model_client", "backend.services.first_use",
    "backend.storage.migration", "wordllama", "huey", "tests.torture.points",
)  # fmt: skip
#: The log of the process that the commands are forked of, and the socket at which it takes orders, in its folder.
_LOG, LINE = "log", "line"


class Process:
    """A command that runs in a process group of its own; as much of `subprocess.Popen` as tests use of one."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self.returncode: int | None = None
        self.pid = self._hear(PATIENCE)

    def poll(self) -> int | None:
        if self.returncode is None:
            try:
                self.returncode = self._hear(0)
            except BlockingIOError:
                return None
            self._line.close()
        return self.returncode

    def wait(self, timeout: float = PATIENCE) -> int:
        if self.returncode is None:
            self.returncode = self._hear(timeout)
            self._line.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def _hear(self, seconds: float) -> int:
        self._line.settimeout(seconds)
        told = self._line.recv(64)
        assert told, f"the process that started it is gone: {(_warm_folder() / _LOG).read_text()[-2000:]}"
        return int(told)


def start(module: str, *words: str, environ: Mapping[str, str], log: Path | None = None) -> Process:
    """Run `python -m module words` with this environment; what it prints is added to `log`, or lost."""
    with open(os.devnull, "rb") as nothing, open(log or os.devnull, "ab") as output:
        streams = [nothing.fileno(), output.fileno(), output.fileno()]
        return Process(call(_warm_folder() / LINE, [module, *words], environ, streams))


def command(module: str) -> list[str]:
    """The beginning of a command line that does what `python -m module` does, in the place and with the streams of
    whoever runs it.
    """
    return [
        sys.executable,
        "-S",
        "-E",
        str(Path(__file__).with_name("warm_call.py")),
        str(_warm_folder() / LINE),
        module,
    ]


@functools.cache
def _warm_folder() -> Path:
    """The folder of a process that has everything imported; it ends with this one."""
    folder = Path(tempfile.mkdtemp(prefix="warm-"))
    with (folder / _LOG).open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm", str(folder)], stdin=subprocess.PIPE, stdout=log, stderr=log,
            cwd=Path(__file__).parents[1], start_new_session=True,
        )  # fmt: skip
    atexit.register(process.communicate)  # closes the line on which it sees that we are gone
    until = time.monotonic() + PATIENCE
    while not (folder / LINE).exists():
        assert process.poll() is None and time.monotonic() < until, (folder / _LOG).read_text()
        time.sleep(0.02)
    return folder


def main(folder: Path) -> None:
    for name in IMPORTED:
        importlib.import_module(name)
    with contextlib.suppress(ImportError):  # an extra
        importlib.import_module("backend.client.mcp")
    assert threading.active_count() == 1, "a thread would be missing in every fork"
    gc.collect()
    gc.freeze()  # a collector that looked at all of this would copy it in every fork
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(str(folder / "made"))
        door.listen(32)
        (folder / "made").rename(folder / LINE)
        order = _fork_for_orders(door)
    if order is not None:
        _obey(order)


def _fork_for_orders(door: socket.socket) -> dict[str, Any] | None:
    """In each fork, the order that it is to carry out; here None, once nobody can order any more."""
    lines: dict[int, socket.socket] = {}
    bell, ring = socket.socketpair()
    ring.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(ring.fileno(), warn_on_full_buffer=False)
    with selectors.DefaultSelector() as selector:
        for each in (door, bell, sys.stdin):
            selector.register(each, selectors.EVENT_READ)
        while True:
            ready = {key.fileobj for key, _ in selector.select()}
            if bell in ready:
                bell.recv(4096)
                _tell_who_ended(lines)
            if sys.stdin in ready:
                return None
            if door in ready:
                line, _ = door.accept()
                order, streams, _, _ = socket.recv_fds(line, 1 << 20, 3)
                child = os.fork()
                if child == 0:
                    signal.set_wakeup_fd(-1)
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    os.setsid()
                    line.send(str(os.getpid()).encode())
                    for each in (line, bell, ring, *lines.values()):
                        each.close()
                    return {**json.loads(order), "streams": streams}
                lines[child] = line
                for each in streams:
                    os.close(each)


def _tell_who_ended(lines: dict[int, socket.socket]) -> None:
    while lines:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        line = lines.pop(pid)
        with contextlib.suppress(OSError):  # nobody waits for it
            line.send(str(os.waitstatus_to_exitcode(status)).encode())
        line.close()


def _obey(order: dict[str, Any]) -> None:
    """Be the command, as if this interpreter had been started for it."""
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environ"])
    time.tzset()
    tempfile.tempdir = None
    random.seed()
    for number, stream in enumerate(order["streams"]):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - for as long as the process lives
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    module, *sys.argv[1:] = order["words"]
    sys.modules.pop(module, None)
    code = _exit_code(lambda: runpy.run_module(module, run_name="__main__", alter_sys=True))
    threading._shutdown()  # waits for its threads, as the end of an interpreter does
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            stream.flush()
    os._exit(code)  # to take all the libraries down would take a second


def _exit_code(work: Callable[[], object]) -> int:
    """Do the work, and tell what a process would end with that did nothing else."""
    try:
        work()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:  # noqa: BLE001 - as the interpreter does at its end
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    main(Path(sys.argv[1]))
