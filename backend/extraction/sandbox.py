"""Start and use the child process that reads documents (worker.py). One child process reads a batch of documents.

with Sandbox() as sandbox:
    text = sandbox.text("pdf", content, seconds=5)
"""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any

from backend.errors import Refused
from backend.kernel import cancellation

#: The library that each of these formats needs. The extra `web` installs the first two, the extra `library` all three.
LIBRARIES = {"html": "trafilatura", "pdf": "pypdfium2", "docx": "mammoth"}
MISSING = "reading pages needs the `web` extra: pip install -e '.[web]'"
_ROOT = Path(__file__).resolve().parents[2]
SLOW = "try again when the server is less busy, or use a shorter text"
_ENDED = {"error": "was not read, because the reading process ended unexpectedly: try again"}

Message = dict[str, Any]


class Unreadable(Refused):
    """Raised if a document has no readable text or exceeds a limit. `detail` is a sentence without its subject, which
    is the document: "is encrypted".
    """

    title = "The document cannot be read"


class DocumentWithoutText(Unreadable):
    """Raised if a document can be read but has no text."""


def can_read(kind: str) -> bool:
    """Return True if the library that reads the format `kind`, such as "pdf", is installed."""
    return importlib.util.find_spec(LIBRARIES[kind]) is not None


class Sandbox:
    """A child process that reads a batch of documents. It does not get this process's environment variables, keys or
    proxy. Several threads may use it at the same time.

    If `ready` is True, the child loads the libraries for web pages at once, while the first page is still being
    fetched.
    """

    def __init__(self, ready: bool = True) -> None:
        self._numbers = itertools.count()
        self._writing = threading.Lock()
        self._answers: dict[int, SimpleQueue[Message]] = {}
        self._ended = False
        #: the resources that the last document needed: `seconds` of processor time and `megabytes`
        self.cost: Message = {}
        self._process = subprocess.Popen(
            [sys.executable, "-B", "-P", "-m", "backend.extraction.worker", *(["--ready"] if ready else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"PYTHONPATH": str(_ROOT), "LANG": "C.UTF-8"},
            start_new_session=True,
        )
        self._listener = threading.Thread(target=self._hear, name="coscribe-extraction", daemon=True)
        self._listener.start()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def text(self, kind: str, content: bytes, seconds: float) -> str:
        """Return the text of a document of the format `kind` ("pdf" or "html").

        Raises Unreadable if the document cannot be read within `seconds`, and DocumentWithoutText if it has no text.
        """
        text: str = self._answer({"kind": kind}, content, seconds)["text"]
        if not text.strip():
            raise DocumentWithoutText("has no readable text")
        return text

    def works(self, content: bytes, filename: str, seconds: float, tell: Callable[[int, int], None]) -> list[Message]:
        """Return the works in a file as dicts. `tell` is called with the number of pages read so far and the number of
        all pages.

        Raises Unreadable if the file cannot be read within `seconds`, and Cancelled if the work was cancelled.
        """
        works: list[dict[str, Any]] = self._answer({"kind": "upload", "filename": filename}, content, seconds, tell)[
            "works"
        ]
        return works

    def close(self) -> None:
        """End the child process, even if it is still reading documents."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._listener.join()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            try:
                stream.close()
            except BrokenPipeError:  # the child has ended before it read everything
                self._answers.clear()

    def _answer(
        self, head: Message, content: bytes, seconds: float, tell: Callable[[int, int], None] | None = None
    ) -> Message:
        expires = time.monotonic() + seconds
        number, queue = next(self._numbers), SimpleQueue[Message]()
        self._answers[number] = queue
        head = head | {"id": number, "seconds": seconds, "bytes": len(content)}
        assert self._process.stdin is not None
        try:
            with self._writing:
                self._process.stdin.write(json.dumps(head).encode() + b"\n")
                self._process.stdin.write(content)
                self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise Unreadable(_ENDED["error"]) from error
        if self._ended:
            queue.put(_ENDED)
        while "pages" in (told := _next(queue, expires, seconds)):
            if tell is not None:
                tell(told["pages"], told["of"])
        self.cost = told.get("cost") or {}
        if "error" in told:
            raise Unreadable(told["error"])
        return told

    def _hear(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            queue = self._answers[told["id"]] if "pages" in told else self._answers.pop(told["id"])
            queue.put(told)
        self._ended = True
        for queue in list(self._answers.values()):
            queue.put(_ENDED)


def _next(queue: SimpleQueue[Message], expires: float, seconds: float) -> Message:
    """Return the next message from the child process.

    Raises Unreadable if none arrives before `expires`, a time of `time.monotonic`. `seconds` is the time that the
    document may take, for the error's text. Raises Cancelled if the work was cancelled.
    """
    stop_request = cancellation.current()
    while (left := expires - time.monotonic()) > 0:
        if stop_request is not None:
            stop_request.check()
        with suppress(Empty):
            return queue.get(timeout=min(left, cancellation.PATIENCE))
    raise Unreadable(f"took longer to read than allowed ({seconds:.2g} s): {SLOW}")
