"""What a start costs: CPU seconds of `create_app()` with all its imports, in fresh processes.

    python -m tests.bench.startup [--runs 5]

Compared with importing Flask and SQLAlchemy alone, which no Flask application on a database can do without.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    floor, made = seconds(FLOOR, runs), seconds(CREATE, runs)
    print(f"create_app() {made:.2f} CPU s, Flask, Flask-SQLAlchemy and numpy {floor:.2f} s, ratio {made / floor:.2f}")


if __name__ == "__main__":
    main()
