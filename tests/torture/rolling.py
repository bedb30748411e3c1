"""Stop and start two servers behind a proxy, in turn, while many people chat: does any of them notice?

    python -m tests.torture.rolling [--chats 1000] [--at-once 50] [--seconds 3] [--proxy nginx|caddy]

The proxy runs with the configuration of docs/operating.md as it is printed. Half of the answers are streams. A model on
loopback takes `--seconds` for each. What is not answered, or whose stream has no final answer, is a fault.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import httpx2
import sqlalchemy as sa

from tests import postgres, proxies
from tests.bench import load
from tests.redis_server import RedisServer
from tests.torture.rig import Client, Served


@contextmanager
def two_servers(folder: Path, model: int) -> Iterator[tuple[Served, Served]]:
    """Two servers with a data folder each, before one database and one Redis."""
    with ExitStack() as stack:
        database = postgres.Server()
        stack.callback(database.stop)
        with sa.create_engine(database.url("postgres"), isolation_level="AUTOCOMMIT").connect() as connection:
            connection.exec_driver_sql("CREATE DATABASE rolling")
        shared = {
            "COSCRIBE_DATABASE_URL": database.url("rolling"),
            "COSCRIBE_REDIS_URL": stack.enter_context(RedisServer()).url,
            "COSCRIBE_SECRET_KEY": "the same key on both machines, of 32 bytes",
            "COSCRIBE_TRUSTED_PROXIES": "1",
            "COSCRIBE_REGISTRATION": "open",
            "COSCRIBE_RATE_LIMIT": "off",
            "COSCRIBE_LOG_LEVEL": "WARNING",
            "COSCRIBE_WRITER": "openai",
            "COSCRIBE_WRITER_BASE_URL": f"http://127.0.0.1:{model}/v1",
            "COSCRIBE_WRITER_MODEL": "any",
            "COSCRIBE_WRITER_API_KEY": "none",
            "COSCRIBE_PLACER": "rules",
        }
        made = []
        for name in ("one", "two"):
            (folder / name).mkdir()
            made.append(Served(shared | {"COSCRIBE_DATA_DIR": str(folder / name / "data")}, folder / name))
            stack.callback(made[-1].kill)
            made[-1].start()
        yield made[0], made[1]


@dataclass(frozen=True, slots=True)
class Crowd:
    """People who chat: how many chats, how many of them at once, and the seconds that the model takes for each."""

    chats: int = 1000
    at_once: int = 50
    seconds: float = 3
    proxy: proxies.Name = "nginx"


def chat(client: Client, number: int) -> str:
    """Return "answered" or the fault."""
    try:
        session = client.call("POST", "/api/sessions", {"title": f"Chat {number}"}, 201)["id"]
        body = {"session_id": session, "message": "Write a section on gradients."}
        if number % 2:
            client.call("POST", "/api/chat/message", body)
            return "answered"
        heard = client.listen("POST", "/api/chat/message", body)
        return "answered" if heard.final else f"a stream that ended with {heard.events[-1:] or heard.problem}"
    except (AssertionError, ValueError, LookupError, httpx2.HTTPError) as error:
        return f"{type(error).__name__}: {str(error)[:200]}"


def restart(served: Served) -> None:
    """Stop a server as an operator does, wait for its end, and start it again."""
    process = served.process
    assert process is not None
    os.kill(process.pid, signal.SIGTERM)
    process.wait()
    served.start()


def roll(folder: Path, crowd: Crowd) -> tuple[Counter[str], int]:
    """Return how the chats ended, and how often a server was restarted: once each, and on while there are chats."""
    with ExitStack() as stack:
        model, _ = stack.enter_context(load.in_process(lambda: load.Provider(crowd.seconds, crowd.seconds)))
        servers = stack.enter_context(two_servers(folder, model))
        addresses = [each.url.removeprefix("http://") for each in servers]
        url = stack.enter_context(proxies.running(crowd.proxy, folder, addresses))
        client, restarts, done = Client(url), 0, threading.Event()
        client.sign_in()
        with ThreadPoolExecutor(crowd.at_once) as pool:
            ended = [pool.submit(chat, client, number) for number in range(crowd.chats)]
            threading.Thread(target=lambda: (pool.shutdown(wait=True), done.set()), daemon=True).start()
            while restarts < len(servers) or not done.is_set():
                restart(servers[restarts % len(servers)])
                restarts += 1
        return Counter(each.result() for each in ended), restarts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--chats", type=int, default=Crowd().chats)
    parser.add_argument("--at-once", type=int, default=Crowd().at_once)
    parser.add_argument("--seconds", type=float, default=Crowd().seconds)
    parser.add_argument("--proxy", choices=get_args(proxies.Name), default=Crowd().proxy)
    crowd = Crowd(**vars(parser.parse_args()))
    if not proxies.is_installed(crowd.proxy):
        sys.exit(f"{crowd.proxy} is not installed")
    with tempfile.TemporaryDirectory(prefix="coscribe-rolling-") as folder:
        ended, restarts = roll(Path(folder), crowd)
    print(f"{restarts} restarts while {crowd.chats} chats were answered")
    for words, count in ended.most_common():
        print(f"{count:6} {words}")
    return 1 if set(ended) != {"answered"} else 0


if __name__ == "__main__":
    sys.exit(main())
