"""Every transaction on SQLite waits for the disk; threads that wait at the same time share one write."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask

from backend.storage import disk_log as module
from backend.storage import users
from backend.storage.db import reading, transaction
from backend.storage.disk_log import DiskLog
from tests.storage.conftest import NOW
from tests.waiting import PATIENCE, until


class Disk:
    """A disk that writes when it is told to. `calls` counts the writes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls = 0
        self.error: OSError | None = None
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        monkeypatch.setattr(module, "_write", self._write)

    def _write(self, log: int) -> None:
        self.calls += 1
        assert self.may_go_on.wait(PATIENCE)
        if self.error is not None:
            raise self.error


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.fixture
def log(tmp_path: Path) -> DiskLog:
    (tmp_path / "db-wal").touch()
    return DiskLog(str(tmp_path / "db"))


def test_who_asks_during_a_write_shares_the_next_one(disk: Disk, log: DiskLog, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting: list[None] = []

    @contextmanager
    def counted() -> Iterator[None]:
        waiting.append(None)
        yield

    monkeypatch.setattr(module, "waiting", counted)
    disk.may_go_on.clear()
    threads = [threading.Thread(target=log.write) for _ in range(6)]
    threads[0].start()
    until(lambda: disk.calls or None)
    for each in threads[1:]:
        each.start()
    until(lambda: len(waiting) == len(threads) or None)
    disk.may_go_on.set()
    for each in threads:
        each.join(PATIENCE)
    assert disk.calls == 2


def test_an_error_is_raised_for_all_that_asked(disk: Disk, log: DiskLog) -> None:
    disk.error = OSError("the disk is broken")
    with pytest.raises(OSError, match="broken"):
        log.write()
    disk.error = None
    log.write()


def test_a_log_that_is_gone_needs_no_write(disk: Disk, tmp_path: Path) -> None:
    DiskLog(str(tmp_path / "other")).write()
    assert disk.calls == 0


def test_a_transaction_ends_when_it_is_on_the_disk(
    sqlite_url: str, make_app: Callable[[str], Flask], disk: Disk
) -> None:
    with make_app(sqlite_url).app_context():
        with reading():
            users.by_email("ada@example.org")
        with pytest.raises(ZeroDivisionError), transaction():
            raise ZeroDivisionError
        assert disk.calls == 0
        with transaction():
            users.create("ada@example.org", None, "hash", NOW)
            assert disk.calls == 0
        assert disk.calls == 1


def test_a_transaction_of_which_nobody_is_told_yet_need_not_be_on_the_disk(
    sqlite_url: str, make_app: Callable[[str], Flask], disk: Disk
) -> None:
    with make_app(sqlite_url).app_context():
        with transaction(on_disk=False):
            users.create("ada@example.org", None, "hash", NOW)
        assert disk.calls == 0
        with reading():
            assert users.by_email("ada@example.org") is not None


def test_a_link_to_the_database_does_not_hide_the_log(
    sqlite_url: str, tmp_path: Path, make_app: Callable[[str], Flask], disk: Disk
) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(sqlite_url.removeprefix("sqlite:///"))
    with make_app(f"sqlite:///{link}").app_context(), transaction():
        users.create("ada@example.org", None, "hash", NOW)
    assert disk.calls == 1
