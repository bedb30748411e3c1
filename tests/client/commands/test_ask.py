"""`coscribe ask`: a question, its answer, and its sources."""

from __future__ import annotations

import json

import pytest

from backend.client.commands.ask import ask
from backend.client.failures import InvalidUsage, NothingFound
from tests.client.conftest import SESSION, session, streamed

SOURCE = {
    "id": "sx_a1", "title": "A survey", "url": "https://s.example", "doi": None, "authors": [], "year": 2020,
    "content": "Text.", "score": None, "connector": "c", "published_at": None,
}  # fmt: skip


def made(**more):
    return {
        "answer": "Yes [sx_a1].", "citations": {"sx_a1": SOURCE}, "sources": [SOURCE, SOURCE | {"id": "sx_b2"}],
        "confidence": 60, "warnings": [], "iterations": 1, "steps": [], "meta": {"effort": "low"},
    } | more  # fmt: skip


@pytest.fixture
def answering(canned):
    def answer(**more):
        return canned.on("POST /api/research", streamed(("final_answer", made(**more))))

    return answer


def test_the_answer_its_sources_and_how_it_came_about(run, answering, canned):
    answering()
    said = run(ask, "Why?").stdout
    assert said.startswith("## Answer\n\nYes [1].\n\n## Sources\n\n2 sources\n") and "- effort: low" in said
    assert canned.body() == {"query": "Why?", "effort": "low", "focus": "web"}
    answering()
    assert "--limit 2 shows all" in run(ask, "Why?", "--limit", "1").stdout


def test_everything_that_can_be_asked_for(run, answering, canned):
    answering()
    canned.on(f"GET /api/sessions/{SESSION}", session())
    result = run(
        ask, "-", "--effort", "high", "--deep", "--focus", "local", "--session", SESSION, "--json", input="Why?"
    )
    assert json.loads(result.stdout)["answer"] == "Yes [sx_a1]."
    assert canned.body() == {
        "query": "Why?", "effort": "high", "focus": "local", "deep": True, "session_id": SESSION,
    }  # fmt: skip


def test_what_results_must_be_like(run, answering, canned):
    answering()
    run(ask, "Why?", "--search-mode", "academic", "--domain", "-a.org", "--recency", "year", "--after", "2024-01-31")
    assert canned.body() == {
        "query": "Why?", "effort": "low", "focus": "web",
        "search_mode": "academic", "domains": ["-a.org"], "recency": "year", "after": "2024-01-31",
    }  # fmt: skip


def test_without_sources_nothing_was_found_and_why_is_said(run, answering):
    answering(sources=[], citations={}, meta={"failures": [{"connector": "arxiv", "reason": "late"}]})
    result = run(ask, "Why?")
    assert result.exit_code == NothingFound("").code and "\n  arxiv: late" in result.stderr
    answering(sources=[], citations={})
    assert run(ask, "Why?", "--focus", "chat").exit_code == 0, "a talk needs no sources"


@pytest.mark.parametrize("words", [(" ",), ("Why?", "--stream"), ("-",), ()])
def test_a_question_must_be_there(run, canned, words):
    assert run(ask, *words, input="").exit_code == InvalidUsage("").code
    assert canned.requests == []


def test_a_stream_has_events_alone(run, answering):
    answering()
    (line,) = run(ask, "Why?", "--json", "--stream").stdout.splitlines()
    assert json.loads(line)["event"] == "final_answer"
