"""The stream format, by the standard's own rules; and that how bytes are cut makes no difference."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from backend.kernel import sse
from backend.kernel.sse import Decoder, ServerEvent
from tests.examples import examples


def whole(stream: bytes) -> list[ServerEvent]:
    return list(sse.decode([stream]))


@pytest.mark.parametrize(
    ("stream", "events"),
    [
        (b"data: a\n\n", [ServerEvent("a")]),
        (b"data:a\r\n\r\ndata:  b\r\r", [ServerEvent("a"), ServerEvent(" b")]),
        (b"data: a\ndata\ndata: b\n\n", [ServerEvent("a\n\nb")]),
        (b"data\n\n", [ServerEvent("")]),
        (b"\xef\xbb\xbfdata: a\n\n", [ServerEvent("a")]),
        (b": a comment\n\n:\n\ndata: a\n: another\ndata: b\n\n", [ServerEvent("a\nb")]),
        (b"event: token\ndata: a\n\ndata: b\n\n", [ServerEvent("a", "token"), ServerEvent("b")]),
        (b"event: lost\n\ndata: a\n\n", [ServerEvent("a")]),
        (b"id: 7\ndata: a\n\ndata: b\n\n", [ServerEvent("a", id="7"), ServerEvent("b", id="7")]),
        (b"id: 7\ndata: a\n\nid\ndata: c\n\n", [ServerEvent("a", id="7"), ServerEvent("c")]),
        (b"id: 7\ndata: a\n\nid: 8\0\ndata: b\n\n", [ServerEvent("a", id="7"), ServerEvent("b", id="7")]),
        (b"unknown: x\nno colon\ndata: a\n\n", [ServerEvent("a")]),
        (b"data: a\n\ndata: [DONE]", [ServerEvent("a"), ServerEvent("[DONE]")]),
        (b"data: \xff\xe4\n\n", [ServerEvent("\ufffd\ufffd")]),
        (b"", []),
    ],
)  # fmt: skip
def test_the_standards_rules(stream: bytes, events: list[ServerEvent]) -> None:
    assert whole(stream) == events


def test_a_reader_is_told_when_to_come_back_and_where_it_was() -> None:
    decoder = Decoder()
    assert decoder.feed(b"retry: 1500\nretry: soon\nid: 3\n\n") == []
    assert (decoder.retry, decoder.last_id) == (1500, "3")


def test_an_event_comes_with_its_last_byte() -> None:
    decoder = Decoder()
    assert decoder.feed(b"data: a\n") == []
    assert decoder.feed(b"\n") == [ServerEvent("a")]
    assert decoder.feed(b"data: b\r\n\r") == [ServerEvent("b")]
    assert decoder.feed(b"\ndata: c\n\n") == [ServerEvent("c")]


LINES = st.sampled_from(
    [b"data: x", b"data:\xe2\x82\xac", b"event: e", b"id: 1", b": c", b"", b"data", b"\xff", b"\xef\xbb\xbf"]
)
STREAMS = st.lists(st.tuples(LINES, st.sampled_from([b"\n", b"\r", b"\r\n"])), max_size=12).map(
    lambda lines: b"".join(line + end for line, end in lines)
)


@settings(max_examples=examples(50), deadline=None)
@given(STREAMS | st.binary(max_size=60), st.lists(st.integers(0, 80), max_size=8), st.sampled_from([20, 1000]))
@example(b"\xef\xbb\xbfdata: \xf0\x9f\x98\x80\r\n\r\n", [1, 2, 10, 11, 12, 14, 15, 16], 1000)
def test_cutting_makes_no_difference(stream: bytes, cuts: list[int], most: int) -> None:
    def events(pieces: list[bytes]) -> list[ServerEvent] | str:
        try:
            return list(sse.decode(pieces, most))
        except sse.TooLong:
            return "too long"

    edges = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    expected = events([stream])
    assert events([stream[a:b] for a, b in pairwise(edges)]) == expected
    assert events([bytes([byte]) for byte in stream]) == expected


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0"), min_size=1, max_size=8)


@settings(max_examples=examples(50), deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=40), NAMES, NAMES)
def test_what_is_encoded_is_read_back(data: str, event: str, id: str) -> None:
    stream = sse.KEEP_ALIVE + sse.encode(data, event, id, retry=5)
    expected = ServerEvent(data, event.removeprefix(" ") or "message", id.removeprefix(" "))
    assert whole(stream) in ([expected], [ServerEvent(data, event, id)])


def test_an_event_longer_than_the_limit_is_refused() -> None:
    for stream in (b"data: " + b"a" * 100, b"data: a\n" * 30):
        with pytest.raises(sse.TooLong):
            list(sse.decode([stream], max_event=99))
    assert len(list(sse.decode([b"data: aaaaaaaa\n\n" * 100], max_event=99))) == 100


def test_names_are_one_line() -> None:
    for names in ({"event": "a\nb"}, {"id": "a\rb"}, {"id": "\0"}):
        with pytest.raises(ValueError, match="must not contain a line end"):
            sse.encode("x", **names)
