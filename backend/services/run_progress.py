"""What a run that goes on in this process tells: events in their order, text as it is written, and that it asks.

Telling costs the run no wait: events are numbered here and stored by the recorder, those of many runs in one commit;
only then are they sent. Text is sent at once and stored every now and then. Before a provider is asked, that is
stored: a run that may have cost something is not begun anew after a crash.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from backend.errors import Busy
from backend.kernel.cancellation import Cancellation
from backend.kernel.events import Event, Numbered
from backend.ports import Feed, Ports
from backend.storage import run_events, runs
from backend.storage.db import transaction
from backend.storage.run_owner import this_process

#: Characters of a text in an event that tells of a step; the answer and its sources are as long as they are.
SHORT = 200
#: Seconds between two times that a run's text is kept. With the recorder's pause it stays below the contract's 0.5.
TEXT_EVERY = 0.25
#: Seconds that a run waits for it to be stored that it asks.
ASK_WAIT = 10.0

_WHOLE = frozenset({"sources", "final_answer", "error"})


@dataclass(frozen=True, slots=True)
class Unsaved:
    """What a run has told and the database does not know yet."""

    events: tuple[Numbered, ...] = ()
    text: Mapping[str, str] | None = None
    text_number: int = 0
    asked: bool = False


class Progress:
    """One run's. Any thread may tell; `wish` ends the work, `searching` only its search."""

    def __init__(self, ports: Ports, run_id: str, feed: Feed, text_number: int = 0, asked: bool = False) -> None:
        self.run_id, self.feed = run_id, feed
        self.wish = Cancellation()
        self.searching = Cancellation(within=self.wish)
        #: what was told, for the message that comes of it
        self.told: list[Numbered] = [*feed.events()]
        self._ports = ports
        self._pending: list[Numbered] = []
        self._number, self._text_number = feed.newest, text_number
        self._text_version, self._text_kept = 0, 0.0
        self._asked, self._asked_kept = asked, asked
        self._sealed = self._in_flight = self._over = False
        self._change = threading.Condition()

    def emit(self, event: Event) -> None:
        """Tell of a step; what is told after the end is not heard."""
        with self._change:
            if self._over:
                return
            self._number += 1
            made = Numbered(self._number, event.name, {"run_id": self.run_id, **_short(event)})
            self._pending.append(made)
            self.told.append(made)
        self._ports.recorder.wake(self.feed.followed)

    def write(self, channel: str, offset: int, text: str) -> None:
        """Text of the answer, from `offset` of its channel on."""
        self.feed.write(channel, offset, text)

    def ask(self) -> None:
        """A provider is about to be asked: from here on the run may cost. Raises Cancelled, or Busy.

        That is stored before this returns, in one commit with what others have to store just now.
        """
        with self._change:
            first, self._asked = not self._asked, True
        if first:
            self._ports.recorder.wake(urgent=True)
            with self._change:
                kept = self._change.wait_for(lambda: self._asked_kept or self.wish.wanted, ASK_WAIT)
            if not kept:
                raise Busy("The database is busy.", retry_after=1)
        self.wish.check()

    def stop(self, what: str) -> None:
        (self.searching if what == "retrieval" else self.wish).cancel()

    # --- for those who store it -----------------------------------------------------------------

    def take(self, wait: bool) -> Unsaved | None:
        """Return what is to be stored now; None: nothing, or somebody is at it (unless that may be waited for)."""
        with self._change:
            if wait:
                self._change.wait_for(lambda: not self._in_flight)
            if self._sealed or self._in_flight:
                return None
            text: Mapping[str, str] | None = None
            if self.feed.version != self._text_version and time.monotonic() - self._text_kept >= TEXT_EVERY:
                self._text_version, self._text_kept = self.feed.version, time.monotonic()
                self._text_number += 1
                text = self.feed.texts()
            asked = self._asked and not self._asked_kept
            if not (self._pending or text or asked):
                return None
            made, self._pending = tuple(self._pending), []
            self._in_flight = True
            return Unsaved(made, text, self._text_number, asked)

    def give_back(self, unsaved: Unsaved) -> None:
        """It could not be stored: it is to be stored later."""
        with self._change:
            self._pending[:0] = unsaved.events
            if unsaved.text is not None:
                self._text_version = -1
            self._in_flight = False
            self._change.notify_all()

    def stored(self, unsaved: Unsaved, mine: bool) -> None:
        """It is stored, so it is sent. A run that is not ours any more, or gone, ends."""
        if mine:
            self.feed.add(unsaved.events)
        else:
            self.wish.cancel()
        with self._change:
            self._asked_kept = self._asked_kept or unsaved.asked
            self._in_flight = False
            self._change.notify_all()

    # --- the end --------------------------------------------------------------------------------

    def seal(self) -> None:
        """From here on nobody stores for this run but `last_events`. To be called outside of a transaction."""
        with self._change:
            self._sealed = True
            self._change.wait_for(lambda: not self._in_flight)

    def last_events(self, name: str, data: Mapping[str, Any]) -> tuple[Numbered, ...]:
        """Return what is not stored yet, with the terminal event behind it."""
        with self._change:
            last = Numbered(self._number + 1, name, {"run_id": self.run_id, **data})
            return (*self._pending, last)

    def close(self) -> None:
        with self._change:
            self._over = True


def store(works: Iterable[Progress], now: datetime, wait: bool = True) -> int:
    """Store what these runs have told, in one commit, and send it. Returns how many had something to tell.

    Raises Busy, or what else a database raises; then nothing is lost, and it is to be tried again.
    """
    taken = [(work, unsaved) for work in works if (unsaved := work.take(wait)) is not None]
    if not taken:
        return 0
    try:
        with transaction():
            mine = runs.owned(sorted(work.run_id for work, _ in taken), this_process())
            kept = [(work.run_id, unsaved) for work, unsaved in taken if work.run_id in mine]
            run_events.add([(run_id, each) for run_id, unsaved in kept for each in unsaved.events], now)
            runs.mark_asked([run_id for run_id, unsaved in kept if unsaved.asked], now)
            for run_id, unsaved in kept:
                if unsaved.text is not None:
                    runs.keep_text(run_id, unsaved.text, unsaved.text_number)
    except BaseException:
        for work, unsaved in taken:
            work.give_back(unsaved)
        raise
    for work, unsaved in taken:
        work.stored(unsaved, work.run_id in mine)
    taken[0][0]._ports.channel.hint(run_id for run_id, _ in kept)
    return len(taken)


def as_stored(told: Iterable[Numbered]) -> tuple[dict[str, Any], ...]:
    """Events as a message carries them, so that a reloaded conversation shows what a live one did."""
    return tuple({"id": each.number, "event": each.name, "data": dict(each.data)} for each in told)


def _short(event: Event) -> Mapping[str, Any]:
    """The event's data, its texts cut to what a line of a display holds."""
    if event.name in _WHOLE:
        return event.data
    return {name: _cut(value) for name, value in event.data.items()}


def _cut(value: Any) -> Any:
    if isinstance(value, str):
        line = " ".join(value.split())
        return line if len(line) <= SHORT else line[: SHORT - 1].rstrip() + "…"
    if isinstance(value, Mapping):
        return {name: _cut(each) for name, each in value.items()}
    return value
