"""Kill the server again and again: `make torture`, or `python -m tests.torture --kills 500 --servers 2 --machines`."""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import sqlalchemy as sa

from tests import postgres
from tests.redis_server import RedisServer
from tests.s3_server import start_s3
from tests.sonar_stand_in import SonarStandIn
from tests.torture import points
from tests.torture.kills import KILLS, ON_MACHINES, WORKER_KILLS, Kill, Machines, Torture
from tests.torture.rig import Provider, Served, Started


@contextmanager
def torture(folder: Path, seed: int = 0, workers: bool = False):
    """A server on SQLite, with a worker beside it if so wished, and a provider that streams: all gone at the end."""
    environ = {"COSCRIBE_EXECUTOR": "huey" if workers else "threads"}

    def published(session_id: str) -> bytes:
        return (folder / "data" / "sessions" / session_id / "doc.md").read_bytes()

    with _provider(environ) as provider:
        environ["COSCRIBE_DATA_DIR"] = str(folder / "data")
        served = Served(environ, folder)
        beside = (Started(environ, folder, "worker"),) if workers else ()
        with _tortured(Machines((served,), beside, published), provider, seed) as made:
            yield made


@contextmanager
def torture_machines(folder: Path, seed: int = 0):
    """Two machines, each with a data folder, a server and a worker; PostgreSQL, Redis and an S3 store between them."""
    with ExitStack() as stack:
        database, store = postgres.Server(), start_s3()
        stack.callback(database.stop)
        stack.callback(store.stop)
        with sa.create_engine(database.url("postgres"), isolation_level="AUTOCOMMIT").connect() as connection:
            connection.exec_driver_sql("CREATE DATABASE torture")
        environ = store.environ() | {
            "COSCRIBE_EXECUTOR": "huey",
            "COSCRIBE_DATABASE_URL": database.url("torture"),
            "COSCRIBE_REDIS_URL": stack.enter_context(RedisServer()).url,
            "COSCRIBE_SECRET_KEY": "the same key on both machines, of 32 bytes",
        }
        bucket, _, prefix = environ["COSCRIBE_FILES"].removeprefix("s3://").partition("/")
        files = store.client()

        def published(session_id: str) -> bytes:
            try:
                name = f"{prefix}/sessions/{session_id}/doc.md"
                return files.get_object(Bucket=bucket, Key=name)["Body"].read()
            except files.exceptions.NoSuchKey:
                return b"no copy yet"

        provider = stack.enter_context(_provider(environ))
        served, workers = [], []
        for name in ("one", "two"):
            own = environ | {"COSCRIBE_DATA_DIR": str(folder / name / "data"), points.HOST: f"machine-{name}"}
            (folder / name).mkdir()
            served.append(Served(own, folder / name))
            workers.append(Started(own, folder / name, "worker"))
        machines = Machines(tuple(served), tuple(workers), published)
        yield stack.enter_context(_tortured(machines, provider, seed))


@contextmanager
def _provider(environ: dict[str, str]):
    """A provider that streams; `environ` then says where it is."""
    with SonarStandIn() as sonar:
        sonar.answer = provider = Provider()
        environ |= {
            "COSCRIBE_WRITER": "perplexity",
            "COSCRIBE_WRITER_BASE_URL": sonar.url,
            "COSCRIBE_PLACER": "rules",
            "COSCRIBE_RATE_LIMIT": "off",
            "COSCRIBE_AUTH_RATE_LIMIT": "off",
            "COSCRIBE_LOG_LEVEL": "WARNING",
            "PERPLEXITY_API_KEY": sonar.key,
        }
        yield provider


@contextmanager
def _tortured(machines: Machines, provider: Provider, seed: int):
    try:
        made = Torture(machines, provider, seed)
        made.begin()
        yield made
    finally:
        for each in machines.all:
            each.kill()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--servers", type=int, default=2, help="how many servers are killed at the same time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=0, help="kill no more after so long; 0: as often as said")
    parser.add_argument("--only", default="", help="only the kills whose name holds this")
    parser.add_argument("--workers", action="store_true", help="with a worker beside each server, which is killed")
    parser.add_argument(
        "--machines", action="store_true", help="each server is two, with workers, PostgreSQL, Redis and an S3 store"
    )
    given = parser.parse_args()
    kinds = ON_MACHINES if given.machines else WORKER_KILLS if given.workers else KILLS
    chosen = [each for each in kinds if given.only in str(each)]
    plan = [chosen[(number + given.seed) % len(chosen)] for number in range(given.kills)]
    began, fates, faults, kills = time.monotonic(), Counter[str](), list[str](), 0
    with ProcessPoolExecutor(given.servers) as pool:
        parts = [plan[number :: given.servers] for number in range(given.servers)]
        seeds = range(given.seed, given.seed + given.servers)
        way = torture_machines if given.machines else partial(torture, workers=given.workers)
        until = [began + 60 * given.minutes if given.minutes else math.inf] * given.servers
        for part, found, made in pool.map(_part, parts, seeds, [way] * given.servers, until):
            fates += part
            faults += found
            kills += made
    print(f"{kills} kills at {len(set(map(str, plan)))} points in {time.monotonic() - began:.0f} s")
    for name, count in sorted(fates.items()):
        print(f"{count:6} {name}")
    print(f"{len(faults)} faults", *faults, sep="\n")
    return 1 if faults else 0


def _part(
    plan: Sequence[Kill], seed: int, way: Callable[..., Any], until: float
) -> tuple[Counter[str], list[str], int]:
    faults, kills = list[str](), 0
    with (
        tempfile.TemporaryDirectory(prefix="coscribe-torture-") as folder,
        way(Path(folder), seed) as made,
    ):
        for number, kill in enumerate(plan):
            if time.monotonic() > until:
                break
            kills += 1
            try:
                made.one(kill)
            except (AssertionError, LookupError, TypeError, httpx2.HTTPError):
                faults.append(f"--- {kill} (kill {number} of seed {seed})\n{traceback.format_exc()}")
                print(faults[-1], file=sys.stderr, flush=True)
                made.again()
        made.end()
    return made.fates, faults, kills


if __name__ == "__main__":
    sys.exit(main())
