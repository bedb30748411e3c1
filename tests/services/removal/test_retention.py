"""Old things go by the operator's days, and nothing goes without."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import numpy as np

from backend.ports import Policy, Retention
from backend.services.removal import retention
from backend.storage import chunk_vectors, messages
from backend.storage.db import reading, transaction


def test_each_kind_goes_after_its_own_days(world, monkeypatch):
    monkeypatch.setattr(retention, "BATCH", 1)
    ports = world.ports
    with transaction():
        said = [messages.add(world.session_id, "assistant", "Said.", ports.clock(), raw="raw").id for _ in range(3)]
        chunk_vectors.keep("e", {"a": np.ones(2)}, ports.clock())
    later = replace(ports, clock=lambda: ports.clock() + timedelta(days=2))
    assert list(retention.forget_old(later)) == []
    steps = list(retention.forget_old(replace(later, policy=Policy(retention=Retention(raw=1)))))
    assert len(steps) == 4, "one row each, and a look that finds none"
    much_later = replace(ports, clock=lambda: ports.clock() + timedelta(days=retention.VECTOR_DAYS + 1))
    assert len(list(retention.forget_old(much_later))) == 1
    with reading():
        assert [messages.raw(each) for each in said] == [None] * 3
        assert chunk_vectors.known("e", ["a"]) == {}
