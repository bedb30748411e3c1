"""Name the process that holds a run, and tell if it is still alive.

An owner is `host:boot:pid:started`. `boot` names the boot of the machine and the process namespace: two
containers may share a host's name and number their processes alike. A process that was killed frees what it
held at once for everybody on its machine; on another one only the lease tells. Work that waits for a worker is
nobody's: its owner is its place in the queue, named anew each time that it is put there.
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


@dataclass(frozen=True, slots=True)
class Lease:
    """The process that works on something from `now` on; `seconds` after its last heartbeat another may take over."""

    owner: str
    now: datetime
    seconds: float

    @property
    def until(self) -> datetime:
        return self.now + timedelta(seconds=self.seconds)


def this_process() -> str:
    """This process, named so that no other process, earlier or later, has the same name."""
    return _name(os.getpid())


def new_place() -> str:
    """A place in the queue."""
    return _QUEUE + secrets.token_hex(8)


def is_place(owner: str) -> bool:
    """Say whether this is a place in the queue, and no process."""
    return owner.startswith(_QUEUE)


def is_alive(owner: str | None) -> bool | None:
    """Say whether the owner's process runs; None if it is on another machine or its name has an unknown form."""
    if owner is None:
        return False
    parts = owner.split(":")
    if len(parts) != 4 or not parts[2].isdecimal():
        return None
    host, boot, pid, started = parts
    if host != _host():
        return None
    if boot != _boot():
        # an earlier boot has ended all its processes; another namespace of this boot is out of sight
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
    """Return when a process started, in clock ticks after boot (proc(5), `stat`, field 22); None if it is
    gone or a zombie.
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
