"""Measure the cost of many users: our server, compared in one run with an asyncio server that does only what a chat
needs.

    python -m tests.bench.load [--chats 512] [--delay 4] [--streams 200] [--seconds 10] [--followers 480]

`make load` prints one table. A provider on loopback answers after `--delay` seconds, or writes a stream for `--seconds`
with a word every half second; each word is the time at which it was sent. Behind it stand, one after another, the
threaded door, the asynchronous one (EDGE=on), and the baseline, which asks the provider, reads its JSON and answers.
CPU is the servers' own processes', so the ratios hold on a machine that does other things too; times do not. The
baseline is measured again at the end. The ratio of its second rows to its first ones says how much the machine's own
speed has changed meanwhile: 40 % within minutes has been seen for the same code.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import re
import socket
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from backend.channels.session_feeds import MOST_STREAMS
from tests.ports import free_port
from tests.torture.rig import Client, Served

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
STAMP = re.compile(rb"@(\d+\.\d+);")
#: Seconds between two words of a stream.
EVERY = 0.5
#: Four kilobytes of a draft with what answers have: a formula, quotation marks, a table.
CONTENT = 'The gradient $\\nabla f$ is "small".\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n' * 58
ANSWER = json.dumps({"message": "Here is the section.", "document_content": CONTENT, "sources": ["10.1000/x1"]})
JSON = "Content-Type: application/json\r\n"
SSE = "Accept: text/event-stream\r\n"


async def _request(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """The head and the body of a request; raises IncompleteReadError where the client leaves before its end."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    return head, await reader.readexactly(length)


async def _answered(answer: Handler, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer a request; of a client that only looks whether somebody listens nothing is said."""
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        await answer(reader, writer)
    writer.close()


def _whole(body: bytes) -> bytes:
    lines = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"{lines}Connection: close\r\n\r\n".encode() + body


STREAM_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


class Provider:
    """An OpenAI-compatible model."""

    def __init__(self, delay: float, seconds: float) -> None:
        self._delay, self._words = delay, round(seconds / EVERY)

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, body = await _request(reader)
        if json.loads(body).get("stream"):
            writer.write(STREAM_HEAD + self._chunk('{"message": "'))
            for _ in range(self._words):
                await asyncio.sleep(EVERY)
                writer.write(self._chunk(f"@{time.monotonic():.4f};"))
            writer.write(self._chunk('", "document_content": ""}', "stop") + b"data: [DONE]\n\n")
        else:
            await asyncio.sleep(self._delay)
            message = {"role": "assistant", "content": ANSWER}
            writer.write(_whole(json.dumps({"choices": [{"finish_reason": "stop", "message": message}]}).encode()))
        await writer.drain()

    def _chunk(self, text: str, finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish}
        return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


class Baseline:
    """The least that a chat can be: the request is read, the model asked, its JSON parsed and written anew."""

    def __init__(self, provider: int) -> None:
        self._provider = provider

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head, body = await _request(reader)
        live = b"text/event-stream" in head
        asked = json.dumps({"stream": live, "messages": [{"role": "user", "content": json.loads(body)["message"]}]})
        theirs, asking = await asyncio.open_connection("127.0.0.1", self._provider)
        asking.write(f"POST / HTTP/1.1\r\nContent-Length: {len(asked)}\r\n\r\n{asked}".encode())
        await theirs.readuntil(b"\r\n\r\n")
        if live:
            writer.write(STREAM_HEAD + b'event: phase\ndata: {"phase": "hearing"}\n\n')
            async for line in theirs:
                if line.startswith(b"data: {"):
                    text = json.loads(line[6:])["choices"][0]["delta"]["content"]
                    told = json.dumps({"channel": "message", "offset": 0, "text": text})
                    writer.write(f"event: token\ndata: {told}\n\n".encode())
        else:
            answer = json.loads(await theirs.read())["choices"][0]["message"]["content"]
            writer.write(_whole(json.dumps(json.loads(answer)).encode()))
        asking.close()
        await writer.drain()


def _serve(make: Callable[[], Handler], port: int) -> None:
    async def run() -> None:
        answer = partial(_answered, make())
        async with await asyncio.start_server(answer, "127.0.0.1", port, backlog=4096) as server:
            await server.serve_forever()

    asyncio.run(run())


@contextmanager
def in_process(make: Callable[[], Handler]) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and its pid."""
    port = free_port()
    process = multiprocessing.get_context("fork").Process(target=_serve, args=(make, port), daemon=True)
    process.start()
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            time.sleep(0.05)
    try:
        yield port, process.pid or 0
    finally:
        process.terminate()
        process.join()


def cpu_seconds(pid: int) -> float:
    """What a process and its children have used."""
    used, todo = 0.0, [pid]
    while todo:
        each = todo.pop()
        try:
            todo += [int(child) for child in Path(f"/proc/{each}/task/{each}/children").read_text().split()]
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            continue
        used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


@dataclass
class Heard:
    """What the clients of one load saw: seconds to the answer or the first event, lateness of words, and statuses."""

    took: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    refused: int = 0

    async def chat(self, port: int, head: str, body: str, after: float = 0.0) -> None:
        await asyncio.sleep(after)
        began = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        lines = f"POST /api/chat/message HTTP/1.0\r\nContent-Length: {len(body)}\r\n{JSON}{head}\r\n"
        writer.write(lines.encode() + body.encode())
        status = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1]
        begun = over = False
        while piece := await reader.read(65536):
            now = time.monotonic()
            self.first += [] if begun else [now - began]
            begun = True
            words, last, _ = piece.partition(b"event: final_answer")  # this event repeats the whole text
            self.late += [now - float(each) for each in STAMP.findall(words)] if SSE in head and not over else []
            over = over or bool(last)
        writer.close()
        self.refused += status != b"200"
        self.took += [time.monotonic() - began] if status == b"200" else []


