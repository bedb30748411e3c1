"""README and the guides are true: their commands run as written, in order, and twice; their links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import get_args

import pytest
from click import Context

from backend.bootstrap import create_app, prepare
from backend.cli import main
from backend.doctor import examine
from backend.kernel.events import EVENT_NAMES
from backend.providers.presets import PRESETS
from backend.research.inquiry import StepName
from backend.settings import OF_THE_CLIENT, VARIABLES, Settings
from tests import warm
from tests.closing import close_app
from tests.house.test_imports import ADAPTERS, HEIGHTS
from tests.live import serving

ROOT = Path(__file__).resolve().parents[2]
GUIDES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
#: A terminal in the project's folder, as the guides assume: `make` is tried by other tests and by whoever installs.
SHIMS = {
    "make": "exit 0",
    "coscribe": 'exec {coscribe} "$@"',
}
needs_curl = pytest.mark.skipif(not shutil.which("curl"), reason="no curl on this machine")
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="no node on this machine")


def blocks(name: str, language: str) -> str:
    """The code of one language in a guide, in its order."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S))


@pytest.fixture
def server(tmp_path: Path):
    """The address of a keyless server, set up as `make serve` does it."""
    settings = {
        "COSCRIBE_DATA_DIR": str(tmp_path / "data"),
        "COSCRIBE_LOG_LEVEL": "CRITICAL",
        "COSCRIBE_WRITER": "extractive",
    }
    app = create_app(environ=settings)
    prepare(app)
    with serving(app) as url:
        yield url
    close_app(app)


