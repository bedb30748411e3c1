"""Identify the process that owns a run, and check if that process is still alive.

An owner is `host:boot:pid:started`. `boot` identifies the boot of the machine and the process namespace, because two
containers may share a host name and number their processes alike. The runs of a killed process are free at once for
other processes of its machine; other machines must wait until the lease expires. A run that waits for a worker is owned
by its place in the queue, which gets a new name each time.
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
#: Names of places are sorted between these two strings; the second is no place.
PLACES = (_QUEUE, "queue;")


@dataclass(frozen=True, slots=True)
class Lease:
    """The ownership by a process from `now` on; if it is not renewed, another process may take over after `seconds`."""

    owner: str
    now: datetime
    seconds: float

    @property
    def until(self) -> datetime:
        return self.now + timedelta(seconds=self.seconds)


def this_process() -> str:
    """Return the owner name of this process, which no other process ever has."""
    return _name(os.getpid())


def new_place() -> str:
    """Return the name of a new place in the queue."""
    return _QUEUE + secrets.token_hex(8)


def is_place(owner: str) -> bool:
    """Return True if an owner's name stands for a place in the queue, where the run waits for a worker. All other names
    stand for processes.
    """
    return owner.startswith(_QUEUE)


def is_alive(owner: str | None) -> bool | None:
    """Return True if the owner's process runs; None if it is on another machine or its name cannot be parsed."""
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
    """Return when a process started, in clock ticks after boot (proc(5), `stat`, field 22); None if it no
    longer runs.
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
