"""Encode and decode server-sent events, as bytes without a socket.

It follows the HTML standard ("Interpreting an event stream"): CR, LF and CRLF end lines, a BOM at the start is skipped,
several `data:` lines are one text, a line that begins with a colon is a comment, invalid UTF-8 becomes U+FFFD. It does
not matter how the bytes are cut into pieces.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

#: Characters of one event, or of one line that has not ended. A stream that repeats its whole text in every event
#: (Sonar's `full` mode) stays far below.
MAX_EVENT = 16_000_000
#: What providers send as the data of the event after the last.
DONE = "[DONE]"

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """An event. `id` is the last id that the stream gave, perhaps with an earlier event; "" if none has come yet."""

    data: str
    event: str = "message"
    id: str = ""


class TooLong(ValueError):
    """Raised for an event that is longer than the reader allows."""


class Decoder:
    """Decodes one stream: `feed` it the bytes that arrive, `close` it at the end.

    `retry` is the time in milliseconds that the stream wants its reader to wait before it connects again.
    """

    def __init__(self, max_event: int = MAX_EVENT) -> None:
        self.retry: int | None = None
        self.last_id = ""
        self._max = max_event
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")
        self._begun = False
        #: pieces of the line that has not ended, and the length of the event so far with that line
        self._line: list[str] = []
        self._size = 0
        #: the last piece ended in CR: a LF in front of the next belongs to it
        self._after_cr = False
        self._event = ""
        self._data: list[str] = []

    def feed(self, piece: bytes) -> list[ServerEvent]:
        """Return the events that this piece completes. Raises TooLong."""
        return self._take(self._utf8.decode(piece))

    def close(self) -> list[ServerEvent]:
        """Return the last event if its blank line is missing.

        The standard drops it, but servers forget the last line end, so the caller decides.
        """
        events = self._take(self._utf8.decode(b"", final=True))
        if self._line:
            self._field("".join(self._line))
            self._line = []
        last = self._dispatch()
        return [*events, last] if last else events

    def _take(self, text: str) -> list[ServerEvent]:
        if not text:
            return []
        if not self._begun:
            self._begun = True
            text = text.removeprefix("\ufeff")
        if self._after_cr and text.startswith("\n"):
            text = text[1:]
            self._after_cr = False
        elif text:
            self._after_cr = False
        *lines, rest = _LINE_END.split(text)
        self._after_cr = text.endswith("\r")
        events = []
        for line in lines:
            self._grow(len(line))
            if self._line:
                line = "".join([*self._line, line])
                self._line = []
            if line:
                self._field(line)
            else:
                event = self._dispatch()
                if event is not None:
                    events.append(event)
        if rest:
            self._line.append(rest)
            self._grow(len(rest))
        return events

    def _grow(self, characters: int) -> None:
        self._size += characters
        if self._size > self._max:
            raise TooLong(f"an event of more than {self._max} characters")

    def _field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id" and "\0" not in value:
            self.last_id = value
        elif name == "retry" and value.isascii() and value.isdigit():
            self.retry = int(value[:12])

    def _dispatch(self) -> ServerEvent | None:
        event, data = self._event, self._data
        self._event, self._data, self._size = "", [], 0
        return ServerEvent("\n".join(data), event or "message", self.last_id) if data else None


def decode(pieces: Iterable[bytes], max_event: int = MAX_EVENT) -> Iterator[ServerEvent]:
    """Yield every event of a stream as soon as it is complete, and at the end one without its blank line."""
    decoder = Decoder(max_event)
    for piece in pieces:
        yield from decoder.feed(piece)
    yield from decoder.close()


def encode(data: str, event: str = "", id: str = "", retry: int | None = None) -> bytes:
    """Encode an event for the wire. Raise ValueError if `event` or `id` does not fit in one line."""
    for name in (event, id):
        if "\r" in name or "\n" in name or "\0" in name:
            raise ValueError("a name or an id of an event is one line")
    lines = [f"retry: {retry}"] if retry is not None else []
    if id:
        lines.append(f"id: {id}")
    if event:
        lines.append(f"event: {event}")
    lines += [f"data: {line}" for line in _LINE_END.split(data)]
    return ("\n".join(lines) + "\n\n").encode("utf-8", "replace")


def comment(text: str = "") -> bytes:
    """Return a comment line, which readers ignore: a heartbeat."""
    return f": {_LINE_END.sub(' ', text)}\n\n".encode("utf-8", "replace")
