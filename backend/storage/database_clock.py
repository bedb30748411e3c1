"""Provide the time of the database's clock. All machines use it to decide whether a lease or a token has expired, so
that differences between their own clocks do not matter.

Whenever a process opens a connection to PostgreSQL, it asks for the time. Until the next connection, the seconds are
counted by this machine's monotonic clock. SQLite runs on this machine, so its time is this machine's own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from flask import Flask

from backend.storage.db import db

#: The number of a clock of this machine that also counts the time while the machine sleeps, if there is such a clock.
_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)

#: Seconds before a database that cannot be reached is asked for the time again.
PAUSE = 5.0


def local_time() -> datetime:
    """Return the present time in UTC by this machine's clock."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class _ClockReading:
    """The time of the database's clock, and what this machine's monotonic clock showed at that moment, in seconds."""

    moment: datetime
    seconds: float

    def at(self, seconds: float) -> datetime:
        return self.moment + timedelta(seconds=seconds - self.seconds)


class DatabaseClock:
    """Returns, when called, the present time by the database's clock. Until the database has been reached, the time
    comes from this machine's clock.
    """

    def __init__(self, app: Flask, local: Callable[[], datetime] = local_time) -> None:
        self._local = local
        self._told: _ClockReading | None = None
        self._ask_from = 0.0
        with app.app_context():
            self._engine = db.engine
        self._is_ours = self._engine.dialect.name == "sqlite"
        if not self._is_ours:
            sa.event.listen(self._engine, "connect", self._connected)

    def __call__(self) -> datetime:
        if self._told is None and not self._is_ours and _seconds() >= self._ask_from:
            self._ask()
        told = self._told
        return self._local() if told is None else told.at(_seconds())

    def _ask(self) -> None:
        """Compare the database's clock with this machine's clock. Opening a connection does this (`_connected`); if the
        pool returns a connection that was opened earlier, it is done here. If the database cannot be reached, a later
        call tries again.
        """
        try:
            with self._engine.connect() as connection:
                driver: Any = connection.connection.driver_connection
                if self._told is None:
                    self._connected(driver, None)
        except sa.exc.SQLAlchemyError:  # a request that needs the database reports the error
            self._ask_from = _seconds() + PAUSE

    def _connected(self, connection: Any, record: object) -> None:
        """Compare the database's clock with this machine's when a connection is opened. The earlier result is replaced
        only if the new one differs from it by more than the margin of error.
        """
        before = _seconds()
        (moment,) = connection.execute("SELECT clock_timestamp()").fetchone()
        after = _seconds()
        connection.commit()
        middle, doubt = (before + after) / 2, (after - before) / 2
        if self._told is None or abs((self._told.at(middle) - moment).total_seconds()) > doubt:
            self._told = _ClockReading(moment.astimezone(UTC), middle)


def _seconds() -> float:
    return time.clock_gettime(_CLOCK)
