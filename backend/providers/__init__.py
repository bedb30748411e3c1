"""Create models and embedders by the name of their kind. The library that a kind needs is loaded when it is first
used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from backend.kernel.exchange import Quoted
from backend.kernel.works import Source
from backend.ports import ChatModel, Embedder
from backend.providers.presets import DEFAULT_MODELS, PRESETS, Endpoint
from backend.providers.presets import base_url as address
from backend.providers.repeated_calls import Guarded

__all__ = ["PRESETS", "Endpoint", "chat_model", "embedder", "guarded", "quote"]

#: The provider's default address and model.
DEFAULT = Endpoint()


def chat_model(kind: str, endpoint: Endpoint = DEFAULT) -> ChatModel:
    """Create the chat model of this kind (`perplexity`, `openai`, `ask` or `extractive`), wrapped in `Guarded`.

    Raises KeyError for an unknown kind. Raises ValueError if the kind is `ask` and the endpoint has no address, because
    `ask` has no default address.
    """
    return Guarded(_CHAT_MODELS[kind](endpoint), endpoint.timeout)


def embedder(kind: str, *, base_url: str = "", api_key: str = "", model: str = "") -> Embedder:
    """Create the embedder of this kind: `local`, or `openai` at the address `base_url`, with the key `api_key`. `model`
    is the model's name. Raises KeyError for an unknown kind.
    """
    return _EMBEDDERS[kind](base_url, api_key, model)


def guarded(model: ChatModel, timeout: float) -> ChatModel:
    """Return a model that calls `model` with a limit of `timeout` seconds. A failed call is not repeated, because
    `model` consists of other models, which repeat failed calls themselves.
    """
    return Guarded(model, timeout, attempts=1)


def quote(question: str, sources: Sequence[Source], limit: int) -> Quoted:
    """Return at most `limit` sentences from the sources that answer a question. They are chosen with the local
    embedding model.
    """
    from backend.keyless import search_answers
    from backend.providers.wordllama import WordLlamaEmbedder

    local = _local("", "", "")
    assert isinstance(local, WordLlamaEmbedder)
    return search_answers.quote(question, sources, limit, local)


def _perplexity(endpoint: Endpoint) -> ChatModel:
    from backend.providers.perplexity import Perplexity

    return Perplexity(endpoint)


def _openai(endpoint: Endpoint) -> ChatModel:
    from backend.providers.openai_compatible import OpenAICompatible

    named = endpoint.model or DEFAULT_MODELS.get(address(endpoint.base_url, "openai"), "")
    return OpenAICompatible(replace(endpoint, model=named))


def _ask(endpoint: Endpoint) -> ChatModel:
    from backend.providers.ask import Ask

    return Ask(endpoint)


def _extractive(endpoint: Endpoint) -> ChatModel:
    from backend.keyless.writer import ExtractiveWriter
    from backend.providers.wordllama import WordLlamaEmbedder

    local = _local("", "", "")
    assert isinstance(local, WordLlamaEmbedder)
    return ExtractiveWriter(local)


@lru_cache(maxsize=1)
def _local(base_url: str, api_key: str, model: str) -> Embedder:
    from backend.providers.wordllama import WordLlamaEmbedder

    return WordLlamaEmbedder()


def _openai_embeddings(base_url: str, api_key: str, model: str) -> Embedder:
    from backend.providers.openai_embeddings import OpenAIEmbedder

    return OpenAIEmbedder(base_url=base_url, api_key=api_key, model=model)


_CHAT_MODELS: dict[str, Callable[[Endpoint], ChatModel]] = {
    "perplexity": _perplexity,
    "openai": _openai,
    "ask": _ask,
    "extractive": _extractive,
}
_EMBEDDERS: dict[str, Callable[[str, str, str], Embedder]] = {"local": _local, "openai": _openai_embeddings}
