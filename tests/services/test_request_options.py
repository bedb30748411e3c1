"""The options of a request held against what the operator allows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.errors import Refused
from backend.kernel.wanted import Wanted
from backend.services.request_options import check, system_model
from tests.canned import research_ports
from tests.fakes import ScriptedModel


@pytest.fixture
def ports(world):
    one = ScriptedModel()
    return replace(world.ports, allowed_models=frozenset({"big"}), research=research_ports(chat=one, system=one))


@pytest.mark.parametrize(
    ("chat", "system", "bad"),
    [
        (None, None, []),
        ("big", None, []),
        ("big", "big", []),
        ("small", "big", ["models.chat"]),
        (None, "small", ["models.system"]),
        ("", "x", ["models.chat", "models.system"]),
    ],
)
def test_only_what_the_operator_allows(world, ports, chat, system, bad):
    wanted = Wanted(chat_model=chat, system_model=system)
    if not bad:
        check(ports, world.user_id, wanted)
        return
    with pytest.raises(Refused) as raised:
        check(ports, world.user_id, wanted)
    assert list(raised.value.errors) == bad


def test_where_one_provider_does_both_the_chats_model_takes_the_internal_steps_too(ports):
    assert system_model(ports, Wanted(chat_model="big")) == "big"
    assert system_model(ports, Wanted(chat_model="big", system_model="other")) == "other"
    assert system_model(ports, Wanted()) is None


def test_a_provider_of_its_own_keeps_to_its_own(ports):
    apart = replace(ports, research=research_ports(chat=ScriptedModel(), system=ScriptedModel()))
    assert system_model(apart, Wanted(chat_model="big")) is None
    assert system_model(apart, Wanted(chat_model="big", system_model="other")) == "other"
