"""Start an S3-compatible store for tests: moto's server, in a process of its own.

Tests are skipped if moto is not installed.
"""

from __future__ import annotations

import importlib.util
import itertools
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass

import pytest

from tests.ports import free_port
from tests.waiting import PATIENCE

_numbers = itertools.count()


@dataclass(frozen=True)
class S3Server:
    """The server's process and address."""

    process: subprocess.Popen[bytes]
    url: str

    def environ(self, bucket: str | None = None) -> dict[str, str]:
        """Settings of a server that keeps its files in a bucket, by default a new one."""
        if bucket is None:
            bucket = f"coscribe-{os.getpid()}-{next(_numbers)}"
            self.client().create_bucket(Bucket=bucket)
        return {
            "COSCRIBE_FILES": f"s3://{bucket}/files",
            "COSCRIBE_FILES_ENDPOINT": self.url,
            "COSCRIBE_FILES_ACCESS_KEY": "test",
            "COSCRIBE_FILES_SECRET_KEY": "test",
        }

    def client(self):
        import boto3

        keys = {"aws_access_key_id": "test", "aws_secret_access_key": "test"}
        return boto3.session.Session().client("s3", endpoint_url=self.url, region_name="us-east-1", **keys)

    def pause(self) -> None:
        """Let it take connections and never answer."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def start_s3() -> S3Server:
    """Start the server on a free port of loopback; returns when it answers."""
    if importlib.util.find_spec("moto") is None:
        pytest.skip("moto, the stand-in for an S3 store, is not installed")
    port = free_port()
    # `python -m moto.server` binds late and tells nobody: it is asked until it answers
    command = [sys.executable, "-c", "from moto.server import main; main()", "-H", "127.0.0.1", "-p", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as knock:
            if knock.connect_ex(("127.0.0.1", port)) == 0:
                return S3Server(process, f"http://127.0.0.1:{port}")
        time.sleep(0.05)
    process.kill()
    raise AssertionError("the S3 stand-in did not come up")
