"""The child process: reads documents from standard input, and forks once more for each, within limits.

    python -m backend.extraction.worker

Each document is a line of JSON (`id, kind, seconds, bytes`) and then its bytes; each answer a line of JSON (`id`, and
`text` or `error`). The libraries are loaded before the first document comes; a fork of this single-threaded process
costs a few milliseconds, so that every document has a process, and limits, of its own. Nothing here has a network to
speak of: what a document says is only ever text.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from io import FileIO, RawIOBase
from typing import Any, BinaryIO

from backend.extraction import html, pdf

#: Bytes of memory, seconds of processor time, and characters of text for one document; how many at once.
MEMORY, CPU_SECONDS, MOST_TEXT, AT_ONCE = 1_000_000_000, 10, 400_000, 2

KINDS: dict[str, tuple[str, Callable[[bytes], str]]] = {
    "html": ("trafilatura", lambda content: html.text_of(content.decode("utf-8", "replace"))),
    "pdf": ("pypdfium2", pdf.text_of),
}


@dataclass(slots=True)
class _Child:
    """One document's process: its answer comes by `pipe`, and by `expires` (time.monotonic) it must have ended."""

    id: int
    pid: int
    pipe: int
    expires: float
    answer: bytearray


def main() -> None:
    """Serve until standard input ends."""
    for library, _ in KINDS.values():
        if importlib.util.find_spec(library):
            importlib.import_module(library)
    source, sink = FileIO(0), sys.stdout.buffer  # without a buffer: unread bytes must show in select
    children: list[_Child] = []
    waiting = True
    while waiting or children:
        if waiting and len(children) < AT_ONCE and (not children or _ready(source)):
            job = _job(source)
            waiting = job is not None
            if job is not None:
                children.append(_started(*job))
            continue
        children = _served(children, source if waiting and len(children) < AT_ONCE else None, sink)


def _ready(source: RawIOBase) -> bool:
    return bool(select.select([source], [], [], 0)[0])


def _job(source: RawIOBase) -> tuple[dict[str, Any], bytes] | None:
    line = source.readline()
    if not line:
        return None
    head = json.loads(line)
    content = bytearray()
    while len(content) < head["bytes"]:
        piece = source.read(head["bytes"] - len(content))
        if not piece:
            return None
        content += piece
    return head, bytes(content)


def _started(head: dict[str, Any], content: bytes) -> _Child:
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        _work(head["kind"], content, writer)
    os.close(writer)
    return _Child(head["id"], pid, reader, time.monotonic() + head["seconds"], bytearray())


def _work(kind: str, content: bytes, writer: int) -> None:
    """In the fork: limits, the text, the end. It never returns."""
    try:
        for limit, value in (
            (resource.RLIMIT_AS, MEMORY),
            (resource.RLIMIT_CPU, CPU_SECONDS),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
        ):
            hard = resource.getrlimit(limit)[1]
            most = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(limit, (most, most))
        os.dup2(os.open(os.devnull, os.O_RDWR), 2)
        text = KINDS[kind][1](content)[:MOST_TEXT]
        answer = json.dumps({"text": text}).encode()
        while answer:
            answer = answer[os.write(writer, answer) :]
    finally:
        os._exit(0)


def _served(children: list[_Child], source: RawIOBase | None, sink: BinaryIO) -> list[_Child]:
    """Wait for what happens next; gives the children that are left."""
    now = time.monotonic()
    patience = max(0.0, min(child.expires for child in children) - now)
    watched: list[Any] = [child.pipe for child in children] + ([source] if source is not None else [])
    ready = select.select(watched, [], [], patience)[0]
    left = []
    for child in children:
        ended = False
        if child.pipe in ready:
            piece = os.read(child.pipe, 1 << 20)
            child.answer += piece
            ended = not piece
        late = time.monotonic() >= child.expires
        if not ended and not late:
            left.append(child)
            continue
        if not ended:
            os.kill(child.pid, signal.SIGKILL)
        os.close(child.pipe)
        status = os.waitpid(child.pid, 0)[1]
        _tell(sink, child, status, late=not ended)
    return left


def _tell(sink: BinaryIO, child: _Child, status: int, late: bool) -> None:
    told: dict[str, Any] = {"id": child.id}
    if late:
        told["error"] = "took too long"
    elif os.WIFSIGNALED(status):
        over = os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
        told["error"] = "needed more than is allowed" if over else "could not be read"
    elif child.answer:
        told |= json.loads(child.answer)
    else:
        told["error"] = "could not be read"
    sink.write(json.dumps(told).encode() + b"\n")
    sink.flush()


if __name__ == "__main__":
    main()
