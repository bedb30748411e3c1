"""Measure the CPU seconds of `create_app()` with all its imports, in fresh processes.

    python -m tests.bench.startup [--runs 5] [--documents 20000]

Compared with importing Flask and SQLAlchemy alone, which no Flask application on a database can do without. With
`--documents` also the seconds of `create_app()` and `prepare()` on a database with so many documents and a data folder
that has none of them, as on a second machine.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time

CREATE = (
    "import tempfile; from backend.bootstrap import create_app; "
    "create_app(environ={'COSCRIBE_DATA_DIR': tempfile.mkdtemp()})"
)
FLOOR = "import flask, flask_sqlalchemy, numpy"
TIMED = "import time; began = time.process_time(); {}; print(time.process_time() - began)"


def seconds(code: str, runs: int) -> float:
    """The median CPU time of a piece of code in fresh processes."""
    took = []
    for _ in range(runs):
        done = subprocess.run([sys.executable, "-c", TIMED.format(code)], capture_output=True, text=True, check=True)
        took.append(float(done.stdout))
    return statistics.median(took)


FILL = """
import datetime, sys, uuid
from backend.bootstrap import create_app, prepare
from backend.services import accounts
from backend.storage import sessions
from backend.storage.db import transaction
app = create_app(environ={'COSCRIBE_DATA_DIR': sys.argv[1]})
prepare(app)
with app.app_context():
    user = accounts.register(app.extensions['coscribe'], 'a@example.org', 'a quiet long phrase').id
    with transaction():
        for number in range(int(sys.argv[2])):
            sessions.create(user, f'Paper {number}', datetime.datetime.now(datetime.UTC))
"""
START = "import sys; from backend.bootstrap import create_app, prepare; \
prepare(create_app(environ={'COSCRIBE_DATA_DIR': sys.argv[1]}))"


def seconds_with_documents(count: int) -> float:
    """Wall-clock seconds of a start beside so many documents."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-c", FILL, folder, str(count)], check=True)
        began = time.monotonic()
        subprocess.run([sys.executable, "-c", START, folder], check=True)
        return time.monotonic() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--documents", type=int, default=0)
    arguments = parser.parse_args()
    runs = arguments.runs
    floor, made = seconds(FLOOR, runs), seconds(CREATE, runs)
    print(f"create_app() {made:.2f} CPU s, Flask, Flask-SQLAlchemy and numpy {floor:.2f} s, ratio {made / floor:.2f}")
    if arguments.documents:
        took, empty = seconds_with_documents(arguments.documents), seconds_with_documents(0)
        print(f"a start beside {arguments.documents:,} documents {took:.2f} s, beside none {empty:.2f} s")


if __name__ == "__main__":
    main()
