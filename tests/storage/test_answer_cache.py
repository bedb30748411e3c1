from __future__ import annotations

from backend.storage import answer_cache, sessions
from backend.storage.db import transaction
from tests.storage.conftest import NOW, World, later


def test_an_answer_is_kept_per_session_until_it_is_too_old(world: World) -> None:
    answer = {"message": "é \ud800 \0", "sources": ["x"]}
    with transaction():
        other = sessions.create(world.user.id, None, NOW)
        assert answer_cache.get(world.session.id, "k", NOW) is None
        answer_cache.put(world.session.id, "k", answer, NOW)
        assert answer_cache.get(world.session.id, "k", NOW) == answer
        assert answer_cache.get(world.session.id, "k", later(1)) is None
        assert answer_cache.get(world.session.id, "other", NOW) is answer_cache.get(other.id, "k", NOW) is None
        answer_cache.put(world.session.id, "k", {"message": "new"}, later(5))
        assert answer_cache.get(world.session.id, "k", later(1)) == {"message": "new"}
