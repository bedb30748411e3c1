"""Pass the events of runs to followers in the same process. Each run that this process works on or follows has a feed.

A feed keeps all events, and every follower has its own position in it. So a slow follower does not delay the others,
and a late follower gets all earlier events at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from backend.channels.session_feeds import MOST_STREAMS, SessionFeeds
from backend.kernel.events import Event, Numbered, Token
from backend.kernel.session_feed import News


@dataclass(slots=True)
class _Text:
    """The text of a channel so far, in pieces. If a part of the text is replaced, `pieces` becomes a new list. From
    this, a follower notices that the text it has read is outdated.
    """

    pieces: list[str] = field(default_factory=list)
    size: int = 0


@dataclass(slots=True)
class _ReadPosition:
    """A follower's position in the text of a channel: the list of pieces, the number of pieces read, and the number of
    characters read.
    """

    pieces: list[str]
    count: int = 0
    size: int = 0


class Feed:
    """All events of one run, in the order of their numbers, and its text so far. Several threads may use it at the same
    time.

    The text has channels: "message" is the answer to the user, "document_content" is text for the document.
    """

    def __init__(self, run_id: str, events: Iterable[Numbered] = (), texts: Mapping[str, str] | None = None) -> None:
        self.run_id = run_id
        self.closed = False
        #: the number of changes of the texts so far
        self.version = 0
        #: the place in the workers' queue, counted from 1, of a run that waits for a worker; else None
        self.place: int | None = None
        #: in a feed that is filled from the database: the number of the stored text that was read last
        self.text_number = 0
        #: a function that is called with run id, channel, offset and text whenever text is written; None if nobody
        #: needs it
        self.told: Callable[[str, str, int, str], None] | None = None
        #: True in a feed that is filled from the database once it has text that the database may not have yet
        self._ahead = False
        self._events = list(events)
        self._texts: dict[str, _Text] = {}
        self._news = News()
        for channel, text in (texts or {}).items():
            self.write(channel, 0, text)

    @property
    def newest(self) -> int:
        """Return the number of the last event; 0 if there is none."""
        return self._events[-1].number if self._events else 0

    def events(self) -> Sequence[Numbered]:
        """Return all events so far, in the order of their numbers."""
        with self._news:
            return tuple(self._events)

    def texts(self) -> dict[str, str]:
        """Return the text so far of each channel, by the name of the channel."""
        with self._news:
            return {channel: "".join(text.pieces) for channel, text in self._texts.items()}

    def add(self, events: Sequence[Numbered]) -> None:
        """Add events. An event that the feed already has is ignored."""
        with self._news:
            new = [each for each in events if each.number > self.newest]
            if new:
                self._events += new
                self._news.tell()

    def write(self, channel: str, offset: int, text: str) -> None:
        """Put `text` into a channel's text at the character `offset`. Earlier text after the offset is removed."""
        with self._news:
            known = self._texts.setdefault(channel, _Text())
            if offset >= known.size:
                if not text:
                    return
                known.pieces.append(text)
                known.size += len(text)
            else:
                whole = "".join(known.pieces)[:offset] + text
                self._texts[channel] = _Text([whole], len(whole))
            self.version += 1
            self._news.tell()
        if self.told is not None:
            self.told(self.run_id, channel, offset, text)

    def add_unsaved(self, channel: str, offset: int, text: str) -> None:
        """Add a piece of text that another process's run has written and that is not in the database yet. The piece
        begins at the character `offset` of `channel`. If it does not continue the feed's text, it is ignored, because
        the stored text will contain it later.
        """
        with self._news:
            size = self._texts[channel].size if channel in self._texts else 0
            if offset <= size < offset + len(text):
                self._ahead = True
                self.write(channel, size, text[size - offset :])

    def settle(self, channel: str, text: str, whole: bool = True) -> None:
        """Make `text` the text of a channel. Followers get only the part that differs.

        `whole` is False if `text` may be incomplete, because the run is still writing. An incomplete `text` is ignored
        if the feed already has it, followed by a piece from `add_unsaved`.
        """
        with self._news:
            known = "".join(self._texts[channel].pieces) if channel in self._texts else ""
        if self._ahead and not whole and known.startswith(text):
            return
        if known != text:
            self.write(channel, _common_length(known, text), text[_common_length(known, text) :])

    def report_place(self, place: int | None) -> None:
        """Tell followers the run's `place` in the queue for workers: 1 is next; None for a run that does not wait
        there.
        """
        with self._news:
            if place != self.place:
                self.place = place
                self._news.tell()

    def close(self) -> None:
        """End the feed: its followers get no more events."""
        with self._news:
            self.closed = True
            self._news.tell()

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Call the function `call` at each new event or text. Returns a function that ends these calls."""
        return self._news.listen(call)

    def follow(self, number: int = 0, resumes: bool = False) -> Follower:
        """Return a new follower. It gets the events after the event with this `number`. With `resumes`, it first gets
        the text so far.
        """
        return Follower(self, number, resumes)

    def wait(self, follower: Follower, seconds: float) -> tuple[list[Numbered | Event], list[Token]]:
        """Return the events and the text that a follower has not read yet, and record them as read. If there are none,
        wait up to `seconds`. If none come, both lists are empty.
        """
        with self._news:
            if seconds:
                self._news.wait_for(lambda: self.closed or self._has_news(follower), seconds)
            events: list[Numbered | Event] = []
            if (newest := self.newest) > follower.number:
                events += [each for each in self._events if each.number > follower.number]
                follower.number = newest
            if self._has_moved(follower):
                events.append(Event("phase", {"run_id": self.run_id, "phase": "queued", "place": self.place}))
            follower.place = self.place
            return events, [token for channel, text in self._texts.items() if (token := _new(follower, channel, text))]

    def _has_news(self, follower: Follower) -> bool:
        return (
            self.newest > follower.number
            or self._has_moved(follower)
            or any(
                (position := follower.read_positions.get(channel)) is None
                or position.pieces is not text.pieces
                or position.size < text.size
                for channel, text in self._texts.items()
            )
        )

    def _has_moved(self, follower: Follower) -> bool:
        return self.place is not None and self.place != follower.place


class Follower:
    """A follower's position in a feed: the number of the last event that it has read, and how far it has read the
    texts.
    """

    __slots__ = ("_feed", "_resumes", "done", "number", "place", "read_positions")

    def __init__(self, feed: Feed, number: int, resumes: bool) -> None:
        self._feed, self.number, self._resumes = feed, number, resumes
        #: the place in the workers' queue that this follower was given last
        self.place: int | None = None
        #: True after the last event, or if no event will follow
        self.done = False
        self.read_positions: dict[str, _ReadPosition] = {}

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Call the function `call` at each new event or text. Returns a function that ends these calls."""
        return self._feed.listen(call)

    def read(self, seconds: float) -> list[Numbered | Token | Event]:
        """Return new events and text as soon as there are any. Returns an empty list if there are none within
        `seconds`.

        The event that ends the run is always the last item of a returned list.
        """
        if self.done:
            return []
        events, tokens = self._feed.wait(self, seconds)
        if not events and tokens:  # the usual case while a model writes
            self._resumes = False
            return [*tokens]
        last = [each for each in events[-1:] if isinstance(each, Numbered) and each.terminal]
        rest = events[: len(events) - len(last)]
        told: list[Numbered | Token | Event] = [*tokens, *rest, *last] if self._resumes else [*rest, *tokens, *last]
        self._resumes = False
        self.done = bool(last) or (self._feed.closed and not told)
        return told


