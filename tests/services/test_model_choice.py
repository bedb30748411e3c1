"""Models that a request names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.errors import Refused
from backend.services.model_choice import check_models, system_model
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
def test_only_what_the_operator_allows(ports, chat, system, bad):
    if not bad:
        check_models(ports, chat, system)
        return
    with pytest.raises(Refused) as raised:
        check_models(ports, chat, system)
    assert list(raised.value.errors) == bad


def test_where_one_provider_does_both_the_chats_model_takes_the_internal_steps_too(ports):
    assert system_model(ports, "big", None) == "big"
    assert system_model(ports, "big", "other") == "other"
    assert system_model(ports, None, None) is None


def test_a_provider_of_its_own_keeps_to_its_own(ports):
    apart = replace(ports, research=research_ports(chat=ScriptedModel(), system=ScriptedModel()))
    assert system_model(apart, "big", None) is None
    assert system_model(apart, "big", "other") == "other"
