"""Run a command in a fork of a process that has everything imported (`tests/warm.py`), and end as it does.

    python -S -E tests/warm_call.py LINE MODULE WORD …

Started without `site`, it takes a hundredth of the CPU time that the command's own imports take.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys

TYPE_CHECKING = False  # to import `typing` takes as long as all else here
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


def call(line: Path, words: Sequence[str], environ: Mapping[str, str], streams: Sequence[int]) -> socket.socket:
    """Order a module to be run with these words and standard streams; its process's id is told, then its exit code."""
    called = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    called.connect(str(line))
    order = {"words": list(words), "environ": dict(environ), "folder": os.getcwd()}
    socket.send_fds(called, [json.dumps(order).encode()], list(streams))
    return called


def main(line: Path, *words: str) -> int:
    with call(line, words, os.environ, (0, 1, 2)) as called:
        process = int(called.recv(64))
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda number, frame: os.kill(process, number))
        for stream in (0, 1, 2):
            os.close(stream)  # whoever is at their other ends sees when the command closes them
        return int(called.recv(64))


if __name__ == "__main__":
    code = main(*sys.argv[1:])
    os._exit(code if code >= 0 else 128 - code)
