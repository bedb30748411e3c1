"""Call Perplexity's Sonar, a model that searches the web for the last user message before it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from backend.kernel.exchange import AnswerSchema, ChatRequest
from backend.kernel.search_requests import SearchOptions
from backend.kernel.works import Source
from backend.providers.accepted_request_forms import DIALECTS, Dialects
from backend.providers.openai_compatible import OpenAICompatible
from backend.providers.presets import DEFAULT_MODELS, PRESETS, Endpoint
from backend.sources.identifiers import canonical_doi, canonical_url

#: The temperature that is used unless the operator sets one (contract, section 7).
TEMPERATURE = 0.7


class Perplexity(OpenAICompatible):
    """Perplexity's API.

    The first answer to a new answer schema takes 10 to 30 s longer. So only the whole call has a time limit
    (`timeout`), and not each request.
    """

    searches = True
    #: Sonar does not support json_object
    ladder = ("json_schema", "prompt")
    #: The fields that request a stream. Token counts need no field. `full`, the default mode, repeats the whole text
    #: with every word: some 15 MB for a long answer.
    streaming = MappingProxyType({"stream": True, "stream_mode": "concise"})

    def __init__(self, endpoint: Endpoint, *, dialects: Dialects = DIALECTS) -> None:
        model = endpoint.model or DEFAULT_MODELS[PRESETS["perplexity"]]
        temperature = TEMPERATURE if endpoint.temperature is None else endpoint.temperature
        super().__init__(replace(endpoint, model=model, temperature=temperature), name="perplexity", dialects=dialects)

    def extra_fields(self, request: ChatRequest) -> dict[str, Any]:
        without_search = {"disable_search": True} if request.search is False else {}
        return {**_search_fields(request.search_options), **without_search}

    def response_format(self, schema: AnswerSchema, rung: str) -> dict[str, Any] | None:
        if rung != "json_schema":
            return None
        return {"type": "json_schema", "json_schema": {"name": schema.name, "schema": schema.schema}}

    def results(self, data: Mapping[str, Any]) -> tuple[Source, ...]:
        """Return the sources of an answer. The entries of `citations` come first, in the order of the marks `[n]`, with
        details from `search_results`. All other search results follow.
        """
        found = [_source(entry) for entry in _items(data.get("search_results"), dict)]
        by_key = [(_key(source), source) for source in found]
        records = {key: source for key, source in reversed(by_key) if source.url}
        pages = [_source({"url": url}) for url in _items(data.get("citations"), str)]
        cited = [(_key(source), source) for source in pages]
        ordered = [records.get(key, source) for key, source in cited]
        numbered = {key for key, _ in cited}
        return (*ordered, *(source for key, source in by_key if key not in numbered))


def _search_fields(wanted: SearchOptions) -> dict[str, Any]:
    """Return the search options `wanted` as fields of Sonar, without the options that are not set."""
    fields = {
        "search_mode": "web" if wanted.mode == "both" else wanted.mode,
        "search_domain_filter": list(wanted.domains),
        "search_recency_filter": wanted.recency,
        "search_after_date_filter": wanted.after and wanted.after.strftime("%m/%d/%Y"),
        "search_before_date_filter": wanted.before and wanted.before.strftime("%m/%d/%Y"),
        "web_search_options": wanted.context and {"search_context_size": wanted.context},
    }
    return {name: value for name, value in fields.items() if value}


def _items(value: Any, kind: type) -> list[Any]:
    return [item for item in value if isinstance(item, kind)] if isinstance(value, list) else []


def _key(source: Source) -> str:
    return canonical_url(source.url or "") or source.url or source.title


def _source(entry: Mapping[str, Any]) -> Source:
    def text(field: str) -> str:
        value = entry.get(field)
        return value.strip() if isinstance(value, str) else ""

    published = text("date") or text("last_updated")
    return Source(
        title=text("title"),
        url=text("url") or None,
        doi=canonical_doi(text("url")),
        year=int(published[:4]) if published[:4].isdigit() else None,
        content=text("snippet"),
        connector="perplexity",
        published_at=published or None,
    )
