"""Record the progress of a run of this process: its events, the text so far, and whether it has called a model.

This module numbers the events. The recorder stores the events of many runs in one transaction, and then sends them to
followers. The run does not wait for this. Text is sent at once, and stored at intervals.

Before a run calls a model, it is stored that it does so. After a crash, such a run is not repeated, because the call
may have cost something.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from backend.errors import Busy
from backend.kernel.cancellation import Cancellation
from backend.kernel.events import Event, Numbered
from backend.kernel.work_slots import waiting
from backend.ports import Feed, Ports
from backend.storage import run_events, runs
from backend.storage.db import transaction
from backend.storage.run_owner import this_process

#: Maximum number of characters of a text in an event about a step; answers and their sources are not shortened.
SHORT = 200
#: Maximum seconds that a run waits for the database to store that the run is about to call a provider.
ASK_WAIT = 10.0

_WHOLE = frozenset({"sources", "final_answer", "error"})


@dataclass(frozen=True, slots=True)
class Unsaved:
    """The events and the text of a run that are not stored yet. `asked` is True if the run has called a model, or is
    about to.
    """

    events: tuple[Numbered, ...] = ()
    text: Mapping[str, str] | None = None
    text_number: int = 0
    asked: bool = False


class Progress:
    """The progress of one run. It can be used from any thread.

    Cancelling `stop_request` stops the whole run; cancelling `searching` stops only its search.
    """

    def __init__(self, ports: Ports, run_id: str, feed: Feed, text_number: int = 0, asked: bool = False) -> None:
        self.run_id, self.feed = run_id, feed
        self.stop_request = Cancellation()
        self.searching = Cancellation(within=self.stop_request)
        #: all events so far, to be stored with the message that the run writes
        self.told: list[Numbered] = [*feed.events()]
        self._ports = ports
        self._pending: list[Numbered] = []
        self._number, self._text_number = feed.newest, text_number
        self._text_version = 0
        self._asked, self._asked_kept = asked, asked
        self._sealed = self._in_flight = self._over = False
        self._change = threading.Condition()

    def emit(self, event: Event) -> None:
        """Report a step of the run. After the end of the run, calls do nothing."""
        with self._change:
            if self._over:
                return
            self._number += 1
            made = Numbered(self._number, event.name, {"run_id": self.run_id, **_short(event)})
            self._pending.append(made)
            self.told.append(made)
        self._ports.recorder.wake(self)

    def write(self, channel: str, offset: int, text: str) -> None:
        """Report a piece of the answer's text. The piece begins at character `offset` of `channel`, which is "message"
        or "document_content".
        """
        self.feed.write(channel, offset, text)

    def ask(self) -> None:
        """Store that the run is about to call a model and may cost money. Returns when this is stored.

        Raises Busy if the database does not store it in time, and Cancelled if the run should stop.
        """
        with self._change:
            first, self._asked = not self._asked, True
        if first:
            self._ports.recorder.wake(self, urgent=True)
            with waiting(), self._change:
                kept = self._change.wait_for(lambda: self._asked_kept or self.stop_request.wanted, ASK_WAIT)
            if not kept:
                raise Busy("The database is busy, so no model was called. Try again in a moment.", retry_after=1)
        self.stop_request.check()

    def stop(self, what: str) -> None:
        (self.searching if what == "retrieval" else self.stop_request).cancel()

    # --- for those who store it -----------------------------------------------------------------

    def take(self, with_text: bool) -> Unsaved | None:
        """Return what is to be stored now: the new events and, with `with_text`, the text if it has changed. Returns
        None if there is nothing to store, or if another thread is storing at the moment.

        When the result is stored, the caller must pass it to `stored`; if this fails, to `give_back`.
        """
        with self._change:
            if self._sealed or self._in_flight:
                return None
            text: Mapping[str, str] | None = None
            if with_text and self.feed.version != self._text_version:
                self._text_version = self.feed.version
                self._text_number += 1
                text = self.feed.texts()
            asked = self._asked and not self._asked_kept
            if not (self._pending or text or asked):
                return None
            made, self._pending = tuple(self._pending), []
            self._in_flight = True
            return Unsaved(made, text, self._text_number, asked)

    def give_back(self, unsaved: Unsaved) -> None:
        """Take back events and text that could not be stored, so that they are stored later."""
        with self._change:
            self._pending[:0] = unsaved.events
            if unsaved.text is not None:
                self._text_version = -1
            self._in_flight = False
            self._change.notify_all()

    def stored(self, unsaved: Unsaved, mine: bool) -> None:
        """Send the events in `unsaved`, which are now stored, to followers. `mine` is False if the run was deleted or
        another process has taken it over; the work of this run is then cancelled.
        """
        if not mine:
            self.stop_request.cancel()
        elif unsaved.events:
            self.feed.add(unsaved.events)
        with self._change:
            self._asked_kept = self._asked_kept or unsaved.asked
            self._in_flight = False
            self._change.notify_all()

    # --- the end --------------------------------------------------------------------------------

    def seal(self) -> None:
        """Keep the recorder from storing more events of this run, so that `last_events` can return them. Call it
        outside of a transaction.
        """
        with self._change:
            self._sealed = True
            if not self._in_flight:
                return
        with waiting(), self._change:
            self._change.wait_for(lambda: not self._in_flight)

    def last_events(self, name: str, data: Mapping[str, Any]) -> tuple[Numbered, ...]:
        """Return the events that are not stored yet, and after them the run's last event, with this name and data."""
        with self._change:
            last = Numbered(self._number + 1, name, {"run_id": self.run_id, **data})
            return (*self._pending, last)

    def close(self) -> None:
        with self._change:
            self._over = True


def store(works: Iterable[Progress], now: datetime, with_text: bool = True) -> None:
    """Store the new events of these runs in one transaction, and send them to followers. With `with_text`, their new
    text is also stored.

    Raises Busy or an error of the database; nothing is lost then, and the call can be repeated.
    """
    taken = [(work, unsaved) for work in works if (unsaved := work.take(with_text)) is not None]
    if not taken:
        return
    try:
        with transaction():
            mine = runs.owned(this_process())
            kept = [(work.run_id, unsaved) for work, unsaved in taken if work.run_id in mine]
            run_events.add([(run_id, each) for run_id, unsaved in kept for each in unsaved.events], now)
            runs.mark_asked([run_id for run_id, unsaved in kept if unsaved.asked], now)
            texts = [(run_id, each.text, each.text_number) for run_id, each in kept if each.text is not None]
            if texts:
                runs.keep_texts(texts)
    except BaseException:
        for work, unsaved in taken:
            work.give_back(unsaved)
        raise
    for work, unsaved in taken:
        work.stored(unsaved, work.run_id in mine)
    taken[0][0]._ports.channel.hint(run_id for run_id, _ in kept)


def as_stored(events: Iterable[Numbered]) -> tuple[dict[str, Any], ...]:
    """Return events in the form in which a message stores them. A client that loads the conversation again then shows
    these steps.
    """
    return tuple({"id": each.number, "event": each.name, "data": dict(each.data)} for each in events)


def _short(event: Event) -> Mapping[str, Any]:
    """Return the event's data with each text cut to `SHORT` characters. Sources, answers and errors are not cut."""
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
