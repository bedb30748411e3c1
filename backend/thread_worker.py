"""Define gunicorn's worker for the setting EDGE=off: gunicorn's own worker with threads, changed so that it closes its
port when it stops.
"""

from __future__ import annotations

from typing import Any

from gunicorn.workers.gthread import ThreadWorker


class ClosingWorker(ThreadWorker):  # type: ignore[misc]  # the library has no types
    """gunicorn's worker with threads. When it stops, it answers clients that have connected, and refuses new
    connections.

    gunicorn's own worker keeps the port open until its last request has ended, which may take up to WRITER_TIMEOUT. The
    system still accepts connections during this time. Nobody answers them, and they fail at the end; a proxy cannot
    know that it should have sent them to another server. After the parent process was killed, a new server could not
    use the port either.
    """

    alive: bool
    sockets: list[Any]

    def is_parent_alive(self) -> bool:
        self.alive = self.alive and super().is_parent_alive()
        return self.alive

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                self._accept_waiting(listener)
                listener.close()
            self.sockets = []

    def _accept_waiting(self, listener: Any) -> None:
        """Accept all waiting connections, before the port is closed. Otherwise they would be reset."""
        listener.setblocking(False)
        before = -1
        while before != self.nr_conns:
            before = self.nr_conns
            self.accept(listener)
