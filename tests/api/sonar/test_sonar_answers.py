"""Findings as Sonar's clients read them: whole, and in the chunks of both kinds of stream."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.api.sonar.sonar_answers import DONE, SNIPPET, Chunks, Head, _found, whole
from backend.errors import ProviderTimeout, Refused
from backend.kernel.events import Event
from backend.kernel.exchange import Turn, Usage
from backend.kernel.works import Source
from backend.research.inquiry import Findings, Found, Inquiry
from backend.sources.identifiers import source_id

HEAD = Head("id-1", 7, "sonar")
ASKED = Inquiry((Turn("user", "Why is ice thin?"),), related=True)
REEFS = Source("Reefs", "https://a.example", content="x" * 3000, published_at="2024-01-02", year=2020)
TIDES = Source("Tides", doi="10.1/t", content="Short.", year=2021)
FOUND = Findings(
    text="Warm [1].", sources=(REEFS, TIDES), cited=(), removed=0, support=50, found=Found(queries=("a", "b")),
    provider="p", model="m", usage=Usage(3, 4, 0.5), finish_reason=None, steps=(), related=("And why?",),
)  # fmt: skip


def read(frames: bytes) -> list[dict]:
    return [
        json.loads(line[5:])
        for line in frames.decode().splitlines()
        if line.startswith("data:") and "[DONE]" not in line
    ]


def test_the_answer_in_one_piece():
    made = whole(HEAD, ASKED, FOUND)
    assert {"id": "id-1", "object": "chat.completion", "created": 7, "model": "sonar"}.items() <= made.items()
    (choice,) = made["choices"]
    assert (choice["message"]["content"], choice["finish_reason"], choice["delta"]["content"]) == (
        "Warm [1].",
        "stop",
        "",
    )
    assert made["citations"] == ["https://a.example", "https://doi.org/10.1/t"]
    reefs, tides = made["search_results"]
    assert len(reefs["snippet"]) == SNIPPET and reefs["snippet"].endswith("x…") and tides["snippet"] == "Short."
    assert (reefs["date"], tides["date"], reefs["last_updated"], reefs["source"]) == ("2024-01-02", "2021", None, "web")
    assert made["related_questions"] == ["And why?"] and "warnings" not in made
    assert made["usage"] == {
        "prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7, "search_context_size": "medium",
        "num_search_queries": 2, "cost": {"total_cost": 0.5},
    }  # fmt: skip


def test_a_result_tells_what_it_says_to_the_sentences_that_cite_it():
    told = {"sentence": "Warm.", "score": 0.9, "verdict": "supported", "passage": "Warm.", "reason": ""}
    made = whole(HEAD, ASKED, replace(FOUND, support_of={source_id(REEFS): (told,)}))
    reefs, tides = made["search_results"]
    assert reefs["support_of"] == [told] and "support_of" not in tides


def test_what_was_not_asked_for_or_did_not_happen_is_not_told():
    made = whole(HEAD, replace(ASKED, related=False), replace(FOUND, doubts=("Odd.",), usage=Usage(1, 2)))
    assert "related_questions" not in made and made["warnings"] == ["Odd."] and "cost" not in made["usage"]


@pytest.mark.parametrize(
    ("provider", "usage", "expected", "estimated"),
    [
        ("extractive", Usage(), (0, 0), False),
        ("p", Usage(None, 4), (None, 4), True),
        ("p", Usage(3, None), (3, None), True),
    ],
)
def test_tokens_that_nobody_counted_are_counted_here_and_said_to_be(provider, usage, expected, estimated):
    told = whole(HEAD, ASKED, replace(FOUND, provider=provider, usage=usage))["usage"]
    for name, number in zip(("prompt_tokens", "completion_tokens"), expected, strict=True):
        assert told[name] == number if number is not None else told[name] > 0
    assert told["total_tokens"] == told["prompt_tokens"] + told["completion_tokens"]
    assert told.get("estimated", False) is estimated


SEARCHING = Event("tool_call_started", {"query": "ice"})
READING = Event("tool_call_started", {"url": "https://a.example"})


def test_a_full_stream_repeats_the_text_and_ends_with_everything():
    chunks = Chunks(HEAD, ASKED, concise=False)
    assert chunks.step(SEARCHING) == b"" and not chunks.shows(SEARCHING)
    (sources,) = read(chunks.sources((REEFS,)))
    one, two = read(chunks.text("Warm ") + chunks.text("[1]."))
    assert len(sources["search_results"]) == 1 and sources["citations"] == ["https://a.example"] == one["citations"]
    assert (one["choices"][0]["delta"]["content"], two["choices"][0]["delta"]["content"]) == ("Warm ", "[1].")
    assert two["choices"][0]["message"]["content"] == "Warm [1]." and two["object"] == "chat.completion.chunk"
    end = chunks.end(FOUND)
    (last,) = read(end)
    assert end.endswith(DONE) and last["choices"][0]["finish_reason"] == "stop" and len(last["citations"]) == 2


def test_a_concise_stream_tells_of_the_search_once_then_gives_deltas_alone():
    chunks = Chunks(HEAD, ASKED, concise=True)
    assert chunks.shows(SEARCHING) and not chunks.shows(Event("phase", {"phase": "asking"}))
    search, page = read(chunks.step(SEARCHING) + chunks.step(SEARCHING) + chunks.step(READING))
    steps = [each["choices"][0]["delta"]["reasoning_steps"][0] for each in (search, page)]
    assert [step["type"] for step in steps] == ["web_search", "fetch_url_content"]
    assert steps[0]["web_search"] == {"search_keywords": ["ice"]} and search["object"] == "chat.reasoning"
    assert steps[1]["fetch_url_content"] == {"contents": [{"url": "https://a.example"}]}
    assert chunks.sources((REEFS,)) == b""
    done, delta = read(chunks.text("Warm"))
    assert done["object"] == "chat.reasoning.done" and done["citations"] == ["https://a.example"]
    assert delta["choices"][0]["delta"]["content"] == "Warm" and "message" not in delta["choices"][0]
    assert chunks.step(READING) == b"" and len(read(chunks.text("er"))) == 1
    (last,) = read(chunks.end(FOUND))
    assert last["object"] == "chat.completion.done" and last["choices"][0]["message"]["content"] == "Warm [1]."


def test_an_answer_without_words_ends_its_reasoning_too():
    assert [each["object"] for each in read(Chunks(HEAD, ASKED, concise=True).end(FOUND))] == [
        "chat.reasoning.done", "chat.completion.done",
    ]  # fmt: skip


def test_a_failure_is_told_as_an_error():
    chunks = Chunks(HEAD, ASKED, concise=False)
    (told,) = read(chunks.failure(ProviderTimeout("Slow.")))
    assert told["error"] == {"message": "Slow.", "type": "provider_timeout", "code": 504}
    assert read(chunks.failure(Refused("Bad.")))[0]["error"]["code"] == 400


def test_a_retracted_result_is_marked_in_its_title():
    gone = Source("Snow", "https://a.example", metadata={"is_retracted": True})
    told = [each["title"] for each in _found([gone, replace(gone, title="RETRACTED: Snow")])["search_results"]]
    assert told == ["RETRACTED: Snow", "RETRACTED: Snow"]
