"""The key in the data folder: one for all who ask at once, and nobody else's to read."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from backend.storage.secret_file import SECRET_FILE, kept_secret


def test_all_who_ask_at_once_get_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(kept_secret, [tmp_path] * 8))
    assert len(keys) == 1 and len(keys.pop()) == 64
    assert [each.name for each in tmp_path.iterdir()] == [SECRET_FILE]


def test_a_key_that_others_could_read_is_shut(tmp_path: Path) -> None:
    (tmp_path / SECRET_FILE).write_text("an old key\n")
    (tmp_path / SECRET_FILE).chmod(0o644)
    assert kept_secret(tmp_path) == "an old key"
    assert (tmp_path / SECRET_FILE).stat().st_mode & 0o777 == 0o600
