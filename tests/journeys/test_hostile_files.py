"""Hostile files and names: what they want happens nowhere, and each is read or refused in words."""

from __future__ import annotations

import io
import json
import os
import socketserver
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.bootstrap import create_app, prepare
from backend.extraction.sandbox import Sandbox, Unreadable, can_read
from tests.api.conftest import Client
from tests.closing import close_app
from tests.journeys.hostile_files import FILES, NAMES, made

pytestmark = pytest.mark.skipif(not can_read("docx"), reason="the `library` extra is not installed")
WORDS = "the words of a secret file: seven grey herons"


class Idle:
    """An executor that reads nothing: here only the storing of a file counts."""

    here = False

    def submit(self, user_id: str, run_id: str) -> None:
        pass

    def waiting(self) -> int | None:
        return None


@pytest.fixture(scope="module")
def asked() -> Iterator[list[object]]:
    """Somebody listens, and nobody may come."""
    came: list[object] = []
    with socketserver.TCPServer(("127.0.0.1", 0), lambda *told: came.append(told)) as server:  # type: ignore[arg-type]
        came_to = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        came.append(came_to)
        yield came
        server.shutdown()


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as made_ready:
        yield made_ready


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    environ = {"DATA_DIR": str(tmp_path_factory.mktemp("names")), "WRITER": "extractive", "PLACER": "rules",
               "RATE_LIMIT": "off", "AUTH_RATE_LIMIT": "off", "LOG_LEVEL": "CRITICAL"}  # fmt: skip
    app = create_app(environ={f"COSCRIBE_{name}": value for name, value in environ.items()})
    prepare(app)
    app.extensions["coscribe"] = replace(app.extensions["coscribe"], executor=Idle())
    yield Client(app)
    close_app(app)


def test_there_are_as_many_as_were_tried_by_hand() -> None:
    assert len(FILES) + len(set(NAMES)) >= 83


@pytest.mark.parametrize("name", FILES)
def test_a_file_reaches_nothing(name: str, sandbox: Sandbox, asked: list[object], tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(WORDS)
    before, here = sorted(tmp_path.iterdir()), sorted(os.listdir())
    told = ""
    try:
        told = json.dumps(sandbox.works(made(name, str(secret), str(asked[0])), name, 60, lambda done, total: None))
    except Unreadable as error:
        told = error.detail
        assert 5 < len(told) < 500 and "Traceback" not in told
    assert WORDS not in told and len(told) < 12_000_000
    assert (sorted(tmp_path.iterdir()), sorted(os.listdir())) == (before, here), "nothing is written"
    assert len(asked) == 1, "nobody is asked"


@pytest.mark.parametrize("name", NAMES, ids=[f"{number}" for number, _ in enumerate(NAMES)])
def test_a_name_is_only_shown(name: str, client: Client) -> None:
    data_dir = Path(client.app.extensions["coscribe"].data_dir)
    content = f"# Knots\n\nMarsh grass bends before it breaks: {name.encode('unicode_escape').decode()}.\n".encode()
    answer = client.call("POST", "/api/library", data={"file": (io.BytesIO(content), name)})
    assert answer.status_code in (201, 422), answer.text
    paths = [each.relative_to(data_dir).as_posix() for each in data_dir.rglob("*")]
    assert all(set(part) <= set("0123456789abcdefghijklmnopqrstuvwxyz-_./") for part in paths if "/" in part)
    assert not any("owned" in each for each in [*paths, *os.listdir(), *os.listdir(data_dir.parent)])
    if answer.status_code == 422:
        assert "file" in answer.json.get("errors", {}) or answer.json["detail"]
        return
    shown = answer.json["filename"]
    assert shown and len(shown) <= 255 and shown.isprintable() and not set("/\\\x00\n") & set(shown)
