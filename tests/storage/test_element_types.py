from __future__ import annotations

from backend.document.elements import ElementType
from backend.storage import element_types, sessions
from backend.storage.db import transaction
from tests.storage.conftest import NOW, World


def test_types_are_the_sessions_own_in_the_order_they_came(world: World) -> None:
    zebra = ElementType("zebra", "Striped.", {"type": "object", "properties": {"n": {"type": "string"}}})
    ant, again = ElementType("ant", "Small."), ElementType("zebra", "Other.")
    with transaction():
        assert element_types.list_types(world.session.id) == ()
        element_types.add_types(world.session.id, (zebra,), NOW)
        element_types.add_types(world.session.id, (), NOW)
        element_types.add_types(world.session.id, (again, ant), NOW)
        assert element_types.list_types(world.session.id) == (zebra, ant)
        assert element_types.list_types(sessions.create(world.user.id, None, NOW).id) == ()