class MemoryChannel:
    """The feeds of one process. It sends nothing to other processes, which read new events from the database."""

    def __init__(self, most_streams: int = MOST_STREAMS) -> None:
        self.sessions = SessionFeeds(most_streams)
        self._lock = threading.Lock()
        self._open: dict[str, Feed] = {}
        self._watched: dict[str, tuple[Feed, int]] = {}
        self._hinted = threading.Event()

    def open(self, run_id: str, events: Iterable[Numbered] = (), texts: Mapping[str, str] | None = None) -> Feed:
        """Create the feed of a run that this process works on, with its past `events` and `texts`. If there is a feed
        already, return it.
        """
        with self._lock:
            if run_id not in self._open:
                self._open[run_id] = Feed(run_id, events, texts)
            return self._open[run_id]

    def find(self, run_id: str) -> Feed | None:
        """Return the feed of a run that this process works on; None for any other run."""
        with self._lock:
            return self._open.get(run_id)

    def drop(self, run_id: str) -> None:
        """Remove the feed of a run that has ended. Later followers read its events from the database."""
        with self._lock:
            feed = self._open.pop(run_id, None)
        if feed is not None:
            feed.close()

    def watch(self, run_id: str, events: Iterable[Numbered] = (), texts: Mapping[str, str] | None = None) -> Feed:
        """Return the feed of a run that another process works on. A new feed gets the past `events` and `texts`. All
        followers in this process share the feed. Each follower must call `unwatch` at its end.
        """
        with self._lock:
            feed, followers = self._watched.get(run_id) or (Feed(run_id, events, texts), 0)
            self._watched[run_id] = (feed, followers + 1)
            return feed

    def unwatch(self, run_id: str) -> None:
        with self._lock:
            feed, followers = self._watched.get(run_id, (None, 0))
            if feed is not None and followers > 1:
                self._watched[run_id] = (feed, followers - 1)
            else:
                self._watched.pop(run_id, None)

    def watched(self) -> tuple[Feed, ...]:
        """Return the feeds of runs that other processes work on. The heartbeat (jobs/heartbeat.py) adds their events
        from the database.
        """
        with self._lock:
            return tuple(feed for feed, _ in self._watched.values())

    def hint(self, run_ids: Iterable[str]) -> None:
        """Do nothing, because there are no other processes to tell. (`RedisChannel` tells other processes that these
        runs have new events.)
        """

    def await_hint(self, seconds: float) -> None:
        """Wait up to `seconds`, or until `wake` is called."""
        self._hinted.wait(seconds)
        self._hinted.clear()

    def wake(self) -> None:
        """End the wait in `await_hint`, because a run has new events."""
        self._hinted.set()


def _new(follower: Follower, channel: str, text: _Text) -> Token | None:
    """Return the part of the channel's text that the follower has not read; None if there is none. If a part that the
    follower has read was replaced, the text from this part on is returned.
    """
    position = follower.read_positions.get(channel)
    if position is None:
        position = follower.read_positions[channel] = _ReadPosition(text.pieces)
    token: Token | None = None
    if position.pieces is not text.pieces:
        before, now = "".join(position.pieces[: position.count]), "".join(text.pieces)
        offset = _common_length(before, now)
        if offset < len(before) or offset < len(now):
            token = Token(channel, offset, now[offset:])
    elif position.size < text.size:
        token = Token(channel, position.size, "".join(text.pieces[position.count :]))
    position.pieces, position.count, position.size = text.pieces, len(text.pieces), text.size
    return token


def _common_length(one: str, other: str) -> int:
    """Return how many characters `one` and `other` share at their beginning."""
    shorter = min(len(one), len(other))
    if one[:shorter] == other[:shorter]:
        return shorter
    low, high = 0, shorter
    while low < high - 1:
        middle = (low + high) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle)
    return low
