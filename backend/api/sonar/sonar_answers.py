"""Convert findings of the research engine to Sonar's format: a whole answer, or the chunks of a stream.

There are two kinds of stream. In a `full` stream, each chunk repeats the whole text so far and has the citations. A
`concise` stream first reports the searches, and then sends only new pieces of text. Its sources are in the chunk that
ends the reports, and again in the last chunk. In both kinds the last chunk is a complete answer, because some clients
keep only that chunk.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backend.api.sonar.sonar_errors import body_of
from backend.drafting.budget import count_tokens
from backend.errors import CoscribeError
from backend.kernel import sse
from backend.kernel.events import Event
from backend.kernel.works import Source
from backend.research import serialise
from backend.research.inquiry import Findings, Inquiry
from backend.sources.identifiers import source_id
from backend.sources.withdrawn_titles import bare

#: The longest excerpt of a source in an answer, in characters.
SNIPPET = 1_000
DONE = sse.encode(sse.DONE)


@dataclass(frozen=True, slots=True)
class Head:
    """The fields that are the same in all chunks of an answer."""

    id: str
    #: seconds since 1970
    created: int
    model: str

    def body(self, kind: str) -> dict[str, Any]:
        """Return these fields as a JSON object. `kind` is its field `object`, such as "chat.completion"."""
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}


def whole(head: Head, inquiry: Inquiry, findings: Findings) -> dict[str, Any]:
    """Return the complete answer as one `chat.completion` object in Sonar's format."""
    choice = _choice("", findings.text, findings.finish_reason or "stop")
    return head.body("chat.completion") | {"choices": [choice]} | _rest(inquiry, findings)


class Chunks:
    """Builds the chunks of an answer's stream, `concise` or `full`."""

    def __init__(self, head: Head, inquiry: Inquiry, concise: bool) -> None:
        self._head, self._inquiry, self._concise = head, inquiry, concise
        self._found: dict[str, Any] = _found(())
        self._text = ""
        self._reasoning = concise
        self._told: set[str] = set()

    def shows(self, event: Event) -> bool:
        """Return True if the stream has a chunk for this event."""
        return self._concise and _reasoning_step(event) is not None

    def step(self, event: Event) -> bytes:
        """Return the chunk that reports a search or the reading of a page. Returns b"" for other events, and for every
        event of a `full` stream.
        """
        step = _reasoning_step(event) if self._reasoning else None
        if step is None or step["thought"] in self._told:
            return b""
        self._told.add(step["thought"])
        return self._send("chat.reasoning", _choice("") | {"delta": {"role": "assistant", "reasoning_steps": [step]}})

    def sources(self, found: Sequence[Source]) -> bytes:
        """Return the chunk with the sources that were found; b"" in a `concise` stream."""
        self._found = _found(found)
        return b"" if self._concise else self._send("chat.completion.chunk", _choice("", ""), self._found)

    def text(self, delta: str) -> bytes:
        self._text += delta
        if not self._concise:
            choice = _choice(delta, self._text)
            return self._send("chat.completion.chunk", choice, {"citations": self._found["citations"]})
        return self._end_reasoning() + self._send("chat.completion.chunk", _choice(delta))

    def end(self, findings: Findings) -> bytes:
        """Return the last chunk, which has the complete answer, followed by the end mark `[DONE]`."""
        kind = "chat.completion.done" if self._concise else "chat.completion.chunk"
        last = _choice("", findings.text, findings.finish_reason or "stop")
        return self._end_reasoning() + self._send(kind, last, _rest(self._inquiry, findings)) + DONE

    def failure(self, error: CoscribeError) -> bytes:
        """Return the last chunk of a stream that failed. It contains the error."""
        return sse.encode(json.dumps(body_of(error.status, error.kind, error.detail, error.errors), ensure_ascii=False))

    def _end_reasoning(self) -> bytes:
        if not self._reasoning:
            return b""
        self._reasoning = False
        return self._send("chat.reasoning.done", _choice("", ""), self._found)

    def _send(self, kind: str, choice: Mapping[str, Any], more: Mapping[str, Any] | None = None) -> bytes:
        return sse.encode(
            json.dumps(self._head.body(kind) | {"choices": [choice]} | dict(more or {}), ensure_ascii=False)
        )


