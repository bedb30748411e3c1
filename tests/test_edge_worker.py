"""uvicorn's worker below gunicorn: what it is told, and how it takes connections."""

from __future__ import annotations

import asyncio
import socket

import uvicorn

from backend.edge_worker import EdgeWorker, _SharingServer


async def nothing(scope, receive, send):
    raise AssertionError("nobody calls")


def test_it_believes_no_header_and_keeps_no_log_of_its_own():
    kept = EdgeWorker.CONFIG_KWARGS
    assert kept["proxy_headers"] is False and kept["access_log"] is False and kept["server_header"] is False


def test_connections_are_taken_one_at_a_time_and_wait_in_a_long_row():
    async def serve():
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            config = uvicorn.Config(nothing, lifespan="off", log_config=None, backlog=1)
            server = _SharingServer(config, 64)
            config.load()
            server.lifespan = config.lifespan_class(config)
            await server.startup(sockets=[listening])
            address = listening.getsockname()
            callers = [socket.create_connection(address, 5) for _ in range(32)]  # none is refused or dropped
            for each in callers:
                each.close()
            server.should_exit = True
            await server.shutdown()

    asyncio.run(serve())
