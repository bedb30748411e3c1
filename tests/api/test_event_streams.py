"""What goes over the wire where nothing is told for a while, and where a reader was further than the run."""

import json

import pytest

from backend.api.event_streams import LOOK, RETRY, Utf16Offsets, _Body, _SessionBody
from backend.api.health import DRAINING
from backend.kernel.events import Event, Numbered, SessionEvent, Token
from backend.kernel.sse import Decoder
from backend.services.run_followers import HEARTBEAT


class Quiet:
    """A stream that tells this, one piece after another; nothing in a piece is a silence."""

    def __init__(self, *pieces):
        self._pieces, self.closed = list(pieces), False
        self.run = type("Run", (), {"id": "r"})

    @property
    def done(self):
        return not self._pieces

    def read(self, seconds=0.0):
        return self._pieces.pop(0)

    def close(self):
        self.closed = True


def test_a_silence_is_a_comment_that_no_reader_takes_for_an_event():
    assert HEARTBEAT == 15
    sent = list(_Body(Quiet([Event("phase", {})], [], [Numbered(7, "final_answer", {"run_id": "r"})])))
    assert sent[1:] == [b": still here\n\n", b'id: 7\nevent: final_answer\ndata: {"run_id": "r"}\n\n']


@pytest.mark.parametrize("first", [Token("message", 0, "A"), Event("phase", {}), Numbered(7, "final_answer", {})])
def test_a_reader_is_told_once_when_to_come_again(first):
    sent = b"".join(_Body(Quiet([], [first, first], [first])))
    decoder = Decoder()
    assert len(decoder.feed(sent)) == 3 and decoder.retry == RETRY
    assert sent.count(b"retry:") == 1, "with the first event, so that no reader meets one without data"


def test_text_survives_a_wire_that_cuts_it_anywhere():
    text = "σ² ≤ 1\n\n“so” 🙂\r\n\u2028 end"
    (sent,) = _Body(Quiet([Token("message", 3, text), Event("phase", {"phase": "gap"})]))
    for size in (1, 2, 3, 5):
        decoder = Decoder()
        told = [event for at in range(0, len(sent), size) for event in decoder.feed(sent[at : at + size])]
        assert [each.event for each in told] == ["token", "phase"] and all(each.id == "" for each in told)
        assert json.loads(told[0].data) == {
            "run_id": "r", "channel": "message", "offset": 3, "text": text,
        }  # fmt: skip


def test_a_reader_that_goes_frees_its_place():
    stream = Quiet([])
    _Body(stream).close()
    assert stream.closed


def test_offsets_can_be_counted_as_javascript_counts():
    told = [
        Token("message", 0, "a🙂b"), Token("document_content", 0, "𝒳"), Token("message", 3, "🙂"),
        Token("message", 2, "c🙂"), Token("message", 4, "d"), Token("document_content", 1, "y"),
    ]  # fmt: skip
    text = {"message": b"", "document_content": b""}
    decoder = Decoder()
    for event in decoder.feed(b"".join(_Body(Quiet(told), Utf16Offsets()))):
        data = json.loads(event.data)
        units = text[data["channel"]][: 2 * data["offset"]]
        assert len(units) == 2 * data["offset"]
        text[data["channel"]] = units + data["text"].encode("utf-16-le")
    assert {channel: said.decode("utf-16-le") for channel, said in text.items()} == {
        "message": "a🙂c🙂d", "document_content": "𝒳y",
    }  # fmt: skip


def test_a_sessions_stream_begins_at_once_and_says_that_it_is_there():
    silence = [[]] * round(HEARTBEAT / LOOK)
    sent = list(_SessionBody(Quiet([], *silence, [SessionEvent("3-1", "revision", {"revision": 3})], *silence)))
    assert sent[0] == f"retry: {RETRY}\n\n".encode()
    assert sent[1:] == [
        b": still here\n\n", b'id: 3-1\nevent: revision\ndata: {"revision": 3}\n\n', b": still here\n\n"
    ]  # fmt: skip


def test_a_sessions_stream_ends_when_the_server_is_to_stop(tmp_path):
    body = iter(_SessionBody(Quiet([], [], []), str(tmp_path)))
    assert next(body).startswith(b"retry")
    (tmp_path / DRAINING).touch()
    assert list(body) == []