def _choice(delta: str, message: str | None = None, finish: str | None = None) -> dict[str, Any]:
    choice: dict[str, Any] = {
        "index": 0,
        "finish_reason": finish,
        "delta": {"role": "assistant", "content": delta},
    }
    return choice if message is None else choice | {"message": {"role": "assistant", "content": message}}


def _found(sources: Sequence[Source]) -> dict[str, Any]:
    """Return the sources twice, in the same order: their addresses as `citations`, and their titles, dates and excerpts
    as `search_results`. The mark [n] in the answer means the n-th source.
    """
    return {"citations": [_address(each) for each in sources], "search_results": [_result(each) for each in sources]}


def _rest(inquiry: Inquiry, findings: Findings) -> dict[str, Any]:
    related = {"related_questions": list(findings.related)} if inquiry.related else {}
    told = [*serialise.warnings(findings.found.failures), *findings.doubts]
    doubtful = {"warnings": told} if told else {}
    found = _found(findings.sources)
    for source, result in zip(findings.sources, found["search_results"], strict=True):
        if judged := findings.support_of.get(source_id(source)):
            result["support_of"] = list(judged)
    return found | related | doubtful | {"usage": _usage(inquiry, findings)}


def _address(source: Source) -> str:
    return source.url or (f"https://doi.org/{source.doi}" if source.doi else "")


def _result(source: Source) -> dict[str, Any]:
    snippet = source.content
    if len(snippet) > SNIPPET:
        snippet = snippet[: SNIPPET - 1].rstrip() + "…"
    date = source.published_at or (str(source.year) if source.year else None)
    return {
        "title": _title(source),
        "url": _address(source),
        "date": date,
        "last_updated": None,
        "snippet": snippet,
        "source": "web",
    }


def _title(source: Source) -> str:
    """Return a source's title. "RETRACTED: " comes before the title of a retracted work, because the clients show no
    other warning.
    """
    return f"RETRACTED: {bare(source.title)}" if source.is_retracted else source.title


def _usage(inquiry: Inquiry, findings: Findings) -> dict[str, Any]:
    """Return the token counts and the cost as Sonar does. Without a model, the counts are 0. If the model did not
    report its counts, they are estimated, and the field `estimated` is true. An unknown cost is left out.
    """
    usage, estimated = findings.usage, False
    prompt, completion = usage.prompt_tokens, usage.completion_tokens
    if findings.provider == "extractive":
        prompt, completion = prompt or 0, completion or 0
    elif prompt is None or completion is None:
        estimated = True
        said = sum(count_tokens(text) for text in (inquiry.rules, *(turn.content for turn in inquiry.turns)))
        prompt = said if prompt is None else prompt
        completion = count_tokens(findings.text) if completion is None else completion
    told: dict[str, Any] = {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "search_context_size": inquiry.effort,
        "num_search_queries": len(findings.found.queries),
    }
    if estimated:
        told["estimated"] = True
    if usage.cost is not None:
        told["cost"] = {"total_cost": usage.cost}
    return told


def _reasoning_step(event: Event) -> dict[str, Any] | None:
    if event.name != "tool_call_started":
        return None
    query, url = event.data.get("query"), event.data.get("url")
    if query:
        return {"thought": f"Searching for: {query}", "type": "web_search", "web_search": {"search_keywords": [query]}}
    if url:
        contents = [{"url": url}]
        return {"thought": f"Reading {url}", "type": "fetch_url_content", "fetch_url_content": {"contents": contents}}
    return None
