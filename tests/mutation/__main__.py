"""`make mutate`: does a test notice when the code is wrong?

Makes small faults in the modules of some rooms, a seeded sample of them, and runs for each in a copy of the tree the
tests of its room and of the doors that reach it, those of its module first. Prints what survived as diffs, and a table.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import sys
import tempfile
from collections import Counter
from itertools import islice
from pathlib import Path

from tests.mutation.equivalents import FILE, key_of, read_equivalents
from tests.mutation.mutants import Mutant, mutants_of
from tests.mutation.trial import Workplace, copy_tree, try_mutants

ROOT = Path(__file__).resolve().parents[2]
#: Imported once, before the processes part: none of them is ours, and they take most of a test run's start.
HEAVY = "hypothesis numpy sqlalchemy flask flask_sqlalchemy flask_migrate flask_smorest marko openai pytest".split()
#: CPU seconds of the tests that a mutant gets besides those of its own module, the quickest first. What only the slow
#: ones would kill counts as survived, so the rate is rather too low.
MOST = 20.0
OUTCOMES = ("killed", "endless", "survived", "unclear", "stuck", "equivalent")
#: A test that fails twice shows the fault, and so does one that no longer ends.
KILLS = ("killed", "endless")


def main() -> int:
    options = _options()
    for name in HEAVY:
        importlib.import_module(name)
    sources = {path: (ROOT / "backend" / path).read_bytes() for path in _modules(options.rooms)}
    sample = _sample(sources, options)
    with tempfile.TemporaryDirectory(prefix="mutation") as folder:
        work = copy_tree(ROOT, Path(folder) / "tree")
        os.environ["TMPDIR"] = folder
        outcomes = _try_all(work, sample, sources, options.seconds)
    _print_table(options, sample, outcomes)
    rates = [_rate(_of_room(room, sample, outcomes)) for room in options.rooms]
    return 0 if all(rate is None or rate >= options.least for rate in rates) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("rooms", nargs="*", default=["placement", "drafting", "services"], help="rooms or files")
    parser.add_argument("--sample", type=int, default=40, help="mutants a room (0: all)")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument(
        "--seconds", type=float, default=MOST, help="of tests on each mutant, besides those of its module"
    )
    parser.add_argument("--least", type=float, default=0.0, help="fail if a smaller share of a room is killed")
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


def _try_all(work: Workplace, sample: list[Mutant], sources: dict[str, bytes], most: float) -> list[str]:
    """How each mutant of the sample ended; what was not killed is printed as soon as it is known."""
    equivalents = read_equivalents(FILE.read_text(encoding="utf-8"))
    outcomes = {}
    for number, outcome in try_mutants(work, sample, most):
        mutant = sample[number]
        if outcome == "survived" and key_of(mutant, sources[mutant.path]) in equivalents:
            outcome = "equivalent"
        outcomes[number] = outcome
        if outcome not in (*KILLS, "equivalent"):
            print(f"{outcome}: {mutant.diff(sources[mutant.path])}\n", flush=True)
    return [outcomes[number] for number in range(len(sample))]


def _of_room(room: str, sample: list[Mutant], outcomes: list[str]) -> Counter[str]:
    pairs = zip(sample, outcomes, strict=True)
    return Counter(
        outcome for mutant, outcome in pairs if room in ("all", mutant.path) or mutant.path.startswith(f"{room}/")
    )


def _rate(counts: Counter[str]) -> float | None:
    """The share of killed mutants, without equivalents; None if none is left."""
    judged = counts.total() - counts["equivalent"]
    return sum(counts[kill] for kill in KILLS) / judged if judged else None


def _print_table(options: argparse.Namespace, sample: list[Mutant], outcomes: list[str]) -> None:
    """A table for a note, in Markdown."""
    print("| room | seed | mutants | " + " | ".join(OUTCOMES) + " | rate |")
    print("| --- |" + " ---: |" * (len(OUTCOMES) + 3))
    for room in [*options.rooms, "all"]:
        counts = _of_room(room, sample, outcomes)
        rate = _rate(counts)
        cells = [room, options.seed, counts.total(), *(counts[name] for name in OUTCOMES)]
        print("| " + " | ".join(map(str, cells)) + f" | {'-' if rate is None else f'{100 * rate:.1f} %'} |")


if __name__ == "__main__":
    sys.exit(main())
