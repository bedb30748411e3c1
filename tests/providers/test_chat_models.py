"""The contract that every chat model keeps (ports.ChatModel), and the registry that makes them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from backend.errors import Cancelled, ProviderError
from backend.kernel.cancellation import Cancellation, obeying
from backend.kernel.events import silent
from backend.kernel.exchange import ChatReply, Evidence, Excerpt
from backend.ports import ChatModel
from backend.providers import chat_model, embedder
from backend.providers.presets import Endpoint
from backend.providers.repeated_calls import Guarded
from tests.ask_stand_in import AskStandIn
from tests.providers.asking import REQUEST, Ear, Listener
from tests.sonar_stand_in import SonarStandIn

EVIDENCE = Evidence("write", "Add this.", (Excerpt("Reefs grow.", "highlight", "Doe 2001"),))
ASKED = replace(REQUEST, evidence=EVIDENCE)


@pytest.fixture(params=["perplexity", "openai", "ask", "extractive"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def stand_in(kind: str) -> Iterator[SonarStandIn]:
    with AskStandIn() if kind == "ask" else SonarStandIn() as server:
        yield server


@pytest.fixture
def make(kind: str, stand_in: SonarStandIn) -> Callable[..., ChatModel]:
    def build(**settings: object) -> ChatModel:
        given = {"base_url": stand_in.url, "api_key": stand_in.key, "model": "m", "timeout": 20.0, **settings}
        return chat_model(kind, Endpoint(**given))  # type: ignore[arg-type]

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


def test_it_is_heard_as_it_answers(make: Callable[..., ChatModel], kind: str) -> None:
    ear = Ear()
    reply = make().complete(ASKED, silent, ear)
    assert ear.whole == reply.text
    assert (ear.begins > 0) is (kind != "extractive")  # which costs nothing
    assert (ear.found[-1] if ear.found else ()) == reply.results


def test_it_stops_when_that_is_wanted(make: Callable[..., ChatModel], stand_in: SonarStandIn) -> None:
    wish = Cancellation()
    wish.cancel()
    with obeying(wish), pytest.raises(Cancelled):
        make().complete(ASKED, silent)
    assert not stand_in.requests


def test_it_may_be_asked_from_many_threads(make: Callable[..., ChatModel], stand_in: SonarStandIn) -> None:
    model = make()
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: model.complete(ASKED, silent).text, range(24)))
    assert len(set(replies)) == 1
    assert not stand_in.violations


def test_it_fails_with_a_provider_error(make: Callable[..., ChatModel]) -> None:
    model = make(base_url="http://127.0.0.1:9", timeout=1.0)
    try:
        model.complete(replace(ASKED, evidence=None), silent)
    except ProviderError as error:
        assert error.status in (502, 503, 504)
    else:
        pytest.fail("it answered without a server or evidence")


def test_which_models_search() -> None:
    kinds = {kind: chat_model(kind).searches for kind in ("perplexity", "openai", "extractive")}
    assert kinds == {"perplexity": True, "openai": False, "extractive": False}
    assert chat_model("ask", Endpoint("https://ask.example")).searches
    assert chat_model("perplexity").model == "sonar-pro"


def test_unknown_kinds() -> None:
    with pytest.raises(KeyError):
        chat_model("oracle")
    with pytest.raises(KeyError):
        embedder("oracle")


def test_the_registry_loads_nothing_heavy() -> None:
    code = (
        "import sys; from backend.providers import Endpoint, chat_model, embedder\n"
        "chat_model('perplexity', Endpoint(api_key='k')); chat_model('openai'); chat_model('extractive')\n"
        "embedder('local')\n"
        "chat_model('ask', Endpoint('http://a.example'))\n"
        "print([name for name in ('openai', 'httpx2', 'httpcore2', 'wordllama', 'tokenizers') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
