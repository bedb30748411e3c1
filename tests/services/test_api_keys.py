"""API keys open the door for their owner until they are revoked, and are kept as digests only."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from backend.errors import NotFound
from backend.services import accounts, api_keys
from backend.storage.db import db, reading


def test_a_key_opens_for_its_owner_until_it_is_revoked(world) -> None:
    other = accounts.register(world.ports, "b@example.org", "a quiet long phrase")
    mine, kept = api_keys.create(world.ports, "a@example.org", "laptop")
    theirs, _ = api_keys.create(world.ports, "b@example.org")
    assert api_keys.holder(world.ports, mine) == world.user_id and api_keys.holder(world.ports, theirs) == other.id
    assert mine != theirs and mine.startswith(api_keys.PREFIX) and mine.startswith(kept.shown)
    api_keys.revoke(world.ports, kept.id)
    assert api_keys.holder(world.ports, mine) is None and api_keys.holder(world.ports, theirs) == other.id
    assert [each.revoked_at is None for each in api_keys.list_keys("a@example.org")] == [False]
    with pytest.raises(NotFound):
        api_keys.revoke(world.ports, kept.id)


@pytest.mark.parametrize("odd", ["", "csk_", "x" * 5_000, "\x00", "\ud800", "csk_é"])
def test_nothing_else_opens(world, odd) -> None:
    key, kept = api_keys.create(world.ports, "a@example.org")
    for tried in (odd, key[:-1], key + "x", key.upper(), kept.shown, kept.id):
        assert api_keys.holder(world.ports, tried) is None


def test_the_key_itself_is_kept_nowhere(world) -> None:
    key, _ = api_keys.create(world.ports, "a@example.org")
    with reading():
        rows = db.session.execute(sa.text("SELECT * FROM api_keys")).all()
    assert len(rows) == 1 and key not in str(rows) and key[len(api_keys.PREFIX) + 10 :] not in str(rows)


def test_its_use_is_noted_and_not_at_every_call(world) -> None:
    key, kept = api_keys.create(world.ports, "a@example.org")
    assert kept.used_at is None
    moment = world.ports.clock()
    times = []
    for later in (timedelta(0), api_keys.USE_GRAIN / 2, api_keys.USE_GRAIN * 2):
        ports = replace(world.ports, clock=lambda later=later: moment + later)
        assert api_keys.holder(ports, key) == world.user_id
        times.append(api_keys.list_keys("a@example.org")[0].used_at)
    assert times[0] == times[1] == moment and times[2] == moment + api_keys.USE_GRAIN * 2


def test_nobody_unknown_has_keys(world) -> None:
    for call in (
        lambda: api_keys.create(world.ports, "nobody@example.org"),
        lambda: api_keys.list_keys("nobody@example.org"),
    ):
        with pytest.raises(NotFound, match="No account"):
            call()
    with pytest.raises(NotFound):
        api_keys.revoke(world.ports, "nonsense")
