"""What an operator does with accounts."""

from __future__ import annotations

import pytest

from backend.errors import NotFound, Unauthorized
from backend.services import accounts, api_keys, user_administration

EMAIL, WORD = "a@example.org", "a quiet long phrase"


def test_a_disabled_account_opens_nothing_and_keeps_everything(world):
    ports = world.ports
    grant = accounts.open_family(ports, world.user_id)
    key, _ = api_keys.create(ports, EMAIL)
    user_administration.disable(ports, EMAIL)
    with pytest.raises(Unauthorized, match="disabled"):
        accounts.sign_in(ports, EMAIL, WORD)
    with pytest.raises(Unauthorized, match="wrong"):
        accounts.sign_in(ports, EMAIL, "another long phrase")
    with pytest.raises(Unauthorized):
        accounts.refresh(ports, grant.family, grant.token_id)
    assert not accounts.is_live(ports, world.user_id, grant.family) and api_keys.holder(ports, key) is None
    (listed,) = user_administration.list_accounts()
    assert listed.sessions == 1 and listed.user.disabled_at is not None
    user_administration.enable(EMAIL)
    assert accounts.sign_in(ports, EMAIL, WORD).id == api_keys.holder(ports, key) == world.user_id


def test_a_new_password_signs_everybody_out(world):
    grant = accounts.open_family(world.ports, world.user_id)
    user_administration.set_password(world.ports, EMAIL, "another long phrase")
    assert not accounts.is_live(world.ports, world.user_id, grant.family)
    assert accounts.sign_in(world.ports, EMAIL, "another long phrase").id == world.user_id


def test_a_removed_account_is_unknown(world):
    user_administration.remove(world.ports, EMAIL)
    assert user_administration.list_accounts() == ()
    with pytest.raises(NotFound, match=EMAIL):
        user_administration.find(EMAIL)
