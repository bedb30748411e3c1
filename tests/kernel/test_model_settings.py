"""Which model places where nothing is set for it."""

import pytest

from backend.kernel.model_settings import SMALL_SONAR, ModelSettings, choose_placer

OWN = ModelSettings("openai", timeout=7.0)
SHARED = ModelSettings("openai", api_key="shared", timeout=7.0)
SONAR = ModelSettings("perplexity", api_key="p", model="sonar-pro")
CHAT = ModelSettings("openai", base_url="http://h/v1", model="big", temperature=0.7)
SYSTEM = ModelSettings("openai", base_url="http://s/v1", model="small")


@pytest.mark.parametrize(
    ("writer", "system", "shared", "kind", "model", "copied_from"),
    [
        (CHAT, SYSTEM, SHARED, "openai", "small", "system model"),
        (CHAT, None, SHARED, "openai", "big", "writer"),
        (ModelSettings("research", api_key="k", model="mine"), None, OWN, "openai", "mine", "writer"),
        (SONAR, None, SHARED, "openai", "", ""),
        (SONAR, None, OWN, "perplexity", SMALL_SONAR, "writer"),
        (ModelSettings("ask", base_url="http://a", api_key="a"), None, OWN, "rules", "", ""),
        (ModelSettings("research"), None, OWN, "rules", "", ""),
        (ModelSettings("extractive"), None, OWN, "rules", "", ""),
    ],
)
def test_the_nearest_model_places(writer, system, shared, kind, model, copied_from):
    found = choose_placer(writer, system, shared)
    assert (found.kind, found.model, found.copied_from, found.timeout) == (kind, model, copied_from, 7.0)
    assert found.temperature == 0.0 or kind == "rules"


def test_a_model_that_is_named_for_placing_is_asked_at_the_lenders_address():
    named = ModelSettings("openai", model="tiny")
    assert choose_placer(SONAR, None, named).model == "tiny"
    found = choose_placer(CHAT, None, named)
    assert (found.base_url, found.model) == (CHAT.base_url, "tiny")


def test_a_key_is_not_shown():
    assert "shared" not in repr(SHARED)
