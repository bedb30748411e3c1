"""The parent's side of the worker (worker.py): one process for a batch of documents, gone when the batch is.

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
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType

from backend.errors import CoscribeError

#: What each kind of document needs, and the extra that brings it.
LIBRARIES = {"html": "trafilatura", "pdf": "pypdfium2"}
MISSING = "reading pages needs the `web` extra: pip install 'coscribe[web]'"
_ROOT = Path(__file__).resolve().parents[2]


class Unreadable(CoscribeError):
    """A document without readable text, or one that costs more than it may. `detail` continues a sentence."""

    status = 422
    title = "The document can't be read"


def can_read(kind: str) -> bool:
    """Whether the library for this kind of document is installed."""
    return importlib.util.find_spec(LIBRARIES[kind]) is not None


class Sandbox:
    """Threads may share it. The worker gets nothing of this process's environment: no key, no proxy."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._writing = threading.Lock()
        self._answers: dict[int, Future[str]] = {}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "backend.extraction.worker"],
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
        """The document's text. Raises Unreadable, at the latest after `seconds`."""
        number, answer = next(self._numbers), Future[str]()
        self._answers[number] = answer
        head = {"id": number, "kind": kind, "seconds": seconds, "bytes": len(content)}
        assert self._process.stdin is not None
        try:
            with self._writing:
                self._process.stdin.write(json.dumps(head).encode() + b"\n" + content)
                self._process.stdin.flush()
            text = answer.result(seconds)
        except (OSError, ValueError) as error:
            raise Unreadable("was not read: its reader has ended") from error
        except TimeoutError as error:
            raise Unreadable("took too long to read") from error
        if not text.strip():
            raise Unreadable("has no readable text")
        return text

    def close(self) -> None:
        """End the worker and whatever it is still at."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._listener.join()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            try:
                stream.close()
            except BrokenPipeError:  # what was still to be written has no reader any more
                self._answers.clear()

    def _hear(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            answer = self._answers.pop(told["id"])
            if "text" in told:
                answer.set_result(told["text"])
            else:
                answer.set_exception(Unreadable(told["error"]))
        for answer in list(self._answers.values()):
            answer.set_exception(Unreadable("was not read: its reader has ended"))
