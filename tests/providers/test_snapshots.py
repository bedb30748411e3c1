"""Merging snapshots: the rules, and that repeats, order and garbage do no harm."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.providers.snapshots import Snapshot, merge
from tests.ask_stand_in import markdown, web
from tests.examples import examples


def merged(*events: Any) -> Snapshot:
    return reduce(merge, events, Snapshot())


def blocks(*each: Any) -> dict[str, Any]:
    return {"blocks": list(each)}


@pytest.mark.parametrize(
    ("events", "answer"),
    [
        ([blocks(markdown(["a"], 0)), blocks(markdown(["b"], 1))], "ab"),
        ([blocks(markdown(["a", "b"])), blocks(markdown(["a", "b", "c"]))], "abc"),
        ([blocks(markdown(["a", "b", "c"], 0)), blocks(markdown(["x"], 1))], "ax"),
        ([blocks(markdown(["a", "b", "c"], 0)), blocks(markdown(["x"], 0))], "x"),
        ([blocks(markdown(["a", "b"], 0)), blocks(markdown(["ab"], 0, progress="DONE"))], "ab"),
        ([blocks(markdown(["a", "b", "c"], 0)), blocks(markdown(["a"], 0))], "abc"),
        ([blocks(markdown(["a"], 0)), blocks(markdown(["c"], 2))], "a"),
        ([blocks(markdown(["a"], 0)), blocks(markdown(["c"], 2)), blocks(markdown(["b"], 1))], "abc"),
        ([blocks(markdown(["[2]"], 0)), blocks(markdown(["[2]"], 0, progress="DONE", answer="[1]"))], "[1]"),
        ([blocks(markdown(["[2]"], 0, answer="[1]"))], "[2]"),
        ([blocks(markdown([], answer="whole"))], "whole"),
        ([blocks({"markdown_block": {"chunks": ["a"]}}), blocks({**markdown(["b"], 1), "intended_usage": None})], "ab"),
        ([blocks(markdown(["one"]), markdown(["two"], usage="ask_text_1_markdown"))], "one\n\ntwo"),
        ([blocks(markdown(["one\n"]), markdown(["two"], usage="ask_text_1_markdown"))], "one\ntwo"),
        ([blocks(markdown(["m"]), markdown(["t"], usage="ask_text")), {"text": "x"}], "m"),
        ([blocks(markdown(["t"], usage="ask_text")), {"text": "x"}], "t"),
        ([{"text": "x"}, {"text": None}], "x"),
        ([{"text": 7}], ""),
        ([], ""),
    ],
)  # fmt: skip
def test_the_answer(events: list[Any], answer: str) -> None:
    assert merged(*events).answer == answer


@pytest.mark.parametrize(
    ("events", "urls"),
    [
        ([blocks(web("https://a.example/1")), blocks(web("https://a.example/2"))], ["https://a.example/1", "https://a.example/2"]),
        ([blocks(web("https://a.example/1")), blocks(web())], ["https://a.example/1"]),
        ([blocks(web("https://a.example/1", "http://www.a.example/1/"))], ["https://a.example/1"]),
        ([{"sources_list": [{"url": "https://l.example"}]}, blocks(web("https://w.example"))], ["https://w.example"]),
        ([{"sources_list": [{"url": "https://l.example"}]}, {"sources_list": []}], ["https://l.example"]),
        ([{"sources_list": [{"url": " "}, {"url": 3}, {}, "x", None]}], []),
    ],
)  # fmt: skip
def test_the_sources(events: list[Any], urls: list[str]) -> None:
    assert [record["url"] for record in merged(*events).sources] == urls


def test_a_source_that_comes_again_keeps_what_it_had() -> None:
    url = "https://a.example"
    (record,) = merged(
        {"sources_list": [{"url": url, "title": "A", "snippet": ""}]},
        {"sources_list": [{"url": url, "title": "Other", "snippet": "words"}]},
    ).sources
    assert record == {"url": url, "title": "A", "snippet": "words"}


@pytest.mark.parametrize(
    ("events", "finished"),
    [
        ([{"status": "PENDING"}], False),
        ([{"status": "COMPLETED"}], True),
        ([{"final": True}], True),
        ([{"final": "yes"}, {"final": False}], False),
        ([{"final": True}, {"status": None}], True),
    ],
)
def test_the_end(events: list[Any], finished: bool) -> None:
    assert merged(*events).finished is finished


def test_failure() -> None:
    assert merged({"error_code": "RATE_LIMITED"}).failure == "RATE_LIMITED"
    assert merged({"status": "FAILED"}).failure == "FAILED"
    assert merged({"status": "PENDING", "error_code": None}).failure is None


@pytest.mark.parametrize(
    ("events", "broken"),
    [
        ([blocks(markdown(["a"], 0)), blocks(markdown(["b"], 1))], False),
        ([blocks(markdown(["a"], 0)), blocks(markdown(["z"], 9)), {"final": True}], True),
        ([blocks(markdown(["a"], 0)), blocks(markdown(["c"], 2)), blocks(markdown(["b"], 1))], False),
        ([blocks(markdown(["a"], 0)), blocks(markdown(["z"], 9)), blocks(markdown(["ab"], 0, progress="DONE"))], False),
        ([blocks(markdown(["a"], 0)), blocks(markdown(["z"], 9, progress="DONE", answer="abz"))], False),
        ([blocks(markdown(["a"], 0)), blocks(markdown(["z"], 9, usage="ask_text"))], False),
        ([blocks(markdown(["t"], 0, usage="ask_text")), blocks(markdown(["z"], 9, usage="ask_text"))], True),
        ([blocks(markdown(["a"]), markdown(["z"], 9, usage="ask_text_1_markdown"))], True),
        ([blocks(markdown(["z"], 9)), {"text": "whole"}], False),
    ],
)  # fmt: skip
def test_holes(events: list[Any], broken: bool) -> None:
    assert merged(*events).broken is broken


def test_the_top_level_is_merged_shallowly() -> None:
    assert merged({"a": {"x": 1}, "b": 1}, {"a": {"y": 2}, "c": None}).fields == {"a": {"y": 2}, "b": 1}


CHUNKS = st.lists(st.text("ab ", min_size=1, max_size=3), min_size=1, max_size=8)


@settings(max_examples=examples(50), deadline=None)
@given(CHUNKS, st.data())
def test_pieces_in_any_order_and_again(chunks: list[str], data: st.DataObject) -> None:
    """Pieces of one text that cover it make that text, however they overlap, repeat and are ordered."""
    cover = [(number, number + 1) for number in range(len(chunks))]
    more = data.draw(st.lists(st.tuples(st.integers(0, 7), st.integers(1, 8)), max_size=6))
    spans = data.draw(st.permutations(cover + [(a, b) for a, b in more if a < b <= len(chunks)]))
    events = [blocks(markdown(chunks[a:b], a), web(f"https://{a}.example")) for a, b in spans]
    snapshot = merged(*events)
    assert snapshot.answer == ("".join(chunks) if "".join(chunks).strip() else "")
    assert {record["url"] for record in snapshot.sources} == {f"https://{a}.example" for a, _ in spans}
    assert reduce(merge, events[-1:], snapshot) == snapshot


@settings(max_examples=examples(50), deadline=None)
@given(CHUNKS)
def test_growing_snapshots_grow_the_answer(chunks: list[str]) -> None:
    """Whether each event brings everything so far or only what is new, the answers are the same, each a beginning."""
    whole = delta = Snapshot()
    for number in range(len(chunks)):
        whole = merge(whole, blocks(markdown(chunks[: number + 1], 0)))
        delta = merge(delta, blocks(markdown(chunks[number : number + 1], number)))
        assert whole.answer == delta.answer
        assert "".join(chunks).startswith(whole.answer)


KEYS = st.sampled_from(
    ["blocks", "intended_usage", "markdown_block", "chunks", "chunk_starting_offset", "answer", "progress", "text",
     "web_result_block", "web_results", "sources_list", "url", "status", "final", "error_code"]
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**9) | st.floats() | st.sampled_from(["ask_text", "DONE", "", "x"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)


@settings(max_examples=examples(80), deadline=None)
@given(st.lists(VALUES | st.dictionaries(KEYS, VALUES, max_size=5), max_size=4))
def test_garbage_never_raises(events: list[Any]) -> None:
    snapshot = merged(blocks(markdown(["a"], 0)), *events)
    assert isinstance(snapshot.answer, str)
    assert isinstance(snapshot.finished, bool)
    assert all(isinstance(record["url"], str) for record in snapshot.sources)
    assert snapshot.failure is None or isinstance(snapshot.failure, str)
