"""Run Pandoc or Typst in a child process that has limited memory and time, no network, and a folder of its own."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from backend.errors import Busy, Refused

_ROOT = Path(__file__).resolve().parents[2]
#: Maximum seconds for one program; maximum number of documents that are converted at the same time; and maximum
#: seconds that another document waits.
SECONDS, AT_ONCE, WAIT_SECONDS = 60.0, 2, 30.0
#: Maximum size of Pandoc's heap. The process's own limit (launcher.py) counts if Haskell exceeds this one.
HEAP = ("+RTS", "-M512m", "-RTS")
#: Words in Haskell's messages about its limits of memory.
_TOO_MUCH = ("heap", "Heap", "Unable to commit", "out of memory")
_slots = threading.BoundedSemaphore(AT_ONCE)


class Failed(Exception):
    """Raised if a program fails. `output` is what it printed. `killed` is True if it was stopped, because it used too
    much memory or time.
    """

    def __init__(self, output: str, killed: bool) -> None:
        super().__init__(output[-200:])
        self.output, self.killed = output, killed

    @property
    def reason(self) -> str:
        """Return the last lines that the program printed, as the reason for its failure. Paths of this machine are left
        out.
        """
        lines = [line for line in self.output.splitlines() if line.strip() and not line.startswith(_OURS)]
        lines = [line for line in lines if not line.startswith(("[INFO]", "HasCallStack", "Traceback", "  "))] or lines
        lines[-1:] = [line.removeprefix("typst.TypstError: ") for line in lines[-1:]]
        return short(re.sub(r"(/[\w.-]+){2,}", "…", " ".join(lines[-3:]))) or "it gave no reason."


#: Beginnings of the lines that our filters and the launcher print.
_OURS = ("COSCRIBE\t", "FONT\t")


def pandoc_path(*needed: str) -> str:
    """Return the path of the Pandoc program. Raises Refused unless pypandoc and the packages in `needed`, such as
    "typst", are installed. They belong to the extra `export`.
    """
    if any(importlib.util.find_spec(name) is None for name in ("pypandoc", *needed)):
        raise Refused("This server can't read or write this format: its operator has to install the extra `export`.")
    import pypandoc

    return str(pypandoc.get_pandoc_path())


@contextmanager
def slot() -> Iterator[None]:
    """Reserve one of the `AT_ONCE` places for converting documents, during a `with` block. Raises Busy if none is free
    for `WAIT_SECONDS`.
    """
    if not _slots.acquire(timeout=WAIT_SECONDS):
        raise Busy("This server is converting other documents. Try again in some seconds.", retry_after=10)
    try:
        yield
    finally:
        _slots.release()


def run(folder: Path, seconds: float, task: str, *arguments: str) -> str:
    """Run a program in `folder`, and return what it prints. `task` is "pandoc" or "typst"; `arguments` are what
    launcher.py expects after it. Raises Failed if the program fails, and Refused if it takes more than `seconds`.
    """
    plain = ["-S"] if task == "pandoc" else []  # the launcher needs no library then, and starts in half the time
    process = subprocess.Popen(
        [sys.executable, "-B", "-P", *plain, "-m", "backend.rendering.launcher", str(os.getpid()), task, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={"PYTHONPATH": str(_ROOT), "LANG": "C.UTF-8", "HOME": str(folder), "TMPDIR": str(folder)},
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired as error:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise Refused(
            f"Converting the document took more than {seconds:g} seconds. Try again when the server is less busy, or "
            "divide the document: tables of tens of thousands of cells take longest."
        ) from error
    told = output.decode("utf-8", "replace")
    if process.returncode != 0:
        raise Failed(told, killed=process.returncode < 0 or any(word in told for word in _TOO_MUCH))
    return told


def short(text: str) -> str:
    return text if len(text) <= 160 else f"{text[:159]}…"
