"""Count the files and functions of `backend/` that one request runs through.

    python -m tests.bench.walk            # counts
    python -m tests.bench.walk --files    # and each file with its functions

A server without a model answers over HTTP on the sample paper. Every kind of request is sent once before, so that
caches are warm, and is then sent again with other words under a profile of all threads. Templates of prompts do not
count, and what stands inside a function is a part of it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import urllib.request
from collections import defaultdict
from importlib.resources import files
from pathlib import Path
from types import FrameType
from typing import Any

from backend.bootstrap import create_app, prepare
from tests.live import serving

BACKEND = str(Path(__file__).resolve().parents[2] / "backend") + "/"
NOTE = "Humidity sensors drift by about two percent a year unless they are recalibrated."
#: Each kind of request twice: once to warm the caches, once to be counted.
MESSAGES = {
    "write from a highlight": (
        "Add a paragraph on the drift of the sensors to the Limitations section.",
        "Write a paragraph about recalibration for the Discussion.",
    ),
    "question": (
        "What does the paper say about the response time of the sensor?",
        "How was canopy cover measured in the streets?",
    ),
}


class Profile:
    """Collects the functions of `backend/` that run while `on`."""

    def __init__(self) -> None:
        self.on = False
        self.called: set[tuple[str, str]] = set()

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if self.on and event == "call" and code.co_filename.startswith(BACKEND) and code.co_filename.endswith(".py"):
            name = code.co_qualname.partition(".<locals>")[0]  # what is written inside a function is a part of it
            self.called.add((code.co_filename[len(BACKEND) :], name))

    def by_file(self) -> dict[str, list[str]]:
        found = defaultdict(list)
        for path, function in sorted(self.called):
            found[path].append(function)
        return dict(found)


class Caller:
    """A user of one session, who speaks HTTP."""

    def __init__(self, address: str, profile: Profile) -> None:
        self._address, self._profile = address, profile
        self._token = ""
        account = {"email": "walker@example.org", "password": "a quiet long phrase"}
        self._token = self.call("POST", "/api/auth/register", account)["access_token"]
        self.session = self.call("POST", "/api/sessions", {"title": "A paper"})["id"]

    def call(self, method: str, path: str, body: dict[str, Any], **headers: str) -> Any:
        request = urllib.request.Request(self._address + path, json.dumps(body).encode(), method=method)
        for name, value in {"Content-Type": "application/json", "Authorization": f"Bearer {self._token}"}.items():
            request.add_header(name, value)
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def profiled(self, path: str, body: dict[str, Any]) -> tuple[Any, dict[str, list[str]]]:
        """The answer to a POST, and the functions by file that it ran through."""
        self._profile.called.clear()
        self._profile.on = True
        try:
            answer = self.call("POST", path, {"session_id": self.session} | body)
        finally:
            self._profile.on = False
        return answer, self._profile.by_file()


def measure() -> dict[str, dict[str, list[str]]]:
    """The functions by file of each kind of request."""
    profile = Profile()
    threading.setprofile(profile)  # before a thread starts: those of the server get it
    sys.setprofile(profile)
    environ = {"COSCRIBE_WRITER": "extractive", "COSCRIBE_PLACER": "rules", "COSCRIBE_LOG_LEVEL": "ERROR"}
    ways: dict[str, dict[str, list[str]]] = {}
    try:
        with tempfile.TemporaryDirectory() as folder:
            app = create_app(environ=environ | {"COSCRIBE_DATA_DIR": folder, "COSCRIBE_RATE_LIMIT": "off"})
            prepare(app)
            with serving(app) as address:
                caller = Caller(address, profile)
                paper = files("backend.demo").joinpath("paper.md").read_text(encoding="utf-8")
                caller.call("PUT", f"/api/sessions/{caller.session}/document", {"content": paper}, If_Match='"0"')
                for round_ in range(2):
                    for kind, messages in MESSAGES.items():
                        _ask(caller, ways, kind, messages[round_])
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    return ways


def _ask(caller: Caller, ways: dict[str, dict[str, list[str]]], kind: str, message: str) -> None:
    highlights = [{"type": "highlight", "content": NOTE, "source": "Field notebook"}] if "highlight" in kind else []
    answer, ways[f"message: {kind}"] = caller.profiled(
        "/api/chat/message", {"message": message, "attached_sections": highlights}
    )
    if answer["pending_content_id"]:
        body = {"pending_content_id": answer["pending_content_id"]}
        _, ways[f"approval: {kind}"] = caller.profiled("/api/chat/approve", body)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", action="store_true", help="list each file with its functions")
    listed = parser.parse_args().files
    for kind, way in measure().items():
        print(f"{kind:<36} {len(way):4} files {sum(map(len, way.values())):5} functions")
        if listed:
            for path, functions in way.items():
                print(f"    {path:<40} {' '.join(functions)}")


if __name__ == "__main__":
    main()
