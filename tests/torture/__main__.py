"""Kill the server again and again: `make torture`, or `python -m tests.torture --kills 500 --servers 2`."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx2

from tests.sonar_stand_in import SonarStandIn
from tests.torture.kills import KILLS, WORKER_KILLS, Kill, Torture
from tests.torture.rig import Provider, Served, Started


@contextmanager
def torture(folder: Path, seed: int = 0, workers: bool = False):
    """A server on SQLite, with a worker beside it if so wished, and a provider that streams: all gone at the end."""
    with SonarStandIn() as sonar:
        provider = Provider()
        sonar.answer = provider
        environ = {
            "COSCRIBE_DATA_DIR": str(folder / "data"),
            "COSCRIBE_WRITER": "perplexity",
            "COSCRIBE_WRITER_BASE_URL": sonar.url,
            "COSCRIBE_PLACER": "rules",
            "COSCRIBE_RATE_LIMIT": "off",
            "COSCRIBE_AUTH_RATE_LIMIT": "off",
            "COSCRIBE_LOG_LEVEL": "WARNING",
            "COSCRIBE_EXECUTOR": "huey" if workers else "threads",
            "PERPLEXITY_API_KEY": sonar.key,
        }
        served, worker = Served(environ, folder), Started(environ, folder, "worker") if workers else None
        try:
            made = Torture(served, worker, provider, folder / "data", seed)
            made.begin()
            yield made
        finally:
            served.kill()
            if worker is not None:
                worker.kill()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--servers", type=int, default=2, help="how many servers are killed at the same time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="only the kills whose name holds this")
    parser.add_argument("--workers", action="store_true", help="with a worker beside each server, which is killed")
    given = parser.parse_args()
    chosen = [each for each in (WORKER_KILLS if given.workers else KILLS) if given.only in str(each)]
    plan = [chosen[(number + given.seed) % len(chosen)] for number in range(given.kills)]
    began, fates, faults = time.monotonic(), Counter[str](), list[str]()
    with ProcessPoolExecutor(given.servers) as pool:
        parts = [plan[number :: given.servers] for number in range(given.servers)]
        seeds = range(given.seed, given.seed + given.servers)
        for part, found in pool.map(_part, parts, seeds, [given.workers] * given.servers):
            fates += part
            faults += found
    print(f"{given.kills} kills at {len(set(map(str, plan)))} points in {time.monotonic() - began:.0f} s")
    for name, count in sorted(fates.items()):
        print(f"{count:6} {name}")
    print(f"{len(faults)} faults", *faults, sep="\n")
    return 1 if faults else 0


def _part(plan: Sequence[Kill], seed: int, workers: bool) -> tuple[Counter[str], list[str]]:
    faults = []
    with (
        tempfile.TemporaryDirectory(prefix="coscribe-torture-") as folder,
        torture(Path(folder), seed, workers) as made,
    ):
        for number, kill in enumerate(plan):
            try:
                made.one(kill)
            except (AssertionError, LookupError, TypeError, httpx2.HTTPError):
                faults.append(f"--- {kill} (kill {number} of seed {seed})\n{traceback.format_exc()}")
                print(faults[-1], file=sys.stderr, flush=True)
                made.again()
        made.end()
    return made.fates, faults


if __name__ == "__main__":
    sys.exit(main())
