"""Tell monitoring programs whether the server runs, whether it is ready, and how busy it is."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify

from backend.api.authentication import ports, public
from backend.api.errors import Problem, problem
from backend.api.metrics import check_reader, exposition
from backend.storage.db import is_ready

blueprint = Blueprint("health", __name__)
#: Number of bytes that are written to test whether the disk has room.
_PAGE = 65536
#: The name of the file whose existence tells all workers that the server is stopping.
DRAINING = "draining"


@blueprint.get("/healthz")
@public
def healthz() -> Response:
    """Return 200 as long as the process runs."""
    return jsonify(status="ok")


@blueprint.get("/readyz")
@public
def readyz() -> Response:
    """Return 200 if the server can answer requests, else 503. The database must be migrated, the data folder must be
    writable, and the server must not be stopping.
    """
    checks = {
        "database": is_ready(),
        "data_folder": is_writable(ports().data_dir),
        "serving": not is_draining(current_app.config["METRICS_DIR"]),
    }
    if all(checks.values()):
        return jsonify(status="ready", checks=checks)
    missing = ", ".join(name for name, passed in checks.items() if not passed)
    words = f"Not ready: {missing}."
    return problem(
        Problem(503, "not-ready", "Not ready", words, extra={"checks": checks}, headers={"Retry-After": "5"})
    )


@blueprint.get("/metrics")
@public
def metrics() -> Response:
    """Return the metrics in Prometheus' text format."""
    check_reader(current_app.config["METRICS_TOKEN"])
    return exposition(current_app.config["METRICS_DIR"])


def is_draining(shared: str) -> bool:
    """Return True if the server is stopping. Before it stops, it writes a file into the folder `shared`, which all its
    workers can read.
    """
    return bool(shared) and Path(shared, DRAINING).exists()


def is_writable(folder: Path) -> bool:
    """Return True if a file can be written in this folder. To find out, a file is written: permissions do not show that
    a disk is full.
    """
    try:
        with tempfile.NamedTemporaryFile(prefix=".ready-", dir=folder) as file:
            file.write(bytes(_PAGE))  # a full disk may still take an empty file
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True
