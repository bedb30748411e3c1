"""The wheel alone: built, installed into an empty environment, and served from a folder without the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import httpx2
import pytest

from tests.ports import free_port
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).resolve().parents[2]
#: What goes into a wheel, and what it is built with.
PARTS = ("backend", "migrations", "pyproject.toml", "README.md", "LICENSE")
#: What pip says where it can't fetch the build backend.
NO_INDEX = ("No matching distribution found for setuptools", "Could not find a version", "Failed to establish")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


def run(*command: object, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(each) for each in command], capture_output=True, text=True, timeout=PATIENCE, **more)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Coscribe's wheel, built from a copy: the build leaves folders beside its sources."""
    if run(*PIP, "--version").returncode:
        pytest.skip("there is no pip to build a wheel with")
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, source / part)
    done = run(*PIP, "wheel", "--no-deps", "--wheel-dir", built, source)
    if done.returncode and any(words in done.stderr for words in NO_INDEX):
        pytest.skip("no package index can be reached that has setuptools, which builds the wheel")
    assert done.returncode == 0, done.stderr
    (made,) = built.glob("*.whl")
    return made


@pytest.fixture
def program(wheel: Path, tmp_path: Path) -> Path:
    """`coscribe` of an environment that has nothing but the wheel, and sees the dependencies of this one."""
    home = tmp_path / "environment"
    venv.create(home, symlinks=True)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))
    seen = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    (packages / "dependencies.pth").write_text("".join(f"{each}\n" for each in seen))
    done = run(
        *PIP, "--python", home / "bin" / "python", "install", "--no-deps", "--no-index", "--force-reinstall", wheel
    )
    assert done.returncode == 0, done.stderr
    return home / "bin" / "coscribe"


def test_an_installed_wheel_migrates_serves_and_answers(program: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environ = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    where = run(
        program.with_name("python"), "-c", "import backend; print(backend.__path__[0])", cwd=elsewhere, env=environ
    )
    assert Path(where.stdout.strip()).is_relative_to(program.parents[1]), where.stderr
    port = free_port()
    settings = {"PORT": str(port), "DATA_DIR": str(tmp_path / "data"), "WRITER": "extractive", "PLACER": "rules"}
    environ |= {f"COSCRIBE_{name}": value for name, value in settings.items()}
    log = (tmp_path / "log").open("w+")
    with log, httpx2.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE) as client:
        server = subprocess.Popen([program, "serve"], cwd=elsewhere, env=environ, stdout=log, stderr=log)

        def ready() -> bool | None:
            assert server.poll() is None, (tmp_path / "log").read_text()
            try:
                return client.get("/readyz").status_code == 200 or None
            except httpx2.TransportError:
                return None

        try:
            until(ready)
            page = client.get("/").raise_for_status().text
            files = re.findall(r'(?:src|href)="(static/[^"]+)"', page)
            assert {Path(each).suffix for each in files} == {".js", ".css", ".svg"}
            assert all(client.get(f"/{each}").status_code == 200 for each in files)
            account = {"email": "ada@example.org", "password": "a quiet long phrase"}
            token = client.post("/api/auth/register", json=account).raise_for_status().json()["access_token"]
            client.headers["Authorization"] = f"Bearer {token}"
            session = client.post("/api/sessions", json={"title": "Tides"}).raise_for_status().json()["id"]
            asked = {"session_id": session, "message": "What does the document say about tides?"}
            answer = client.post("/api/chat/message", json=asked).raise_for_status().json()
            assert answer["response"]
            told = client.get(f"/api/sessions/{session}/messages").raise_for_status().json()["items"]
            assert [each["role"] for each in told] == ["user", "assistant"]
        finally:
            server.terminate()
            server.wait(PATIENCE)
