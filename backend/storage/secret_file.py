"""Keep the key that signs tokens in a file of the data folder. Servers for which no key is configured use it."""

from __future__ import annotations

import fcntl
import os
import secrets
from pathlib import Path

SECRET_FILE = "secret_key"


def kept_secret(data_dir: Path) -> str:
    """Return the key that signs tokens, from its file in the data folder. The file is created when the key is first
    needed.

    Two processes that start at once get the same key: only one of them can lock the folder and create the file, which
    is written completely or not at all.
    """
    kept = data_dir / SECRET_FILE
    folder = os.open(data_dir, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        if not kept.exists():
            made = kept.with_suffix(f".{secrets.token_hex(8)}")
            with open(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_hex(32) + "\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(made, kept)
            os.fsync(folder)
    finally:
        os.close(folder)
    if kept.stat().st_mode & 0o077:
        kept.chmod(0o600)
    return kept.read_text().strip()
