"""What is shown, word for word."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.client import text_output

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


def source(name, **more):
    empty = {"url": None, "doi": None, "authors": [], "year": None, "content": "", "score": None, "connector": "x"}
    return {"id": name, "title": f"Title of {name}", "published_at": None, "metadata": {}, **empty, **more}


@pytest.mark.parametrize(
    ("published", "told"),
    [
        ("2026-03-08", "2d ago"),
        ("2026-03-10", "today"),
        ("2026-03-10T11:15:00Z", "45m ago"),
        ("2026-03-10T09:00:00+00:00", "3h ago"),
        ("2026-03-10T09:00:00", "3h ago"),
        ("2026-02-10", "4w ago"),
        ("2025-12-01", "3mo ago"),
        ("2020-01-01T00:00:00Z", "6y ago"),
        ("2027-01-01", "2027-01-01"),
        ("1998", "1998"),
        ("spring", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_age(published, told):
    assert text_output.age(published, NOW) == told


@given(st.timedeltas(timedelta(0), timedelta(days=3650)))
def test_every_age_is_a_number_and_a_unit_or_today(span):
    told = text_output.age((NOW - span).isoformat(), NOW)
    assert told == "today" or re.fullmatch(r"\d+(m|h|d|w|mo|y) ago", told)


def test_sources_are_counted_numbered_dated_and_cut():
    long = source("sx_1", url="https://example.org/a", published_at="2026-03-08", content="word " * 100)
    bare = source("sx_2", title="", doi="10.1/x", year=2019)
    lines = text_output.sources([long, bare, source("sx_3")], 2, NOW)
    assert lines[:4] == ["3 sources", "", "[1] Title of sx_1 (2d ago)", "    https://example.org/a"]
    assert len(lines[4].strip()) <= 240 and lines[4].endswith("word…")
    assert lines[5:8] == ["", "[2] 10.1/x (2019)", "    https://doi.org/10.1/x"]
    assert lines[-1] == "… and 1 more (--limit 3 shows all)"
    assert text_output.sources([], 5, NOW) == ["0 sources"]
    assert text_output.sources([long], 5, NOW)[0] == "1 source"


def test_an_answer_has_three_parts_and_cites_by_number():
    made = {
        "answer": "Fact [sx_b]. Two [sx_a, sx_b] and [sx_gone].",
        "citations": {"sx_a": source("sx_a"), "sx_b": source("sx_b")},
        "sources": [source("sx_c"), source("sx_a"), source("sx_b")],
        "confidence": 50,
        "iterations": 1,
        "steps": [],
        "warnings": [
            "Part of the search failed. arxiv: timed out.",
            "These citation marks in the answer have no source: [9].",
        ],
        "meta": {
            "provider": "p",
            "model": "m",
            "effort": "low",
            "queries": ["one", "two"],
            "took_ms": 1234,
            "usage": {"prompt_tokens": 1200, "completion_tokens": None, "cost": None},
            "failures": [{"connector": "arxiv", "reason": "timed out"}],
            "run_id": "r",
        },
    }
    told = text_output.asked(made, 10, NOW)
    assert told.startswith(
        "## Answer\n\nFact [1]. Two [2][1] and [sx_gone].\n\n## Sources\n\n3 sources\n\n[1] Title of sx_b"
    )
    assert "[3] Title of sx_c" in told
    assert told.split("## Meta\n\n")[1].splitlines() == [
        "- model: p m", "- effort: low", "- confidence: 50 of 100", "- queries: one; two", "- tokens: 1,200",
        "- took: 1.2 s", "- run: r", "- failed: arxiv: timed out",
        "- doubtful: These citation marks in the answer have no source: [9].",
    ]  # fmt: skip


def test_citations_say_what_nothing_confirms():
    found = [
        {"id": "sx_1", "title": "A Survey", "url": "https://e.org/s", "doi": None, "status": "resolved"},
        {"id": "sx_2", "title": "made up", "url": None, "doi": None, "status": "unresolved"},
        {"id": "sx_3", "title": "gone", "url": None, "doi": None, "status": "retracted"},
        {"id": "sx_4", "title": "no", "url": None, "doi": None, "status": "retracted", "reason": "“No” was retracted."},
    ]
    assert text_output.citations(["https://e.org/s", "made up", "gone", "no"], found) == [
        "[1] https://e.org/s",
        "    A Survey",
        "[2] made up",
        "    unresolved: no search result or attached text confirms it",
        "[3] gone",
        "    retracted: the work was retracted",
        "[4] no",
        "    retracted: “No” was retracted.",
    ]


@pytest.mark.parametrize(
    ("placement", "told"),
    [
        ({"operation": "append_to_section", "section": ["A", "B"], "anchor": None}, "at the end of A › B"),
        ({"operation": "append_to_document", "section": None, "anchor": None}, "at the end of the document"),
        ({"operation": "new_section", "section": ["A"], "anchor": None}, "as a new section in A"),
        ({"operation": "new_section", "section": None, "anchor": None}, "as a new section"),
        (
            {"operation": "replace", "section": ["A"], "anchor": {"block": 3, "excerpt": "We measured."}},
            "instead of “We measured.” in A",
        ),
        ({"operation": "insert_before", "section": ["A"], "anchor": None}, "before A"),
        ({"operation": "replace", "section": None, "anchor": None}, "instead of the whole document"),
        ({"operation": "turn_round", "section": ["A"], "anchor": None}, "turn round A"),
    ],
)
def test_where(placement, told):
    assert text_output.where(placement) == told


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("phase", {"phase": "retrieving"}, "looking for passages in the document"),
        ("phase", {"phase": "some_new_one"}, "some new one"),
        ("tool_call_started", {"tool": "arxiv", "status": "running", "query": "heat"}, "arxiv: heat"),
        ("tool_call_success", {"tool": "arxiv", "status": "success", "query": "heat", "count": 1}, "arxiv: 1 result"),
        ("tool_call_error", {"tool": "arxiv", "status": "error", "error": "no\nway"}, "arxiv failed: no way"),
        ("subagent_started", {"name": "reader", "task": "read it", "status": "running"}, "reader: read it"),
        ("sources", {"sources": [1, 2]}, "2 sources"),
        ("final_answer", {"response": "x"}, None),
        ("token", {"channel": "message", "offset": 0, "text": "x"}, None),
    ],
)
def test_steps(name, data, told):
    assert text_output.step(name, data) == told


def test_nothing_steers_the_terminal():
    assert text_output.harmless("a\x1b[31mred\x1b]0;title\x07\x1b[2Jb\tc\r\nd\x9be\u202e") == "aredb\tc\nde"


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_plain_text_is_shown_as_it_is(text):
    shown = text_output.harmless(text)
    assert not any(ord(c) < 32 and c not in "\n\t" for c in shown) and "\x1b" not in shown
    assert text_output.harmless(shown) == shown


@given(st.text(max_size=400), st.integers(2, 300))
def test_a_line_is_one_line_and_no_longer(text, most):
    made = text_output.line(text, most)
    assert len(made) <= most and "\n" not in made


def test_marks_are_hidden_while_an_answer_is_being_written():
    assert (
        text_output.unmarked("Heat [sx_a1b2c3d4]. Light [sx_a1, sx_b2] and [1] more [sx_a")
        == "Heat. Light and [1] more"
    )


def test_times_are_told_as_they_are_here():
    moment = datetime(2026, 3, 10, 12, 30, tzinfo=UTC)
    assert text_output.local("2026-03-10T12:30:59Z") == moment.astimezone().strftime("%Y-%m-%d %H:%M")


def test_a_number_of_a_pages_own_is_none_of_ours():
    made = {
        "answer": "As shown [3] and [1, 2], see `a[3]` and [4](https://a.org) [sx_a1].",
        "sources": [source("sx_a1")],
    }
    text, _ = text_output.numbered(made)
    assert text == "As shown ［3］ and ［1, 2］, see `a[3]` and [4](https://a.org) [1]."


def test_a_retracted_source_is_marked():
    lines = text_output.sources([source("sx_a", retracted=True), source("sx_b", retracted=False)], 10, NOW)
    assert "[1] RETRACTED: Title of sx_a" in lines and "[2] Title of sx_b" in lines
