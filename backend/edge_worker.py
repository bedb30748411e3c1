"""Define gunicorn's worker for EDGE=on: uvicorn's worker, changed so that the workers share the connections evenly."""

from __future__ import annotations

import socket
import sys
from typing import Any, ClassVar

from gunicorn.arbiter import Arbiter
from uvicorn import Server
from uvicorn_worker import UvicornWorker


class _SharingServer(Server):
    """An asyncio server that accepts one waiting connection at a time. With a backlog (queue of waiting connections) of
    n, asyncio accepts up to n connections at once and leaves none to the other workers. So asyncio gets a backlog of 1,
    and the socket gets the real one.
    """

    def __init__(self, config: Any, backlog: int) -> None:
        super().__init__(config)
        self._backlog = backlog

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        for each in sockets or ():
            each.listen(self._backlog)


class EdgeWorker(UvicornWorker):  # type: ignore[misc]  # the library has no types for mypy
    """uvicorn's worker. It adds no headers of its own, and does not handle proxies, because the application does that
    (TRUSTED_PROXIES).
    """

    CONFIG_KWARGS: ClassVar[dict[str, Any]] = {
        "loop": "auto",
        "http": "auto",
        "ws": "none",
        "interface": "asgi3",
        "lifespan": "on",
        "proxy_headers": False,
        "server_header": False,
        "access_log": False,
        "backlog": 1,
    }

    async def _serve(self) -> None:
        self.config.app = self.wsgi
        server = _SharingServer(self.config, self.cfg.backlog)
        self._install_sigquit_handler()
        await server.serve(sockets=self.sockets)
        if not server.started:
            sys.exit(Arbiter.WORKER_BOOT_ERROR)
