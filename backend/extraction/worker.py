"""Run the child process: read documents from standard input, and fork one more process with limits for each document.

    python -m backend.extraction.worker [--ready]

A document is sent as a line of JSON (`id`, `kind`, `seconds`, `bytes`, and `filename` for an upload), followed by its
bytes. The answer is a line of JSON: `id`, one of `text`, `works` and `error`, and `cost` (`seconds` of processor time,
`megabytes`). Lines with `pages` and `of` may precede the answer; they report the progress.

With `--ready`, the libraries are loaded before the first document arrives. This process has one thread, so forking it
takes only a few milliseconds; every document gets a process and limits of its own. The process has no network if the
kernel allows that, and it ends with its parent.
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

from backend import confinement
from backend.extraction import upload
from backend.extraction.formats import html
from backend.extraction.pdf import pages
from backend.extraction.pdf.pages import Tell
from backend.extraction.refusal import UnsuitableFile

#: The limits: bytes of memory and seconds of processor time for a document, documents at a time, and bytes of an
#: answer.
MEMORY, CPU_SECONDS, AT_ONCE, MOST_ANSWER = 600_000_000, 20, 2, 64_000_000
#: The most characters of a web page's text.
MOST_TEXT = 400_000
#: Seconds between two progress lines of a document.
TELL_SECONDS = 0.25

_OVER = "needed more time or memory than is allowed: use a shorter text"
_BROKEN = "could not be read: it is damaged or needs too much memory. Save it again, or divide it"

Job = dict[str, Any]
KINDS: dict[str, Callable[[Job, bytes, Tell], Job]] = {
    "html": lambda job, content, tell: {"text": html.text_of(content.decode("utf-8", "replace"))[:MOST_TEXT]},
    "pdf": lambda job, content, tell: {"text": pages.text_of(content)[:MOST_TEXT]},
    "upload": lambda job, content, tell: {"works": upload.works_of(content, job["filename"], tell)},
}
_LIBRARIES = ("trafilatura", "pypdfium2")
#: Number of bytes in the unit in which the kernel reports memory.
_RSS = 1 if sys.platform == "darwin" else 1024


@dataclass(slots=True)
class _Child:
    """The process that reads one document. Its answer arrives through the file descriptor `pipe`. It is killed at
    `expires`, a time of `time.monotonic`.
    """

    id: int
    pid: int
    pipe: int
    expires: float
    answer: bytearray


def main() -> None:
    """Read documents from standard input and send answers, until standard input ends."""
    confinement.end_with_parent()
    confinement.leave_the_network()
    for library in _LIBRARIES if "--ready" in sys.argv else ():
        if importlib.util.find_spec(library):
            importlib.import_module(library)
    source, sink = FileIO(0), sys.stdout.buffer  # unbuffered, so that `select` notices unread bytes
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


def _job(source: RawIOBase) -> tuple[Job, bytes] | None:
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


def _started(head: Job, content: bytes) -> _Child:
    reader, writer = os.pipe()
    parent, pid = os.getpid(), os.fork()
    if pid == 0:
        os.close(reader)
        _work(head, content, writer, parent)
    os.close(writer)
    return _Child(head["id"], pid, reader, time.monotonic() + head["seconds"], bytearray())


def _work(head: Job, content: bytes, writer: int, parent: int) -> None:
    """Set the limits, read the document, send the answer, and end the forked process. This function never returns.

    `head` is the line of JSON that describes the document. The answer is written to the file descriptor `writer`, and
    `parent` is the id of the process that forked this one.
    """
    try:
        _limit(parent)
        told = time.monotonic()

        def tell(done: int, total: int) -> None:
            nonlocal told
            if time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                _send(writer, {"pages": done, "of": total})

        try:
            answer = KINDS[head["kind"]](head, content, tell)
        except UnsuitableFile as error:
            answer = {"error": str(error)}
        except MemoryError:
            answer = {"error": _OVER}
        _send(writer, answer)
    finally:
        os._exit(0)


def _limit(parent: int) -> None:
    confinement.limit(
        {
            resource.RLIMIT_AS: MEMORY,
            resource.RLIMIT_CPU: CPU_SECONDS,
            resource.RLIMIT_FSIZE: 0,
            resource.RLIMIT_CORE: 0,
        }
    )
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    confinement.end_with_parent(parent)


def _send(writer: int, told: Job) -> None:
    line = json.dumps(told).encode() + b"\n"
    while line:
        line = line[os.write(writer, line) :]


def _served(children: list[_Child], source: RawIOBase | None, sink: BinaryIO) -> list[_Child]:
    """Wait for one event and handle it: a document arrives, or a child sends a message or ends. Returns the children
    that are still running. `source` is standard input; None if no further document can be read now. Messages are
    written to `sink`.
    """
    now = time.monotonic()
    patience = max(0.0, min(child.expires for child in children) - now)
    watched: list[Any] = [child.pipe for child in children] + ([source] if source is not None else [])
    ready = select.select(watched, [], [], patience)[0]
    left = []
    for child in children:
        ended = child.pipe in ready and _read_message(child, sink)
        late = time.monotonic() >= child.expires
        if not ended and not late:
            left.append(child)
            continue
        if not ended or len(child.answer) > MOST_ANSWER:
            os.kill(child.pid, signal.SIGKILL)
        os.close(child.pipe)
        _, status, used = os.wait4(child.pid, 0)
        cost = {"seconds": round(used.ru_utime + used.ru_stime, 2), "megabytes": used.ru_maxrss * _RSS // 1_000_000}
        _tell(sink, child, _End(status, not ended, cost))
    return left


def _read_message(child: _Child, sink: BinaryIO) -> bool:
    """Read what a child has sent. Complete lines about its progress are written to `sink`, for the parent process.
    Returns True if the child has ended its output, or has sent too much.
    """
    piece = os.read(child.pipe, 1 << 20)
    child.answer += piece
    while child.answer.startswith(b'{"pages"') and b"\n" in child.answer:
        line, _, child.answer = child.answer.partition(b"\n")
        _write(sink, {"id": child.id} | json.loads(line))
    return not piece or len(child.answer) > MOST_ANSWER


@dataclass(frozen=True, slots=True)
class _End:
    """How a child process ended: its exit `status`, whether it exceeded its time (`late`), and the resources that it
    used (`cost`).
    """

    status: int
    late: bool
    cost: Job | None = None


def _tell(sink: BinaryIO, child: _Child, end: _End) -> None:
    told: dict[str, Any] = {"id": child.id, "cost": end.cost}
    if end.late:
        told["error"] = "took longer to read than allowed: use a shorter text"
    elif os.WIFSIGNALED(end.status):
        over = os.WTERMSIG(end.status) in (signal.SIGXCPU, signal.SIGKILL)
        told["error"] = _OVER if over else _BROKEN
    else:
        told |= _parsed(child.answer)
    _write(sink, told)


def _parsed(answer: bytearray) -> Job:
    try:
        job: Job = json.loads(answer)
        return job
    except ValueError:  # the answer is empty or incomplete
        return {"error": _BROKEN}


def _write(sink: BinaryIO, told: Job) -> None:
    sink.write(json.dumps(told).encode() + b"\n")
    sink.flush()


if __name__ == "__main__":
    main()
