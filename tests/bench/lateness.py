"""Measure how late words arrive through 240 open streams, from the provider's sending to the client's receipt.

    python -m tests.bench.lateness [--streams 240] [--seconds 20] [--every 0.5]

A real server (two workers) on SQLite, a provider on loopback whose words are the time at which they are sent, and
as many clients, all on this machine and its clock. What the provider and the clients are late by is in the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import re
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from backend.kernel.sse import Decoder
from tests.ports import free_port
from tests.torture.rig import Client, Served

STAMP = re.compile(r"@(\d+\.\d+);")


class Provider:
    """An OpenAI-compatible server whose answers are a row of time stamps, the streams' beats spread evenly."""

    def __init__(self, seconds: float, every: float) -> None:
        self._beats, self._every = round(seconds / every), every

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(length)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        self._say(writer, '{"message": "')
        for _ in range(self._beats):
            await asyncio.sleep(self._every)
            self._say(writer, f"@{time.monotonic():.4f};")
        self._say(writer, '", "document_content": ""}', "stop")
        writer.write(b"data: [DONE]\n\n")
        await writer.drain()
        writer.close()

    def _say(self, writer: asyncio.StreamWriter, text: str, finish: str | None = None) -> None:
        choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish}
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
        writer.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")


class Watcher:
    """One client with a stream: how late each stamp came, and whether the stream ended well."""

    def __init__(self, url: str, token: str, session: str) -> None:
        self._port, self._token = int(url.rpartition(":")[2]), token
        self._body = json.dumps({"session_id": session, "message": "Tell me the time."}).encode()
        self.late: list[float] = []
        self.refused, self.error = 0, ""
        self.done = False

    async def watch(self, after: float) -> None:
        await asyncio.sleep(after)
        while not await self._watched():  # it is full: Retry-After
            await asyncio.sleep(1)

    async def _watched(self) -> bool:
        """The stream to its end; False where the server had no room for it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        head = (
            f"POST /api/chat/message HTTP/1.0\r\nAuthorization: Bearer {self._token}\r\nAccept: text/event-stream\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(self._body)}\r\n\r\n"
        )
        writer.write(head.encode() + self._body)
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 503 " in head.splitlines()[0]:
            self.refused += 1
            writer.close()
            return False
        assert b" 200 " in head.splitlines()[0], (head, await reader.read())
        decoder = Decoder()
        while piece := await reader.read(65536):
            now = time.monotonic()
            for event in decoder.feed(piece):
                if event.event == "token":
                    self.late += [now - float(each) for each in STAMP.findall(json.loads(event.data)["text"])]
                self.done |= event.event == "final_answer"
                if event.event == "error":
                    self.error = json.loads(event.data)["title"]
        writer.close()
        return True


def provide(port: int, seconds: float, every: float) -> None:
    """A process of its own, so that it is late by itself only."""

    async def serve() -> None:
        async with await asyncio.start_server(Provider(seconds, every), "127.0.0.1", port, backlog=4096) as server:
            await server.serve_forever()

    asyncio.run(serve())


@contextmanager
def served(seconds: float, every: float):
    """A server with its provider."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        provider = multiprocessing.Process(target=provide, args=(port, seconds, every), daemon=True)
        provider.start()
        environ = {
            "COSCRIBE_DATA_DIR": f"{folder}/data",
            "COSCRIBE_WRITER": "openai",
            "COSCRIBE_WRITER_BASE_URL": f"http://127.0.0.1:{port}/v1",
            "COSCRIBE_WRITER_MODEL": "m",
            "COSCRIBE_PLACER": "rules",
            "COSCRIBE_RATE_LIMIT": "off",
            "COSCRIBE_AUTH_RATE_LIMIT": "off",
            "COSCRIBE_LOG_LEVEL": "WARNING",
        }
        made = Served(environ, Path(folder), module="backend.cli")
        try:
            made.start()
            yield made
        finally:
            made.kill()
            provider.terminate()
            provider.join()


async def watch(watchers: list[Watcher], over: float) -> None:
    """All of them, begun one after another within `over` seconds."""
    await asyncio.gather(*[each.watch(over * place / len(watchers)) for place, each in enumerate(watchers)])


def measure(streams: int, seconds: float, every: float) -> tuple[list[float], int, int]:
    """How late every stamp was, how many streams ended well, and how often one was refused for want of room."""
    with served(seconds, every) as server:
        client = Client(server.url)
        client.sign_in()
        sessions = [client.call("POST", "/api/sessions", {}, 201)["id"] for _ in range(streams)]
        watchers = [Watcher(server.url, client.token, each) for each in sessions]
        warm = Watcher(server.url, client.token, sessions[0])
        asyncio.run(watch([warm], 0))  # what is loaded once
        asyncio.run(watch(watchers, seconds / 2))
    if failed := {each.error for each in watchers if each.error}:
        print("streams that ended in an error:", *sorted(failed))
    late = sorted(late for each in watchers for late in each.late)
    return late, sum(each.done for each in watchers), sum(each.refused for each in watchers)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--streams", type=int, default=240)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--every", type=float, default=0.5, help="seconds between two words of a stream")
    given = parser.parse_args()
    late, done, refused = measure(given.streams, given.seconds, given.every)
    told = {share: 1000 * late[min(len(late) - 1, int(len(late) * share))] for share in (0.5, 0.9, 0.99, 1)}
    words = ", ".join(f"p{100 * share:.0f} {each:.0f} ms" for share, each in told.items())
    expected = given.streams * round(given.seconds / given.every)
    print(f"{given.streams} streams, {done} whole, {len(late)} of {expected} words: late {words}")
    print(f"{refused} refused for want of room and tried again")
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 0 if done == given.streams and len(late) == expected else 1


if __name__ == "__main__":
    sys.exit(main())
