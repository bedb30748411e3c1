"""Accounts below HTTP: hashing holds no connection and has its turn; its time tells nothing about an address."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta

import pytest

from backend.bootstrap import create_core
from backend.errors import Busy, Conflict, CoscribeError, Unauthorized
from backend.services import accounts
from backend.services.accounts import PasswordChange
from backend.settings import Settings
from backend.storage.db import db


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


class Watched:
    """The hasher, noting how many connections are out while it works."""

    def __init__(self, inner):
        self.inner, self.verified, self.held = inner, [], []

    def hash(self, password):
        self.held.append(db.engine.pool.checkedout())
        return self.inner.hash(password)

    def verify(self, password_hash, password):
        self.held.append(db.engine.pool.checkedout())
        self.verified.append(password_hash)
        return self.inner.verify(password_hash, password)

    def check_needs_rehash(self, password_hash):
        return self.inner.check_needs_rehash(password_hash)


@pytest.fixture
def hasher(product_hashes, monkeypatch):
    watched = Watched(accounts._hasher)
    monkeypatch.setattr(accounts, "_hasher", watched)
    return watched


def test_no_connection_is_held_while_a_password_is_hashed(ports, hasher):
    user = accounts.register(ports, "a@b.org", "0123456789")
    grant = accounts.open_family(ports, accounts.sign_in(ports, "A@B.org", "0123456789").id)
    accounts.change_password(ports, user.id, grant.family, PasswordChange("0123456789", "9876543210"))
    accounts.leave(ports, user.id, "9876543210")
    assert len(hasher.held) == 5 and set(hasher.held) == {0}


def test_an_unknown_address_costs_the_same_hash_as_a_known_one(ports, hasher):
    known = accounts.register(ports, "a@b.org", "0123456789").password_hash
    for email in ("a@b.org", "nobody@b.org"):
        with pytest.raises(Unauthorized):
            accounts.sign_in(ports, email, "not the password")
    shape = [each.split("$")[:4] for each in hasher.verified]
    assert hasher.verified[0] == known and shape[0] == shape[1]


def test_who_waits_too_long_for_a_turn_is_told_to_come_again(ports, monkeypatch):
    monkeypatch.setattr(accounts, "_turns", threading.BoundedSemaphore(1))
    monkeypatch.setattr(accounts, "_PATIENCE", 0.01)
    with accounts._turn(), pytest.raises(Busy) as caught:
        accounts.register(ports, "a@b.org", "0123456789")
    assert caught.value.retry_after
    assert accounts.register(ports, "a@b.org", "0123456789")


def test_an_address_is_taken_once(ports):
    accounts.register(ports, "a@b.org", "0123456789")
    with pytest.raises(Conflict):
        accounts.register(ports, "A@b.org", "0123456789")


def test_a_refresh_token_spent_a_moment_ago_gives_the_one_that_came_of_it(ports):
    user = accounts.register(ports, "a@b.org", "0123456789")
    first = accounts.open_family(ports, user.id)
    second = accounts.refresh(ports, first.family, first.token_id)
    assert second.token_id != first.token_id and second.user_id == user.id
    again = accounts.refresh(ports, first.family, first.token_id)
    assert again == second, "two tabs at once"


def test_a_refresh_token_spent_earlier_ends_its_family(ports):
    user = accounts.register(ports, "a@b.org", "0123456789")
    first = accounts.open_family(ports, user.id)
    second = accounts.refresh(ports, first.family, first.token_id)
    later = replace(ports, clock=lambda: ports.clock() + accounts.GRACE + timedelta(seconds=1))
    with pytest.raises(Unauthorized, match="used before"):
        accounts.refresh(later, first.family, first.token_id)
    assert not accounts.is_live(later, user.id, first.family)
    with pytest.raises(Unauthorized, match="revoked"):
        accounts.refresh(later, second.family, second.token_id)


def test_a_family_is_its_users_until_it_is_signed_out_or_old(ports):
    user = accounts.register(ports, "a@b.org", "0123456789")
    other = accounts.register(ports, "b@b.org", "0123456789")
    family = accounts.open_family(ports, user.id).family
    assert accounts.is_live(ports, user.id, family) and not accounts.is_live(ports, other.id, family)
    assert not accounts.is_live(ports, user.id, None) and not accounts.is_live(ports, user.id, "x")
    old = replace(ports, clock=lambda: ports.clock() + timedelta(days=accounts.REFRESH_DAYS, seconds=1))
    assert not accounts.is_live(old, user.id, family)
    accounts.sign_out(ports, family)
    assert not accounts.is_live(ports, user.id, family)


def test_a_new_password_signs_everybody_else_out(ports):
    user = accounts.register(ports, "a@b.org", "0123456789")
    mine, elsewhere = (accounts.open_family(ports, user.id).family for _ in range(2))
    with pytest.raises(CoscribeError):
        accounts.change_password(ports, user.id, mine, PasswordChange("wrong word", "9876543210"))
    accounts.change_password(ports, user.id, mine, PasswordChange("0123456789", "9876543210"))
    assert accounts.is_live(ports, user.id, mine) and not accounts.is_live(ports, user.id, elsewhere)
    with pytest.raises(Unauthorized, match="wrong"):
        accounts.sign_in(ports, "a@b.org", "0123456789")
    assert accounts.sign_in(ports, "a@b.org", "9876543210").id == user.id


def test_who_leaves_is_gone(ports):
    user = accounts.register(ports, "a@b.org", "0123456789")
    with pytest.raises(CoscribeError):
        accounts.leave(ports, user.id, "wrong word")
    assert accounts.profile(ports, user.id).email == "a@b.org"
    accounts.leave(ports, user.id, "0123456789")
    with pytest.raises(Unauthorized):
        accounts.sign_in(ports, "a@b.org", "0123456789")
