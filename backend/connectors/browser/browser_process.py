"""Start a browser with few rights, as a separate small program. At the end, remove all processes and files of the
browser.

    python -I -S browser_process.py PROFILE NETWORK PROGRAM ARGUMENT…

The browser reads DevTools commands from the program's standard input, and writes its answers to the program's standard
output. With NETWORK `none` the browser has no network if the kernel allows that; `shared` keeps the network and is for
tests. If the program runs as root, the browser runs as the user nobody.

The program ends when it receives SIGTERM, when its parent dies, when the browser ends, or when the browser uses more
memory than allowed. Before it ends, it kills every process of the browser and waits until they have ended. Processes
whose parent has died become children of this program, so no init process is needed. It uses only the standard library,
and none of our modules, so that it starts in about 30 ms.
"""

from __future__ import annotations

import ctypes
import os
import re
import resource
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path

#: The limits of the browser: bytes of memory of all its processes together, bytes of a file, and seconds of processor
#: time per process.
MEMORY, FILE, CPU_SECONDS = 1_000_000_000, 100_000_000, 60
#: Seconds between two measurements of the memory.
LOOK_SECONDS = 0.2
#: The id of the user without any rights, as whom the browser runs if this program runs as root.
NOBODY = 65534
#: Constants of Linux: prctl's "send a signal when the parent dies" and "adopt orphans", and unshare's namespaces.
_PDEATHSIG, _SUBREAPER, _NEWUSER, _NEWNET = 1, 36, 0x10000000, 0x40000000


def main(profile: str, network: str, *command: str) -> None:
    """Start the browser with `command`, wait until it ends, and remove its processes and its files in the folder
    `profile`. `network` is "none" or "shared", as described at the top.
    """
    parent = os.getppid()
    told: list[int] = []
    woken, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker)
    signal.signal(signal.SIGTERM, lambda number, frame: told.append(number))
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    if sys.platform == "linux":
        system = ctypes.CDLL(None)
        system.prctl(_SUBREAPER, 1)
        system.prctl(_PDEATHSIG, signal.SIGTERM)
    browser = os.fork()
    if browser == 0:
        _become(profile, network, command)
    _forget_the_pipes()
    while not told and os.getppid() == parent and not _reaped(browser) and _memory(os.getpid()) <= MEMORY:
        if select.select([woken], [], [], LOOK_SECONDS)[0]:
            os.read(woken, 4096)
    _end(browser)


def _become(profile: str, network: str, command: tuple[str, ...]) -> None:
    """Replace the forked process by the browser, with limits on what it may use. This function never returns. Its
    arguments are those of `main`.
    """
    try:
        os.setsid()
        if network == "none" and sys.platform == "linux":
            _leave_the_network()
        if os.geteuid() == 0:
            os.chown(profile, NOBODY, NOBODY)
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        os.chdir(profile)
        for limit, value in (
            (resource.RLIMIT_FSIZE, FILE), (resource.RLIMIT_CPU, CPU_SECONDS), (resource.RLIMIT_CORE, 0),
        ):  # fmt: skip
            hard = resource.getrlimit(limit)[1]
            most = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(limit, (most, most))
        os.dup2(0, 3)
        os.dup2(1, 4)
        _forget_the_pipes()
        os.dup2(0, 2)
        os.execv(command[0], command)
    finally:
        os._exit(127)


def _leave_the_network() -> None:
    """Remove the network from this process: directly if the process runs as root, else in a user namespace. Does
    nothing if the kernel does not allow this.
    """
    system = ctypes.CDLL(None)
    user, group = os.geteuid(), os.getegid()
    if system.unshare(_NEWNET) == 0 or system.unshare(_NEWUSER | _NEWNET) != 0:
        return
    # Without a mapping of its user, the browser cannot create the namespaces of its own sandbox.
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def _forget_the_pipes() -> None:
    """Close this process's ends of the pipes to the browser. Otherwise the reader of the browser's pipe would not
    notice when the browser ends.
    """
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for stream in (0, 1):
        os.dup2(nowhere, stream)


def _reaped(browser: int) -> bool:
    """Remove all child processes that have ended from the kernel's table of processes. Returns True if the browser
    itself has ended.
    """
    with suppress(ChildProcessError):
        while pid := os.waitpid(-1, os.WNOHANG)[0]:
            if pid == browser:
                return True
    return False


def _memory(pid: int) -> int:
    """Return how many bytes of memory a process and all its descendants use."""
    try:
        own = re.findall(r"^Rss(?:Anon|Shmem):\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    except OSError:  # the process has ended, or this is not Linux
        return 0
    return 1024 * sum(map(int, own)) + sum(map(_memory, _children(pid)))


def _children(pid: int) -> list[int]:
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(each) for thread in threads for each in (thread / "children").read_text().split()]
    except OSError:  # the process has ended, or the system does not list children
        return []


def _end(browser: int) -> None:
    """Kill the browser, then all processes that it started and that still run."""
    with suppress(ProcessLookupError):
        os.killpg(browser, signal.SIGKILL)
    with suppress(ChildProcessError):
        while True:
            for child in _children(os.getpid()):
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
