"""Personas: a user's own, and which one is in force."""

from __future__ import annotations

import pytest

from backend.errors import NotFound
from backend.services import accounts, personas, sessions
from backend.storage.paging import PageRequest


@pytest.fixture
def two(world):
    return [personas.create(world.ports, world.user_id, name, f"Be {name}.") for name in ("brief", "kind")]


def test_they_are_kept_changed_and_removed(world, two):
    brief, kind = two
    assert {each.id for each in personas.page(world.ports, world.user_id, PageRequest()).items} == {brief.id, kind.id}
    changed = personas.change(world.ports, world.user_id, brief.id, {"prompt": "Be very brief."})
    assert (changed.name, changed.prompt) == ("brief", "Be very brief.")
    personas.delete(world.ports, world.user_id, kind.id)
    assert [each.id for each in personas.page(world.ports, world.user_id, PageRequest()).items] == [brief.id]


def test_anothers_persona_is_not_there(world, two):
    stranger = accounts.register(world.ports, "b@example.org", "a quiet long phrase").id
    for do in (
        lambda: personas.require(stranger, two[0].id),
        lambda: personas.change(world.ports, stranger, two[0].id, {"name": "mine"}),
        lambda: personas.delete(world.ports, stranger, two[0].id),
    ):
        with pytest.raises(NotFound):
            do()
    assert personas.words(stranger, two[0].id) == (None, "")
    personas.require(world.user_id, two[0].id)


@pytest.mark.parametrize("nothing", [None, ""])
def test_none_needs_not_be_there(world, nothing):
    personas.require(world.user_id, nothing)


def test_the_requests_own_is_in_force_else_the_sessions_and_an_empty_one_is_none_at_all(world, two):
    brief, kind = two
    assert personas.words(world.user_id, brief.id, kind.id) == (brief.id, "Be brief.")
    assert personas.words(world.user_id, None, kind.id) == (kind.id, "Be kind.")
    assert personas.words(world.user_id, "", kind.id) == (None, "")
    assert personas.words(world.user_id, None, None) == (None, "")
    personas.delete(world.ports, world.user_id, brief.id)
    assert personas.words(world.user_id, brief.id, kind.id) == (kind.id, "Be kind.")


def test_a_session_whose_persona_is_removed_has_none(world, two):
    sessions.change(world.ports, world.user_id, world.session_id, {"persona_id": two[0].id})
    personas.delete(world.ports, world.user_id, two[0].id)
    assert sessions.get(world.ports, world.user_id, world.session_id).persona_id is None
