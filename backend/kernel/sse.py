"""Encode and decode server-sent events, as bytes; this module opens no connection.

The decoder follows the HTML standard ("Interpreting an event stream"). CR, LF and CRLF end lines. A byte order mark at
the start is skipped. Several `data:` lines form one text. A line that begins with a colon is a comment. Invalid UTF-8
becomes U+FFFD. The bytes may be divided into pieces anywhere.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

#: The most characters of one event. A stream that repeats its whole text in every event (Sonar's `full` mode) has far
#: fewer.
MAX_EVENT = 16_000_000
#: The data of the event by which providers mark the end of a stream.
DONE = "[DONE]"

_LINE_END = re.compile(r"\r\n|\n|\r")

#: A comment line. Clients ignore it; sending one keeps an idle connection open.
KEEP_ALIVE = b": still here\n\n"


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """A server-sent event. `id` is the event's own id. If it has none, `id` is that of the last event before it that
    had one; "" if there was none.
    """

    data: str
    event: str = "message"
    id: str = ""


class TooLong(ValueError):
    """Raised for an event that is longer than the decoder's limit."""


class Decoder:
    """Decodes one stream: call `feed` with the bytes that arrive, and `close` at the end.

    `retry` is how many milliseconds the client should wait before it connects again, as the stream says.
    """

    def __init__(self, max_event: int = MAX_EVENT) -> None:
        self.retry: int | None = None
        self.last_id = ""
        self._max = max_event
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")
        self._begun = False
        #: the pieces of the unfinished line, and the length in characters of the unfinished event
        self._line: list[str] = []
        self._size = 0
        #: True if the last piece ended in CR: then LF at the start of the next piece belongs to this CR
        self._after_cr = False
        self._event = ""
        self._data: list[str] = []

    def feed(self, piece: bytes) -> list[ServerEvent]:
        """Return the events that are complete once `piece` is added to the earlier bytes. Raises TooLong if an event is
        too long.
        """
        return self._take(self._utf8.decode(piece))

    def close(self) -> list[ServerEvent]:
        """Return the last event if the stream ended without the blank line after it; else an empty list.

        The standard drops such an event, but some servers omit the last line end. The caller decides whether to use the
        event.
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
        *lines, rest = _lines(text)
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
            raise TooLong(f"a server-sent event has more than {self._max} characters")

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
    """Yield every event of a stream as soon as it is complete. An event at the end is yielded even without a blank line
    after it. `max_event` is the maximum size of an event, in characters.
    """
    decoder = Decoder(max_event)
    for piece in pieces:
        yield from decoder.feed(piece)
    yield from decoder.close()


def encode(data: str, event: str = "", id: str = "", retry: int | None = None) -> bytes:
    """Return an event with the text `data` as the bytes to send. `retry` is how many milliseconds a client waits before
    it connects again after its connection broke. Raises ValueError if `event` or `id` contains a line end or NUL.
    """
    for name in (event, id):
        if "\r" in name or "\n" in name or "\0" in name:
            raise ValueError("the name and the id of an event must not contain a line end or NUL")
    lines = [f"retry: {retry}"] if retry is not None else []
    if id:
        lines.append(f"id: {id}")
    if event:
        lines.append(f"event: {event}")
    lines += [f"data: {line}" for line in _lines(data)]
    return ("\n".join(lines) + "\n\n").encode("utf-8", "replace")


def _lines(text: str) -> list[str]:
    """Split a text at each line end. Nearly all texts have no CR, and then the simple method is faster."""
    return _LINE_END.split(text) if "\r" in text else text.split("\n")
