"""The contract that every chat model keeps (ports.ChatModel), and the registry that makes them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from backend.errors import ProviderError
from backend.events import silent
from backend.exchange import ChatReply, Evidence, Excerpt
from backend.ports import ChatModel
from backend.providers import chat_model, embedder
from backend.providers.guarded import Guarded
from tests.providers.asking import REQUEST, Listener
from tests.sonar_stand_in import SonarStandIn

EVIDENCE = Evidence("write", "Add this.", (Excerpt("Reefs grow.", "highlight", "Doe 2001"),))
ASKED = replace(REQUEST, evidence=EVIDENCE)


@pytest.fixture(params=["perplexity", "openai", "extractive"])
def make(request: pytest.FixtureRequest, sonar: SonarStandIn) -> Callable[..., ChatModel]:
    def build(**settings: object) -> ChatModel:
        given = {"base_url": sonar.url, "api_key": sonar.key, "model": "m", "timeout": 20.0, **settings}
        return chat_model(request.param, **given)  # type: ignore[arg-type]

    return build


def test_it_answers(make: Callable[..., ChatModel]) -> None:
    model = make()
    assert isinstance(model, Guarded)
    assert model.name
    assert model.model
    assert isinstance(model.searches, bool)
    listener = Listener()
    reply = model.complete(ASKED, listener)
    assert isinstance(reply, ChatReply)
    assert reply.text.strip()
    assert reply.provider == model.name
    assert reply.model
    assert listener.events[0].name == "phase"


def test_it_may_be_asked_from_many_threads(make: Callable[..., ChatModel], sonar: SonarStandIn) -> None:
    model = make()
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: model.complete(ASKED, silent).text, range(24)))
    assert len(set(replies)) == 1
    assert not sonar.violations


def test_it_fails_with_a_provider_error(make: Callable[..., ChatModel]) -> None:
    model = make(base_url="http://127.0.0.1:9", timeout=1.0)
    try:
        model.complete(replace(ASKED, evidence=None), silent)
    except ProviderError as error:
        assert error.status in (502, 503, 504)
    else:
        pytest.fail("it answered without a server or evidence")


def test_only_sonar_searches() -> None:
    kinds = {kind: chat_model(kind).searches for kind in ("perplexity", "openai", "extractive")}
    assert kinds == {"perplexity": True, "openai": False, "extractive": False}
    assert chat_model("perplexity").model == "sonar-pro"


def test_unknown_kinds() -> None:
    with pytest.raises(KeyError):
        chat_model("oracle")
    with pytest.raises(KeyError):
        embedder("oracle")


def test_the_registry_loads_nothing_heavy() -> None:
    code = (
        "import sys; from backend.providers import chat_model, embedder\n"
        "chat_model('perplexity', api_key='k'); chat_model('openai'); chat_model('extractive'); embedder('local')\n"
        "print([name for name in ('openai', 'httpx2', 'httpcore2', 'wordllama', 'tokenizers') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
