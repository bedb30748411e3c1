from __future__ import annotations

import threading

import pytest

from backend.errors import Conflict, NotFound
from backend.storage import users
from backend.storage.db import new_id, reading, transaction
from backend.storage.users import RefreshToken
from tests.storage.conftest import NOW, World, later


@pytest.mark.parametrize("spelling", ["ada@example.org", "ADA@Example.ORG", "  Ada@example.org "])
def test_an_address_is_one_in_any_case(world: World, spelling: str) -> None:
    with transaction():
        assert users.by_email(spelling) == users.get(spelling) == users.by_id(world.user.id) == world.user
        with pytest.raises(Conflict):
            users.create(spelling, None, "hash", NOW)
        assert users.create("Grace@Example.org", None, "hash", NOW).email == "Grace@Example.org"


def test_unknown_users_are_none(world: World) -> None:
    with reading():
        assert users.by_email("nobody@example.org") is None
        assert users.by_id(new_id()) is users.by_id("x") is users.by_id("") is None
        with pytest.raises(NotFound, match="nobody"):
            users.get("nobody@example.org")


def test_of_many_who_register_one_address_one_does(world: World) -> None:
    gate = threading.Barrier(5)
    outcomes: list[str] = []

    def register() -> None:
        with world.app.app_context():
            gate.wait()
            try:
                with transaction():
                    users.create("new@example.org", None, "hash", NOW)
                outcomes.append("made")
            except Conflict:
                outcomes.append("taken")

    threads = [threading.Thread(target=register) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["made"] + ["taken"] * 4


def test_set_password(world: World) -> None:
    with transaction():
        users.set_password(world.user.id, "new hash")
        found = users.by_id(world.user.id)
        assert found is not None and found.password_hash == "new hash"


def test_accounts_as_an_operator_sees_them(world: World) -> None:
    with transaction():
        other = users.create("bob@example.org", None, "hash", later(1))
        users.disable(other.id, later(2))
        (ada, bob) = users.accounts()
        assert (ada.user, ada.sessions, ada.used_at) == (world.user, 1, NOW)
        assert (bob.user.disabled_at, bob.sessions, bob.used_at) == (later(2), 0, None)
        users.disable(other.id, None)
        assert users.accounts()[1].user == other


def test_a_refresh_token_is_spent_once(world: World) -> None:
    with transaction():
        family_id = users.open_family(world.user.id, "j1", later(60), NOW)
        assert users.rotate(family_id, "j1", RefreshToken("j2", later(90)), later(5))
        assert not users.rotate(family_id, "j1", RefreshToken("j3", later(90)), later(6))
        family = users.family(family_id)
        assert family is not None
        assert (family.current_jti, family.previous_jti, family.rotated_at) == ("j2", "j1", later(5))
        assert (family.expires_at, family.revoked_at, family.user_id) == (later(90), None, world.user.id)
        users.revoke_family(family_id, later(7))
        users.revoke_family(family_id, later(8))
        assert not users.rotate(family_id, "j2", RefreshToken("j3", later(90)), later(9))
        revoked = users.family(family_id)
        assert revoked is not None and revoked.revoked_at == later(7)
        assert users.family("x") is users.family(new_id()) is None


def test_revoke_all_but_one_and_sweep(world: World) -> None:
    with transaction():
        eve = users.create("eve@example.org", None, "hash", NOW)
        mine = [users.open_family(world.user.id, f"j{number}", later(60 * number), NOW) for number in (1, 2, 3)]
        hers = users.open_family(eve.id, "j", later(999), NOW)
        users.revoke_families(world.user.id, later(1), except_family=mine[1])
        revoked = {each: users.family(each).revoked_at for each in (*mine, hers)}  # type: ignore[union-attr]
        assert revoked == {mine[0]: later(1), mine[1]: None, mine[2]: later(1), hers: None}
        users.revoke_families(world.user.id, later(2))
        assert users.family(mine[1]).revoked_at == later(2)  # type: ignore[union-attr]
        assert users.sweep_families(later(130)) == 2
        assert users.family(mine[0]) is None and users.family(mine[2]) is not None
