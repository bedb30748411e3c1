"""Run command lines in a shell against a real server, as a person would."""

from __future__ import annotations

import codecs
import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

from click.testing import CliRunner

from backend.cli import main
from tests.sonar_stand_in import Answer, Streamed
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[1]
PAPER = "# A paper\r\n\r\n## Methods\r\n\r\nWe measured.\r\n\r\n## Limitations\r\n\r\nIt was windy.\r\n"
CONTENT = "Gusts were frequent."
ANSWER = Answer(
    json.dumps(
        {
            "message": "Here is a sentence on gusts.",
            "document_content": CONTENT,
            "document_structure": [],
            "sources": ["https://example.org/survey", "https://example.org/invented"],
            "new_types": [],
        }
    )
)
ACCOUNT = ("ada@example.org", "a quiet long phrase")


class Held:
    """A streamed answer that stops half-way until it is let go on; `gone` once nobody reads it any more."""

    def __init__(self, answer=ANSWER):
        self.answer = answer
        self.reached, self.go, self.gone = (threading.Event() for _ in range(3))

    def __call__(self, handler):
        frames = Streamed(self.answer, size=9).frames("concise", "sonar-pro")
        handler.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        for number, frame in enumerate(frames):
            if number == len(frames) // 2:
                self.reached.set()
                while not self.go.wait(0.05):
                    if not handler.raw(b": wait\n\n"):
                        self.gone.set()
                        break
            handler.raw(frame)
        handler.close_connection = True


class Shell:
    """A person's shell: a home of their own, and the server named once."""

    def __init__(self, server, home):
        self.server, self.home = server, home
        self.env = {"XDG_CONFIG_HOME": str(home), "COSCRIBE_SERVER": server, "EDITOR": "true"}
        self.config = home / "coscribe"

    def run(self, *words, code=0, input=None):
        """What a command printed, checked for its exit code. There is no terminal."""
        result = CliRunner().invoke(main, words, env=self.env, input=input)
        assert result.exit_code == code, (result.exit_code, result.stdout, result.stderr, result.exception)
        return result

    def json(self, *words, **more):
        """The one JSON value on stdout."""
        result = self.run(*words, "--json", **more)
        assert result.stdout.count("\n") == 1
        return json.loads(result.stdout)

    def start(self, *words, **more):
        """A command in a process of its own."""
        command = [sys.executable, "-m", "backend.cli", *words]
        environ = os.environ | self.env | {"PYTHONUNBUFFERED": "1"}
        return subprocess.Popen(
            command, cwd=ROOT, env=environ, stdin=subprocess.DEVNULL, text=True, preexec_fn=heeding_ctrl_c, **more
        )

    @property
    def token_file(self):
        (found,) = self.config.glob("tokens-*.json")
        return found


def heeding_ctrl_c():
    """In a new process: SIGINT is heard, also where the tests were started in the background, where it is not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A command at a terminal of its own: what it shows is waited for, what a person types is typed."""

    def __init__(self, shell, *words):
        self._mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        command = [sys.executable, "-m", "backend.cli", *words]
        environ = os.environ | shell.env | {"TERM": "xterm-256color", "PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environ, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=self._take(theirs)
        )
        os.close(theirs)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._unheard = self.shown = ""

    @staticmethod
    def _take(theirs):
        """In the new process: the terminal is its own, so that Ctrl-C reaches it."""

        def take():
            heeding_ctrl_c()
            os.setsid()
            fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)

        return take

    def hear(self, text, seconds=PATIENCE):
        """Wait until `text` is shown, behind what was waited for before."""
        deadline = time.monotonic() + seconds
        while text not in self._unheard:
            left = deadline - time.monotonic()
            assert left > 0 and self._read(left), f"{text!r} is not shown: {self._unheard[-2000:]!r}"
        self._unheard = self._unheard.partition(text)[2]
        return self

    def type(self, text):
        os.write(self._mine, text.encode())
        return self

    def leave(self, seconds=PATIENCE):
        """The exit code, once everything is shown."""
        deadline = time.monotonic() + seconds
        while self._read(deadline - time.monotonic()):
            assert time.monotonic() < deadline
        os.close(self._mine)
        return self._process.wait(seconds)

    def _read(self, seconds):
        """Whether more was shown."""
        if not select.select([self._mine], [], [], max(0, seconds))[0]:
            return False
        try:
            piece = os.read(self._mine, 65536)
        except OSError:  # nobody holds the other end any more
            return False
        shown = self._decoder.decode(piece)
        self.shown += shown
        self._unheard += shown
        return bool(piece)


def signed_in(shell):
    """An account, a session, and a paper in it."""
    shell.run("login", "--register", "--password-stdin", ACCOUNT[0], input=f"{ACCOUNT[1]}\n")
    shell.run("sessions", "new", "Street trees")
    paper = shell.home / "paper.md"
    paper.write_bytes(PAPER.encode())
    shell.run("document", "import", str(paper))
    return shell
