"""Start `redis-server` for tests, on a socket in a folder of its own. Tests are skipped if it is not installed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
import redis

from tests.waiting import PATIENCE


class RedisServer:
    """May be stopped and started again in between; it keeps nothing."""

    def __init__(self) -> None:
        self._binary = shutil.which("redis-server")
        if self._binary is None:
            pytest.skip("there is no redis-server on this machine")
        self.folder = Path(tempfile.mkdtemp(prefix="redis-"))
        self.url = f"unix://{self.folder}/socket"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> RedisServer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        options = {"port": "0", "unixsocket": f"{self.folder}/socket", "save": "", "dir": str(self.folder)}
        command = [self._binary or "", *(part for name, value in options.items() for part in (f"--{name}", value))]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        with redis.Redis.from_url(self.url) as client:
            while time.monotonic() < until:
                try:
                    client.ping()
                    return
                except redis.ConnectionError:
                    time.sleep(0.02)
        raise AssertionError("redis-server did not come up")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
