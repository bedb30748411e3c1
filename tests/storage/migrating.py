"""Migrate the database of an application of one's own, once a line comes on standard input.

python -m tests.storage.migrating URL
"""

from __future__ import annotations

import sys

from flask import Flask

from backend.storage.db import init_database
from backend.storage.migration import migrate_database


def main(url: str) -> None:
    app = Flask("child")
    init_database(app, url)
    print("ready", flush=True)
    sys.stdin.readline()
    migrate_database(app)


if __name__ == "__main__":
    main(sys.argv[1])
