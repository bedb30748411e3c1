"""Run our own benchmarks and the shared yardsticks, one after another (`make bench`).

    python -m tests.bench               # a sample of each yardstick: some minutes
    python -m tests.bench --full        # all of their cases: an hour and more
    python -m tests.bench message turns

The yardsticks lie beside the project, in `../shared/bench`, and are asked through `adapters.py`. Where they do not lie
there, it is said and the rest is measured.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OURS = (
    "startup",
    "reading",
    "retrieval_speed",
    "prefix",
    "message",
    "walk",
    "fusion",
    "injection",
    "hostile_documents",
)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """A benchmark that others wrote: its arguments, and those that keep it to a sample."""

    name: str
    arguments: tuple[str, ...]
    sample: tuple[str, ...]


YARDSTICKS = (
    Yardstick("placement", ("--adapter", "tests.bench.adapters:place"), ("--limit", "200", "--no-speed")),
    Yardstick("retrieval", ("--adapter", "tests.bench.adapters:index"), ()),
    Yardstick("answers", ("--adapter", "tests.bench.adapters:parse"), ("--n", "4", "--no-heavy")),
    Yardstick("turns", ("--command", f"{sys.executable} -m backend.cli serve"), ("--limit", "2")),
)


def commands(names: list[str], full: bool, shared: Path) -> tuple[dict[str, list[str]], list[str]]:
    """The command of each benchmark by its name, and the names of yardsticks that are not there."""
    wanted = names or [*OURS, *(each.name for each in YARDSTICKS)]
    found = {name: [sys.executable, "-m", f"tests.bench.{name}"] for name in OURS if name in wanted}
    missing = []
    for each in YARDSTICKS:
        program = shared / "bench" / f"{each.name}.py"
        if each.name in wanted and program.is_file():
            found[each.name] = [sys.executable, str(program), *each.arguments, *(() if full else each.sample)]
        elif each.name in wanted:
            missing.append(each.name)
    return found, missing


def main(arguments: list[str], shared: Path = ROOT.parent / "shared") -> int:
    """How many benchmarks failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Run the benchmarks.")
    choices = [*OURS, *(each.name for each in YARDSTICKS)]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(choices)}; all if none is named")
    parser.add_argument("--full", action="store_true", help="all cases of the yardsticks")
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.names) - set(choices))
    if unknown:
        parser.error(f"there is no benchmark {', '.join(unknown)}")
    found, missing = commands(given.names, given.full, shared)
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))}
    failed = 0
    for name, command in found.items():
        print(f"\n== {name}", flush=True)
        failed += subprocess.run(command, check=False, cwd=ROOT, env=environ).returncode != 0
    for name in missing:
        print(f"\n== {name}\nis not measured: {shared / 'bench' / name}.py is not there", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
