"""Clearing up: what is over goes, what is alive stays."""

from __future__ import annotations

from datetime import timedelta

import pytest

from backend.bootstrap import create_core
from backend.services import accounts, cleanup
from backend.settings import Settings
from backend.storage import idempotency, users
from backend.storage.db import db, reading, transaction
from backend.storage.idempotency import Replay
from backend.storage.run_owner import Lease, this_process


@pytest.fixture
def ports(tmp_path, sqlite_url):
    settings = {
        "COSCRIBE_DATA_DIR": str(tmp_path),
        "COSCRIBE_DATABASE_URL": sqlite_url,
        "COSCRIBE_LOG_LEVEL": "CRITICAL",
    }
    app = create_core(Settings.from_env(settings))
    with app.app_context():
        yield app.extensions["coscribe"]
        db.engine.dispose()


def test_what_has_expired_is_forgotten(ports):
    user, now = accounts.register(ports, "a@b.org", "0123456789"), ports.clock()
    old, new = now - timedelta(hours=25), now - timedelta(hours=23)
    with transaction():
        over = users.open_family(user.id, "j", now - timedelta(seconds=1), now)
        good = users.open_family(user.id, "j", now + timedelta(days=1), now)
        for key, began in (("old", old), ("new", new)):
            idempotency.begin(user.id, key, "digest", Lease(this_process(), began, 60))
            idempotency.finish(user.id, key, Replay(200, {}, b"kept"))
    cleanup.clear_up(ports)
    with reading():
        assert users.family(over) is None and users.family(good) is not None
    with transaction():
        assert idempotency.begin(user.id, "new", "digest", Lease(this_process(), now, 60)).body == b"kept"
        assert idempotency.begin(user.id, "old", "another", Lease(this_process(), now, 60)) is None
