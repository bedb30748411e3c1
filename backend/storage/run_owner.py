"""Identify the process that owns a run, and check whether that process is still alive.

The name of an owner is `host:boot:pid:started`. `boot` identifies the start of the machine and the process namespace,
because two containers may have the same host name and the same process numbers. If a process was killed, other
processes of its machine can take over its runs at once; other machines must wait until its lease has expired.

While a run waits for a worker, its owner is not a process but a place in the queue. Each place has a new name.
"""

from __future__ import annotations

import functools
import os
import secrets
import socket
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

_PROC = Path("/proc")
_QUEUE = "queue:"
#: Lower and upper bound for names of places in a sorted list: each name of a place is between these two strings.
PLACES = (_QUEUE, "queue;")


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of a process to do some work. It begins at `now` and lasts `seconds`, unless the process renews it.
    After that, another process may take over the work.
    """

    owner: str
    now: datetime
    seconds: float

    @property
    def until(self) -> datetime:
        return self.now + timedelta(seconds=self.seconds)


def this_process() -> str:
    """Return the owner name of this process. No other process ever has the same name."""
    return _name(os.getpid())


def new_place() -> str:
    """Return a new name for a place in the queue. It becomes the owner of a run that waits for a worker."""
    return _QUEUE + secrets.token_hex(8)


def is_place(owner: str) -> bool:
    """Return True if `owner` names a place in the queue, where a run waits for a worker, and not a process."""
    return owner.startswith(_QUEUE)


def is_alive(owner: str | None) -> bool | None:
    """Return True if the process that `owner` names is running, False if it is not. Returns None if the process is on
    another machine, or if the name cannot be parsed.
    """
    if owner is None:
        return False
    parts = owner.split(":")
    if len(parts) != 4 or not parts[2].isdecimal():
        return None
    host, boot, pid, started = parts
    if host != _host():
        return None
    if boot != _boot():
        # An earlier boot has ended all its processes; processes of another namespace of this boot are not visible here.
        return None if boot.split(".")[0] == _boot().split(".")[0] else False
    if not _PROC.is_dir():
        return _answers(int(pid))
    return _started(int(pid)) == started


@functools.lru_cache(maxsize=2)
def _name(pid: int) -> str:
    return f"{_host()}:{_boot()}:{pid}:{_started(pid) or '-'}"


@functools.cache
def _host() -> str:
    return socket.gethostname().replace(":", "-").replace("/", "-") or "localhost"


@functools.cache
def _boot() -> str:
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{boot}.{os.stat(_PROC / 'self/ns/pid').st_ino}"
    except OSError:
        return "-"


def _started(pid: int) -> str | None:
    """Return when a process started, in clock ticks after the machine's start (field 22 of `/proc/<pid>/stat`, see
    proc(5)); None if there is no such process.
    """
    try:
        stat = (_PROC / str(pid) / "stat").read_text("utf-8", "replace")
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()  # the second field is the command's name, with anything in it
    return None if fields[0] in "ZX" else fields[19]


def _answers(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
