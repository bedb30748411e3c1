"""Clean up and repair the stored data in a thread, which works at most half of the time."""

from __future__ import annotations

import fcntl
import logging
import os
import threading
import time

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from backend.errors import Busy
from backend.ports import Ports
from backend.services.upkeep import upkeep

log = logging.getLogger(__name__)

#: The file in the data folder that a process locks while it maintains the folder's data.
LOCK_FILE = "upkeep.lock"
#: Seconds between the end of one maintenance and the next. Data is kept for days, so some hours do not matter.
EVERY = 6 * 3600


def start_upkeep(app: Flask) -> threading.Thread:
    """Start a thread that does the upkeep now and every few hours. Of several processes that share a data folder, only
    one does it at a time.
    """
    thread = threading.Thread(target=_run, args=(app,), name="upkeep", daemon=True)
    thread.start()
    return thread


def _run(app: Flask) -> None:
    while True:
        do_upkeep(app)
        time.sleep(EVERY)


def do_upkeep(app: Flask) -> None:
    """Do the upkeep once: delete what is no longer needed, repair outdated copies of documents, compact old revisions.

    Does nothing if another process is doing it.
    """
    ports: Ports = app.extensions["coscribe"]
    try:
        handle = os.open(ports.data_dir / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with app.app_context():
                _do(ports)
        except BlockingIOError:
            return  # another process does it
        finally:
            os.close(handle)
    except (SQLAlchemyError, Busy, OSError) as error:
        log.warning(
            "the maintenance of the data failed; it starts again in some hours", extra={"reason": type(error).__name__}
        )


def _do(ports: Ports) -> None:
    """Do one step of the upkeep after another. After each step, pause for as long as the step took."""
    began = time.monotonic()
    for _ in upkeep(ports):
        time.sleep(time.monotonic() - began)
        began = time.monotonic()
