from __future__ import annotations

from dataclasses import replace

import pytest

from backend.errors import NotFound
from backend.storage import references, sessions
from backend.storage.db import reading, transaction
from backend.storage.references import Reference
from backend.storage.sessions import OwnedSession
from tests.storage.conftest import NOW, World


def reference(session_id: str, key: str) -> Reference:
    return Reference(session_id, key, "own", None, NOW, f"work of {key}", (), {"type": "book", "title": key})


def test_references_belong_to_their_session_and_go_with_it(world: World) -> None:
    with transaction():
        one, two = (sessions.create(world.user.id, None, NOW) for _ in range(2))
        references.add([reference(one.id, "b"), reference(one.id, "a")])
    with reading():
        assert [each.key for each in references.list_of(one.id)] == ["a", "b"]
        assert references.list_of(two.id) == ()
        with pytest.raises(NotFound):
            references.get(two.id, "a")
    with transaction():
        sessions.delete(one.id)
        assert references.list_of(one.id) == ()


def test_sessions_with_references_are_named(world: World) -> None:
    with transaction():
        one = sessions.create(world.user.id, None, NOW)
        sessions.create(world.user.id, None, NOW)
        references.add([reference(one.id, "a"), reference(one.id, "b")])
    with reading():
        assert references.sessions_with() == (OwnedSession(world.user.id, one.id),)
        assert references.sessions_with(world.user.id) == references.sessions_with()
        assert references.sessions_with("0" * 36) == ()


def test_a_reference_is_changed_and_removed(world: World) -> None:
    with transaction():
        session = sessions.create(world.user.id, None, NOW)
        references.add([reference(session.id, "a")])
        changed = replace(references.get(session.id, "a"), status="retracted", notices=({"type": "retraction"},))
        references.update(changed)
        assert references.get(session.id, "a") == changed
        references.remove(session.id, "a")
        with pytest.raises(NotFound):
            references.remove(session.id, "a")
