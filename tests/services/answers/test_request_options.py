"""Options held against what the operator allows and the user has."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest

from backend.errors import NotFound, Refused
from backend.kernel.wanted import NOTHING_SAID, Wanted
from backend.services.answers import request_options


def test_every_model_that_is_not_allowed_is_named(world) -> None:
    with pytest.raises(Refused) as caught:
        request_options.check(world.ports, world.user_id, Wanted("huge", "odd"))
    assert set(caught.value.errors or ()) == {"models.chat", "models.system"}
    allowed = replace(world.ports, allowed_models=frozenset({"huge"}))
    request_options.check(allowed, world.user_id, Wanted("huge"))


def test_works_and_personas_of_nobody_are_not_found(world) -> None:
    for wanted in (Wanted(library=(str(uuid.uuid4()),)), Wanted(persona_id=str(uuid.uuid4()))):
        with pytest.raises(NotFound):
            request_options.check(world.ports, world.user_id, wanted)
    request_options.check(world.ports, world.user_id, Wanted(library="all", persona_id=""))


def test_the_system_model_follows_the_chat_model_only_at_one_provider(world) -> None:
    linked = world.ports.research.system is world.ports.research.chat
    assert request_options.system_model(world.ports, Wanted("big")) == ("big" if linked else None)
    assert request_options.system_model(world.ports, Wanted("big", "small")) == "small"
    assert request_options.system_model(world.ports, NOTHING_SAID) is None
