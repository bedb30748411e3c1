from __future__ import annotations

import pytest

from backend.errors import NotFound
from backend.storage import styles
from backend.storage.db import transaction
from backend.storage.styles import StoredStyle
from tests.storage.conftest import NOW


def test_a_style_is_kept_replaced_and_removed_by_its_owner_alone(world):
    with transaction():
        first = StoredStyle(world.user.id, "shade", "Shade", "http://x/shade", NOW, "<style/>")
        assert styles.put(first) and styles.get(world.user.id, "shade") == first
        second = StoredStyle(world.user.id, "shade", "Shade 2", "http://x/shade", NOW, "<style></style>")
        assert not styles.put(second) and styles.list_of(world.user.id) == (second,)
        assert styles.list_of("somebody else") == ()
        for user_id, name in (("somebody else", "shade"), (world.user.id, "none")):
            with pytest.raises(NotFound):
                styles.get(user_id, name)
            with pytest.raises(NotFound):
                styles.remove(user_id, name)
        styles.remove(world.user.id, "shade")
        assert styles.list_of(world.user.id) == ()
