"""Close an application that a test has created."""

from __future__ import annotations

from flask import Flask

from backend.storage.db import db
from tests.waiting import until


def close_app(app: Flask) -> None:
    """Close the app's connections, once its runs have ended and none is out.

    A connection that a thread still works on when its pool is given up is never closed: PostgreSQL's driver warns of
    it whenever it is collected, in the middle of any later test.
    """
    ports = app.extensions["coscribe"]
    until(lambda: None if ports.recorder.in_progress() else True)
    ports.research.services.close()
    with app.app_context():
        pool = db.engine.pool
        until(lambda: None if pool.checkedout() else True)  # type: ignore[attr-defined]
        db.engine.dispose()
