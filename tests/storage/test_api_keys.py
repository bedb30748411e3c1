from __future__ import annotations

from backend.storage import api_keys
from backend.storage.db import transaction
from tests.storage.conftest import NOW, World, later


def test_a_key_is_found_by_its_digest_until_it_is_revoked(world: World) -> None:
    with transaction():
        made = api_keys.add(world.user.id, "laptop", "csk_ab12", "d" * 64, NOW)
        assert api_keys.by_digest("d" * 64) == made
        assert api_keys.by_digest("e" * 64) is None
        api_keys.note_use(made.id, later(5))
        other = api_keys.add(world.user.id, "server", "csk_cd34", "e" * 64, later(1))
        assert [(each.name, each.used_at) for each in api_keys.list_of(world.user.id)] == [
            ("laptop", later(5)),
            ("server", None),
        ]
        assert api_keys.revoke(made.id, later(9)) is True
        assert api_keys.revoke(made.id, later(10)) is api_keys.revoke("nonsense", NOW) is False
        assert api_keys.by_digest("d" * 64).revoked_at == later(9)  # type: ignore[union-attr]
        assert api_keys.by_digest("e" * 64) == other
