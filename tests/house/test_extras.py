"""A plain installation answers every call: what only an extra brings is imported where its absence is told."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Rooms and files that an extra brings to life. Each says how to install its extra when its library is not there.
OPTIONAL = (
    "bootstrap.py", "channels/", "client/mcp.py", "edge_worker.py", "extraction/", "jobs/", "rendering/", "storage/"
)  # fmt: skip


def name_of(requirement: str) -> str:
    return re.split(r"[<>=!~\[; ]", requirement)[0].lower().replace("_", "-")


def always_installed() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: set[str] = set()
    coming = [name_of(each) for each in project["dependencies"]]
    while coming:
        name = coming.pop()
        if name not in found:
            found.add(name)
            try:
                coming += [name_of(each) for each in requires(name) or () if "extra ==" not in each]
            except PackageNotFoundError:  # of another platform
                continue
    return found


def imported(file: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {each.name.split(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names - sys.stdlib_module_names - {"backend", "migrations", "_typeshed"}


def test_what_a_plain_installation_lacks_is_imported_only_where_its_absence_is_told():
    installed, sources = always_installed(), packages_distributions()
    lost = [
        f"{inside}: {name}"
        for file in sorted((ROOT / "backend").rglob("*.py"))
        if not (inside := file.relative_to(ROOT / "backend").as_posix()).startswith(OPTIONAL)
        for name in imported(file)
        if not {name_of(each) for each in sources.get(name, ())} & installed
    ]
    assert lost == [], "move the library to the dependencies, or tell which extra brings it"


def test_references_are_read_and_written_without_an_extra():
    assert {"pybtex", "rispy", "pyyaml"} <= always_installed()
