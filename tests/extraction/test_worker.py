"""The worker's limits, in a fork of a real worker."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from backend.extraction.sandbox import can_read

#: A worker whose PDFs are read by code that takes what it can.
GREEDY = """
from backend.extraction import worker
def memory(content):
    return str(len(bytearray(4_000_000_000)))
def time(content):
    while True: pass
def disk(content):
    with open("x", "wb") as file: file.write(content)
    return "written"
worker.CPU_SECONDS = 1
kinds = {"memory": memory, "time": time, "disk": disk, "honest": bytes.decode}
worker.KINDS = {name: lambda job, content, tell, kind=kind: {"text": kind(content)} for name, kind in kinds.items()}
worker.main()
"""


@pytest.mark.skipif(not can_read("html"), reason="the `web` extra is not installed")
def test_a_document_cannot_take_more_than_it_may(tmp_path) -> None:
    kinds = ["memory", "time", "disk", "honest"]
    jobs = b"".join(
        json.dumps({"id": number, "kind": kind, "seconds": 20, "bytes": 3}).encode() + b"\nabc"
        for number, kind in enumerate(kinds)
    )
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    run = subprocess.run(
        [sys.executable, "-c", GREEDY],
        input=jobs,
        capture_output=True,
        cwd=tmp_path,
        env={"PYTHONPATH": root},
        timeout=60,
    )
    told = {each["id"]: each for each in map(json.loads, run.stdout.splitlines())}
    assert {number: each.get("error", "")[:17] for number, each in told.items()} == {
        0: "needed more time ", 1: "needed more time ", 2: "could not be read", 3: "",
    }  # fmt: skip
    assert told[3]["text"] == "abc"
