"""API keys open the door for their owner until they are revoked, and are kept as digests only."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from backend.errors import NotFound
from backend.services import accounts, keys
from backend.storage.db import db, reading


def test_a_key_opens_for_its_owner_until_it_is_revoked(world) -> None:
    other = accounts.register(world.ports, "b@example.org", "a quiet long phrase")
    mine, kept = keys.create(world.ports, "a@example.org", "laptop")
    theirs, _ = keys.create(world.ports, "b@example.org")
    assert keys.holder(world.ports, mine) == world.user_id and keys.holder(world.ports, theirs) == other.id
    assert mine != theirs and mine.startswith(keys.PREFIX) and mine.startswith(kept.shown)
    keys.revoke(world.ports, kept.id)
    assert keys.holder(world.ports, mine) is None and keys.holder(world.ports, theirs) == other.id
    assert [each.revoked_at is None for each in keys.list_keys("a@example.org")] == [False]
    with pytest.raises(NotFound):
        keys.revoke(world.ports, kept.id)


@pytest.mark.parametrize("odd", ["", "csk_", "x" * 5_000, "\x00", "\ud800", "csk_é"])
def test_nothing_else_opens(world, odd) -> None:
    key, kept = keys.create(world.ports, "a@example.org")
    for tried in (odd, key[:-1], key + "x", key.upper(), kept.shown, kept.id):
        assert keys.holder(world.ports, tried) is None


def test_the_key_itself_is_kept_nowhere(world) -> None:
    key, _ = keys.create(world.ports, "a@example.org")
    with reading():
        rows = db.session.execute(sa.text("SELECT * FROM api_keys")).all()
    assert len(rows) == 1 and key not in str(rows) and key[len(keys.PREFIX) + 10 :] not in str(rows)


def test_its_use_is_noted_and_not_at_every_call(world) -> None:
    key, kept = keys.create(world.ports, "a@example.org")
    assert kept.used_at is None
    moment = world.ports.clock()
    times = []
    for later in (timedelta(0), keys.USE_GRAIN / 2, keys.USE_GRAIN * 2):
        ports = replace(world.ports, clock=lambda later=later: moment + later)
        assert keys.holder(ports, key) == world.user_id
        times.append(keys.list_keys("a@example.org")[0].used_at)
    assert times[0] == times[1] == moment and times[2] == moment + keys.USE_GRAIN * 2


def test_nobody_unknown_has_keys(world) -> None:
    for call in (lambda: keys.create(world.ports, "nobody@example.org"), lambda: keys.list_keys("nobody@example.org")):
        with pytest.raises(NotFound, match="no account"):
            call()
    with pytest.raises(NotFound):
        keys.revoke(world.ports, "nonsense")