@pytest.fixture
def shell(tmp_path: Path, server: str):
    """Run a script in a folder that looks like a fresh clone, against a server of its own."""
    folder, commands = tmp_path / "clone", tmp_path / "bin"
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "activate").touch()
    (folder / "backend").symlink_to(ROOT / "backend")
    commands.mkdir()
    for name, script in SHIMS.items():
        script = script.replace("{coscribe}", shlex.join(warm.command("backend.cli")))
        (commands / name).write_text(f"#!/bin/sh\n{script}\n")
        (commands / name).chmod(0o755)
    environment = os.environ | {
        "PATH": f"{commands}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "COSCRIBE_SERVER": server,
    }

    def run(script: str, *command: str) -> str:
        text = script.replace("http://127.0.0.1:8000", server)
        done = subprocess.run(
            command or ("bash", "-euo", "pipefail", "-s"),
            input=text, capture_output=True, text=True, cwd=folder, env=environment, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    return run


def test_the_commands_of_readme_work_in_order_and_twice(shell):
    for _ in range(2):
        told = shell(blocks("README.md", "console"))
        assert "+Gusts above 5 m/s were logged on four of the twelve afternoons." in told


@needs_curl
def test_the_walks_with_curl_work_in_order_and_twice(shell):
    walk = blocks("docs/start.md", "console") + blocks("docs/library.md", "console")
    for _ in range(2):
        told = shell(walk)
        assert "pending_approval" in told and re.search(r"^\d+:Gusts above 5 m/s", told, re.M)
        assert "Their direction was not logged." in told, "before the new version"
        assert not re.search(r"^\+.*Their direction", told, re.M)
        assert "A. Lindqvist, R. Oduya (20" in told and "restored the full cooling within two days" in told
        assert "berg2021street" in told and "TY  - JOUR" in told
        assert '"error": {' not in told and not re.search(r"HTTP [45]\d\d", told)


@needs_node
def test_the_frontend_of_the_guide_works(shell):
    for _ in range(2):
        told = shell(blocks("docs/frontend.md", "js"), "node", "--input-type=module", "-")
        assert "Wind was not measured." in told
        assert "true --- before" in told and "+Gusts were logged on four days.\n" in told


#: A run fails: its stream is not read again, and the error has the status that the guide's table is about.
FAILING_RUN = """
let calls = 0;
const failed = JSON.stringify({ status: 502, detail: "The model failed." });
const failing = { call: async () => (calls++, new Response(`event: error\\ndata: ${failed}\\n\\n`)) };
await ask(failing, "x", "y", () => {}).catch((error) => console.log(calls, error.status, error.message));
"""


@needs_node
def test_the_guides_error_of_a_run_has_its_status(shell):
    code = blocks("docs/frontend.md", "js").split("const coscribe =")[0]
    assert shell(code + FAILING_RUN, "node", "--input-type=module", "-") == "1 502 The model failed.\n"


def test_every_link_of_the_guides_leads_somewhere():
    lost = [
        f"{guide.name}: {target}"
        for guide in GUIDES
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", guide.read_text(encoding="utf-8"))
        if "://" not in target and not (guide.parent / target).exists()
    ]
    assert lost == []


def test_every_event_is_in_the_guide():
    table = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/events.md").read_text(encoding="utf-8"), re.M))
    assert table >= EVENT_NAMES


def test_every_phase_is_in_the_guide():
    code = "\n".join(each.read_text(encoding="utf-8") for each in sorted((ROOT / "backend").rglob("*.py")))
    phases = {*re.findall(r'"phase": "(\w+)"', code), *get_args(StepName)}
    text = (ROOT / "docs/events.md").read_text(encoding="utf-8")
    assert len(phases) > 20 and [each for each in sorted(phases) if f"`{each}`" not in text] == []


def test_every_setting_is_in_the_guide():
    text = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    assert [name for name in VARIABLES if f"`{name}`" not in text] == []


def test_every_preset_is_in_the_guide():
    text = (ROOT / "docs/models.md").read_text(encoding="utf-8")
    told = [name for name, address in PRESETS.items() if f"| `{name}` | `{address}" in text]
    assert told == [name for name in PRESETS if name != "perplexity"]


def test_every_setting_command_and_extra_that_the_guides_name_exists():
    known = {f"COSCRIBE_{name}" for name in (*VARIABLES, *OF_THE_CLIENT)}
    extras = set(
        tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    )
    lost = []
    for guide in GUIDES:
        text = guide.read_text(encoding="utf-8")
        lost += [f"{guide.name}: {name}" for name in re.findall(r"\bCOSCRIBE_[A-Z_]+[A-Z]", text) if name not in known]
        named = {name for each in re.findall(r"-e '\.\[([a-z0-9,]+)\]'", text) for name in each.split(",")}
        lost += [f"{guide.name}: the extra {name}" for name in named - extras]
        commands = set(re.findall(r"^(?:\.venv/bin/)?coscribe ([a-z-]+)", text, re.M))
        lost += [f"{guide.name}: coscribe {name}" for name in commands if main.get_command(Context(main), name) is None]
    assert lost == []


def test_the_settings_of_the_operators_walk_suit_each_other(tmp_path):
    lines = re.findall(r"^ +(COSCRIBE_[A-Z_]+)=(\S+)$", (ROOT / "docs/operating.md").read_text(encoding="utf-8"), re.M)
    assert len(lines) == 5
    environ = dict(lines) | {"COSCRIBE_SECRET_KEY": "5" * 64, "COSCRIBE_DATA_DIR": str(tmp_path)}
    found = examine(Settings.from_env(environ, tmp_path), offline=True)
    assert [each.subject for each in found if each.state == "bad"] in (
        [],
        ["database"],
    )  # no PostgreSQL of this name here
    assert next(each for each in found if each.subject == "registration").words.startswith("closed")


def test_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


def test_every_file_that_the_architecture_names_exists():
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)+)(?:\.py)?`", text))
    rooms = {each.name for each in (ROOT / "backend").iterdir() if each.is_dir()}
    lost = [
        each
        for each in sorted(named)
        if each.split("/")[0] in rooms
        and not any((ROOT / "backend" / f"{each}{ending}").exists() for ending in ("", ".py"))
    ]
    assert lost == [] and len(named) > 30


def test_the_architecture_tells_the_rooms_as_the_house_has_them():
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    told = {
        room: (int(low), int(high or low))
        for low, high, rooms in re.findall(r"^\| (\d+)(?:–(\d+))? \| `([a-z_ ]+)` \|", text, re.M)
        for room in rooms.split()
    }
    assert set(told) == set(HEIGHTS) - {""}
    assert [room for room, (low, high) in told.items() if not low <= HEIGHTS[room] <= high] == []
    composed = re.search(r"^- Only `bootstrap` puts (.+) together", text, re.M)
    assert composed is not None and set(re.findall(r"`(\w+)`", composed[1])) == ADAPTERS


def test_the_sizes_that_the_architecture_tells_are_about_right():
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    sizes = re.findall(r"some ([\d,]+) lines of our own \(`([\w/.]+)`\)", text)
    assert len(sizes) == text.count(" lines of our own") == 4
    for told, name in sizes:
        place = ROOT / "backend" / name
        files = [place] if place.is_file() else [each for each in place.rglob("*") if each.suffix in (".py", ".js")]
        lines = sum(len(each.read_text(encoding="utf-8").splitlines()) for each in files)
        assert 0.8 <= lines / int(told.replace(",", "")) <= 1.2, f"{name} has {lines} lines"
