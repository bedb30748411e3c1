from __future__ import annotations

import pytest

from backend.errors import NotFound
from backend.storage import personas, sessions
from backend.storage.db import reading, transaction
from tests.storage.conftest import NOW, World, later


def test_a_persona_is_its_owners_alone(world: World) -> None:
    with transaction():
        made = personas.add(world.user.id, "Reviewer", "Be strict.", NOW)
        assert personas.get(world.user.id, made.id) == made == personas.get(world.user.id, made.id, keep=True)
        for user_id, persona_id in (("somebody else", made.id), (world.user.id, "x"), (world.user.id, world.user.id)):
            with pytest.raises(NotFound):
                personas.get(user_id, persona_id)
        assert personas.prompt_of("somebody else", made.id) == personas.prompt_of(world.user.id, None) == ""


def test_it_is_changed_and_listed_newest_first(world: World) -> None:
    with transaction():
        first = personas.add(world.user.id, "One", "Be brief.", NOW)
        second = personas.add(world.user.id, "Two", "Be long.", later(1))
        changed = personas.update(world.user.id, first.id, {"prompt": "Be briefer."}, later(5))
        assert (changed.name, changed.prompt, changed.created_at, changed.updated_at) == (
            "One", "Be briefer.", NOW, later(5),
        )  # fmt: skip
        assert [each.id for each in personas.page(world.user.id).items] == [second.id, first.id]
        with pytest.raises(ValueError, match="user_id"):
            personas.update(world.user.id, first.id, {"user_id": "x"}, NOW)


def test_sessions_that_name_it_have_none_when_it_goes(world: World) -> None:
    with transaction():
        gone, kept = (personas.add(world.user.id, name, "Be kind.", NOW) for name in ("gone", "kept"))
        one, two = (sessions.create(world.user.id, None, NOW) for _ in range(2))
        sessions.update(one.id, {"persona_id": gone.id}, NOW)
        sessions.update(two.id, {"persona_id": kept.id}, NOW)
        personas.delete(world.user.id, gone.id)
    with reading():
        assert sessions.get(world.user.id, one.id).persona_id is None
        assert sessions.get(world.user.id, two.id).persona_id == kept.id
        with pytest.raises(NotFound):
            personas.get(world.user.id, gone.id)
