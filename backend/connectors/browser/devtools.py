"""Communicate with a browser process over pipes in the DevTools protocol: JSON messages that end with NUL.

    with DevTools(program, arguments, handle_event) as tools:
        tools.call("Browser.getVersion", expires=...)

No port is opened, so no other user of the machine can control the browser. One thread calls and listens; any thread may
send. `browser_process.py` runs the browser. When the context ends, the browser, all processes that it started and its
files are gone.
"""

from __future__ import annotations

import itertools
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from backend.errors import ProviderMisanswered, ProviderTimeout, ProviderUnreachable
from backend.kernel import cancellation

#: The longest message from the browser, in bytes.
MOST_MESSAGE = 32_000_000
#: Seconds within which the browser must end before it is killed.
END_SECONDS = 5.0
#: The reason for an error if the browser's pipe is closed. A browser that did not start, and one that crashed, cannot
#: be told apart.
ENDED = "did not start, crashed, or took more memory than it may"
_BROWSER_PROCESS = Path(__file__).with_name("browser_process.py")

Message = dict[str, Any]
Network = Literal["none", "shared"]


class DevTools:
    """A connection to a browser. `handle_event` is called with every event of the browser, in the thread that listens
    or waits for an answer. This function may send commands, but must not wait for their answers. `expires` is always a
    time of `time.monotonic`.
    """

    def __init__(
        self, program: str, arguments: Sequence[str], handle_event: Callable[[Message], None], network: Network = "none"
    ) -> None:
        self._handle_event = handle_event
        self._numbers = itertools.count(1)
        self._writing = threading.Lock()
        self._open = True
        self._unread = bytearray()
        # If we are root, the browser runs as the user nobody, who must be able to reach the folder.
        self._profile = tempfile.mkdtemp(prefix="coscribe-browser-", dir="/tmp" if os.geteuid() == 0 else None)
        starter = [sys.executable, "-I", "-S", "-B", str(_BROWSER_PROCESS), self._profile, network]
        self._process = subprocess.Popen(
            [*starter, program, "--remote-debugging-pipe", f"--user-data-dir={self._profile}", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"HOME": self._profile, "TMPDIR": self._profile, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
            start_new_session=True,
            bufsize=0,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)

    def __enter__(self) -> DevTools:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def send(self, method: str, params: Mapping[str, Any], session: str = "", *, expires: float) -> int:
        """Send a command; `session` is the id of the tab that it is for, "" for the whole browser. Returns the number
        of the command; its answer has the same number. Raises ProviderTimeout if the command cannot be sent before
        `expires`.
        """
        number = next(self._numbers)
        told: Message = {"id": number, "method": method, "params": params}
        if session:
            told["sessionId"] = session
        line = memoryview(json.dumps(told).encode() + b"\0")
        with self._turn(expires):
            while line:
                if not select.select([], [self._in], [], max(0.0, expires - time.monotonic()))[1]:
                    raise ProviderTimeout("took too long")
                try:
                    line = line[os.write(self._in, line) :]
                except BlockingIOError:  # the pipe has less room than `select` reported
                    time.sleep(0.01)
                except BrokenPipeError as error:
                    raise ProviderUnreachable(ENDED) from error
        return number

    def call(self, method: str, params: Mapping[str, Any], session: str = "", *, expires: float) -> Message:
        """Send a command, and return its result. `session` is the id of the tab that the command is for; "" means the
        whole browser. Raises ProviderMisanswered if the browser refuses the command, and ProviderTimeout if no answer
        comes before `expires`.
        """
        found = self.answer(self.send(method, params, session, expires=expires), expires=expires)
        if found is None:
            raise ProviderTimeout("took too long")
        return found

    def answer(self, number: int, *, expires: float) -> Message | None:
        """Return the result of the command with this number; None if it has not arrived by `expires`."""
        while (told := self._next(expires)) is not None:
            if told.get("id") == number:
                if "error" in told:
                    raise ProviderMisanswered(f"refused a command: {str(told['error'])[:200]}")
                result: Message = told.get("result", {})
                return result
            self._pass_on(told)
        return None

    def listen(self, expires: float) -> None:
        """Wait for one event, at most until `expires` (a time of `time.monotonic`), and handle it."""
        told = self._next(expires)
        if told is not None:
            self._pass_on(told)

    def close(self) -> None:
        """End the browser, and wait until all of its processes have ended."""
        self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        with self._writing:  # a thread that was still sending has got an error by now
            self._open = False
            for stream in (self._process.stdin, self._process.stdout):
                assert stream is not None
                stream.close()
        shutil.rmtree(self._profile, ignore_errors=True)

    @contextmanager
    def _turn(self, expires: float) -> Iterator[None]:
        if not self._writing.acquire(timeout=max(0.0, expires - time.monotonic())):
            raise ProviderTimeout("took too long")
        try:
            if not self._open:
                raise ProviderUnreachable("has been closed")
            yield
        finally:
            self._writing.release()

    def _pass_on(self, told: Message) -> None:
        if "method" in told:  # other messages are answers that nobody waits for
            self._handle_event(told)

    def _next(self, expires: float) -> Message | None:
        """Return the browser's next message; None if none arrives before `expires`. Raises Cancelled if the work of
        this thread is cancelled.
        """
        start = 0
        while (end := self._unread.find(b"\0", start)) < 0:
            start = len(self._unread)
            if start > MOST_MESSAGE:
                raise ProviderMisanswered("sent a message longer than 32 MB")
            cancellation.check()
            left = expires - time.monotonic()
            if left <= 0:
                return None
            if select.select([self._out], [], [], min(left, cancellation.PATIENCE))[0]:
                piece = os.read(self._out, 1 << 18)
                if not piece:
                    raise ProviderUnreachable(ENDED)
                self._unread += piece
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        with suppress(ValueError):
            message: Message = json.loads(line)
            return message
        raise ProviderMisanswered("sent a message that is not JSON")
