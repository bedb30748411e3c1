"""Start PgBouncer in transaction mode before a test's PostgreSQL. Tests are skipped if it is not installed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.waiting import PATIENCE


@contextmanager
def pgbouncer(url: str, **settings: object) -> Iterator[str]:
    """Yields the URL of the same database through a pooler that has four connections to it."""
    program = shutil.which("pgbouncer")
    if program is None:
        pytest.skip("there is no pgbouncer on this machine")
    address = sa.make_url(url)
    folder = Path(tempfile.mkdtemp(prefix="pgb-", dir="/tmp"))
    (folder / "users").write_text('"postgres" ""\n')
    options = {
        "listen_addr": "",
        "unix_socket_dir": folder,
        "unix_socket_mode": "0777",
        "auth_type": "any",
        "auth_file": folder / "users",
        "pool_mode": "transaction",
        "default_pool_size": 4,
        "max_client_conn": 200,
    } | settings
    lines = [f"{name} = {value}" for name, value in options.items()]
    database = f"{address.database} = host={address.query['host']} dbname={address.database} user=postgres"
    (folder / "ini").write_text("\n".join(["[databases]", database, "[pgbouncer]", *lines, ""]))
    command = [program, "-q", str(folder / "ini")]
    if os.geteuid() == 0:  # it refuses to run as root: it runs as the server's user, who may use the server's socket
        owner = os.stat(str(address.query["host"])).st_uid
        for each in (folder, folder / "users", folder / "ini"):
            os.chown(each, owner, -1)
        command[1:1] = ["-u", pwd.getpwuid(owner).pw_name]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + PATIENCE
        while not list(folder.glob(".s.PGSQL.*")):
            assert process.poll() is None and time.monotonic() < until, "pgbouncer did not come up"
            time.sleep(0.02)
        yield f"postgresql+psycopg://postgres@/{address.database}?host={folder}&port=6432"
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)
