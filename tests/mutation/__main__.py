"""`make mutate`: does a test notice when the code is wrong?

Makes small faults in the modules of some rooms, a seeded sample of them, and runs for each the tests of its module and
room in a copy of the tree. Prints what survived, as diffs, and a table. A mutant that took too long is counted apart.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

from tests.mutation.equivalents import FILE, key_of, read_equivalents
from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.trial import GRACE, PATIENCE, Workplace, copy_tree, run_tests, try_mutant

ROOT = Path(__file__).resolve().parents[2]
#: Imported once, before the processes part: none of them is ours, and they take most of a test run's start.
HEAVY = "hypothesis numpy sqlalchemy flask flask_sqlalchemy flask_migrate flask_smorest marko openai pytest".split()
OUTCOMES = ("killed", "survived", "timed out", "equivalent")


def main() -> int:
    options = _options()
    for name in HEAVY:
        importlib.import_module(name)
    sources = {path: (ROOT / "backend" / path).read_bytes() for path in _modules(options.rooms)}
    sample = _sample(sources, options)
    with tempfile.TemporaryDirectory(prefix="mutation") as folder:
        places = [copy_tree(ROOT, Path(folder) / f"tree{n}") for n in range(options.jobs)]
        bounds = {room: _bound(places[0], room) for room in sorted({_room(mutant) for mutant in sample})}
        outcomes = _try_all(places, sample, bounds, sources)
    _print_table(options.rooms, sample, outcomes)
    counts = Counter(outcomes)
    judged = counts["killed"] + counts["survived"] + counts["timed out"]
    rate = (counts["killed"] + counts["timed out"]) / judged if judged else 1.0
    return 0 if rate >= options.least else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("rooms", nargs="*", default=["placement", "drafting", "services"], help="rooms or files")
    parser.add_argument("--sample", type=int, default=40, help="mutants a room (0: all)")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--jobs", type=int, default=1, help="copies of the tree that work at the same time")
    parser.add_argument("--least", type=float, default=0.0, help="fail if a smaller share is killed")
    options = parser.parse_args()
    options.rooms = options.rooms or ["placement", "drafting", "services"]
    return options


def _modules(rooms: list[str]) -> list[str]:
    """The files of the rooms, relative to backend/; a room may also be one file."""
    found = []
    for room in rooms:
        place = ROOT / "backend" / room
        paths = [place] if place.is_file() else sorted(place.rglob("*.py"))
        found += [path.relative_to(ROOT / "backend").as_posix() for path in paths if path.name != "__init__.py"]
    if not found:
        sys.exit(f"No module lies in {', '.join(rooms)}.")
    return found


def _sample(sources: dict[str, bytes], options: argparse.Namespace) -> list[Mutant]:
    """The same number of mutants for each room that was asked for, drawn with the seed."""
    chosen = []
    for room in options.rooms:
        mutants = [
            mutant
            for path, source in sources.items()
            if path == room or path.startswith(f"{room}/")
            for mutant in mutants_of(path, source)
        ]
        random.Random(f"{options.seed} {room}").shuffle(mutants)
        valid = (mutant for mutant in mutants if mutant.compiles(sources[mutant.path]))
        chosen += islice(valid, options.sample or len(mutants))
    return chosen


def _room(mutant: Mutant) -> str:
    return mutant.path.partition("/")[0]


def _bound(work: Workplace, room: str) -> float:
    """How long a mutant of a room may take; the unchanged room must pass."""
    begun = time.monotonic()
    if run_tests(work, [f"tests/{room}"], 3600) != 0:
        sys.exit((work.folder.parent / f"{work.folder.name}.log").read_text() + f"\ntests/{room} fails unchanged.")
    return PATIENCE * (time.monotonic() - begun) + GRACE


def _try_all(
    places: list[Workplace], sample: list[Mutant], bounds: dict[str, float], sources: dict[str, bytes]
) -> list[str]:
    free: SimpleQueue[Workplace] = SimpleQueue()
    for place in places:
        free.put(place)
    equivalents = read_equivalents(FILE.read_text(encoding="utf-8"))

    def judge(mutant: Mutant) -> str:
        work = free.get()
        try:
            outcome = try_mutant(work, mutant, bounds[_room(mutant)])
        finally:
            free.put(work)
        if outcome == "survived" and key_of(mutant, sources[mutant.path]) in equivalents:
            outcome = "equivalent"
        if outcome in ("survived", "timed out"):
            print(f"{outcome}: {mutant.diff(sources[mutant.path])}\n", flush=True)
        return outcome

    with ThreadPoolExecutor(len(places)) as pool:
        return list(pool.map(judge, sample))


def _print_table(rooms: list[str], sample: list[Mutant], outcomes: list[str]) -> None:
    print(f"{'room':32}{'mutants':>9}" + "".join(f"{name:>12}" for name in OUTCOMES) + f"{'killed of judged':>18}")
    for room in [*rooms, "all"]:
        ours = [
            outcome
            for mutant, outcome in zip(sample, outcomes, strict=True)
            if room in ("all", mutant.path) or mutant.path.startswith(f"{room}/")
        ]
        counts = Counter(ours)
        judged = len(ours) - counts["equivalent"]
        share = f"{100 * (counts['killed'] + counts['timed out']) / judged:.1f} %" if judged else "-"
        print(f"{room:32}{len(ours):>9}" + "".join(f"{counts[name]:>12}" for name in OUTCOMES) + f"{share:>18}")


if __name__ == "__main__":
    sys.exit(main())