@dataclass(frozen=True)
class Door:
    """A server under load: where it listens, its process, and the headers and bodies by which it is asked."""

    name: str
    port: int
    pid: int
    heads: list[str]
    bodies: list[str]


@contextmanager
def ours(name: str, provider: int, people: int, most: int, **more: str) -> Iterator[Door]:
    """Coscribe with a signed-in user and as many sessions as there are people."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {
            "DATA_DIR": f"{folder}/data", "WRITER": "openai", "WRITER_BASE_URL": f"http://127.0.0.1:{provider}/v1",
            "WRITER_MODEL": "m", "PLACER": "rules", "RATE_LIMIT": "off", "AUTH_RATE_LIMIT": "off", "VERIFY": "off",
            "LOG_LEVEL": "WARNING", "MAX_IN_FLIGHT": str(most),
        } | more  # fmt: skip
        server = Served(
            {f"COSCRIBE_{key}": value for key, value in environ.items()}, Path(folder), module="backend.cli"
        )
        try:
            server.start()
            client = Client(server.url)
            client.sign_in()
            ids = [client.call("POST", "/api/sessions", {}, 201)["id"] for _ in range(people)]
            bodies = [json.dumps({"session_id": each, "message": "Add two paragraphs on the method."}) for each in ids]
            heads = [f"Authorization: Bearer {client.token}\r\n"] * people
            assert server.process is not None
            yield Door(name, int(server.url.rpartition(":")[2]), server.process.pid, heads, bodies)
        finally:
            server.kill()


def load(door: Door, people: int, over: float, accept: str = "") -> tuple[Heard, float]:
    """Let so many people ask once, begun within `over` seconds; what they heard, and the CPU seconds that it cost."""

    async def run() -> Heard:
        heard = Heard()
        given = zip(door.heads[:people], door.bodies[:people], strict=True)
        calls = [heard.chat(door.port, h + accept, b, over * i / people) for i, (h, b) in enumerate(given)]
        await asyncio.gather(*calls)
        return heard

    before = cpu_seconds(door.pid)
    heard = asyncio.run(run())
    return heard, cpu_seconds(door.pid) - before


def follow(door: Door, followers: int, seconds: float) -> float:
    """The share of a core that idle followers of sessions take."""
    held = []
    for head, body in zip(door.heads[:followers], door.bodies[:followers], strict=True):
        one = socket.create_connection(("127.0.0.1", door.port), 60)
        path = f"/api/sessions/{json.loads(body)['session_id']}/events"
        one.sendall(f"GET {path} HTTP/1.0\r\n{head}{SSE}\r\n".encode())
        held.append(one)
    for one in held:
        assert b" 200 " in one.recv(64), "there is no room for so many"
    time.sleep(2)
    before = cpu_seconds(door.pid)
    time.sleep(seconds)
    used = cpu_seconds(door.pid) - before
    for one in held:
        one.close()
    return used / seconds


def _share(values: list[float], share: float) -> str:
    ordered = sorted(values)
    return f"{1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]:.0f}" if ordered else "–"


def rows(door: Door, given: argparse.Namespace) -> Iterator[tuple[str, list[str], float]]:
    """Each load: its name, what was heard, and CPU milliseconds a chat, a stream or a second."""
    for name, people, over in (("first 64 chats", 64, 0.0), (f"{given.chats} chats", given.chats, given.delay / 2)):
        heard, used = load(door, people, over)
        added = [each - given.delay for each in heard.took]
        yield name, [_share(added, 0.5), _share(added, 0.99), str(heard.refused)], 1000 * used / people
    heard, used = load(door, given.streams, given.seconds / 4, SSE)
    told = [_share(heard.first, 0.99), _share(heard.late, 0.99), str(heard.refused)]
    yield f"{given.streams} streams (first event, lateness)", told, 1000 * used / given.streams


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chats", type=int, default=512)
    parser.add_argument("--delay", type=float, default=4.0, help="seconds until the provider answers")
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0, help="of a stream")
    parser.add_argument("--followers", type=int, default=300)
    given = parser.parse_args()
    people = max(given.chats, given.streams, given.followers, 64)
    print(f"{'':34} {'':10} {'p50 or':>8} {'p99':>8} {'':>8} {'CPU ms':>8} {'of the':>8}")
    print(f"{'load':34} {'door':10} {'1st p99':>8} {'ms':>8} {'refused':>8} {'each':>8} {'baseline':>8}")
    least: dict[str, float] = {}
    with in_process(lambda: Provider(given.delay, given.seconds)) as (provider, _):
        _baseline(provider, people, given, least)
        for name, edge in (("threads", "off"), ("edge", "on")):
            with ours(name, provider, people, 2 * people, EDGE=edge) as door:
                _print(door, given, least)
                # without the edge, the system may give all of them to one process
                followers = given.followers if edge == "on" else min(given.followers, MOST_STREAMS)
                share = follow(door, followers, 10)
                print(f"{f'{followers} idle followers':34} {name:10} {100 * share:.1f} % of a core")
        _baseline(provider, people, given, least)
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def _baseline(provider: int, people: int, given: argparse.Namespace, least: dict[str, float]) -> None:
    with in_process(lambda: Baseline(provider)) as (port, pid):
        body = json.dumps({"message": "Add two paragraphs on the method."})
        _print(Door("baseline", port, pid, [""] * people, [body] * people), given, least)


def _print(door: Door, given: argparse.Namespace, least: dict[str, float]) -> None:
    for name, told, used in rows(door, given):
        base = least.setdefault(name, used)
        middle, late, refused = told
        ratio = used / base if base else 0.0
        line = f"{name:34} {door.name:10} {middle:>8} {late:>8} {refused:>8} {used:8.1f} {ratio:8.1f}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
