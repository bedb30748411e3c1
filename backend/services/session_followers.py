"""Follow a session: report changes to its drafts, document, runs and sources, whichever client makes them.

The present state of the session is compared with its state at the last comparison, and the differences are reported. So
nothing is stored for followers, and no change is lost if a process dies. A follower that connects again sends the id of
its last event, and gets the changes since then; some of them it may get twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from backend.errors import Refused
from backend.kernel.events import SessionEvent
from backend.kernel.session_feed import SessionFeed
from backend.kernel.works import Citation
from backend.ports import Clock, Ports, SessionFeeds
from backend.storage import session_states, sessions
from backend.storage.db import reading
from backend.storage.session_states import SessionState

#: Seconds without an event after which a follower is sent a sign of life.
HEARTBEAT = 15.0
#: Seconds after which a stream ends, so that the follower connects again with a token that is still valid.
LONGEST = 900.0
#: A follower that reconnects also gets the changes from this period before its last event again, because the clocks of
#: two machines may differ, and a transaction may have been open.
MARGIN = timedelta(seconds=5)
#: Maximum number of revisions that are reported one by one to a follower that reconnects.
MOST_REVISIONS = 100


class SessionStream:
    """The events of a session for one follower. Read it until `done`, and then close it."""

    def __init__(self, ports: Ports, feed: SessionFeed, missed: Sequence[SessionEvent]) -> None:
        self._feeds, self._feed = ports.channel.sessions, feed
        self._missed, self._position = missed, feed.position()
        self._until = time.monotonic() + LONGEST
        self._watching = ports.pulse.watching()
        self._watching.__enter__()
        self._open = True

    @property
    def done(self) -> bool:
        """Return True if no more events will come."""
        return self._feed.closed or time.monotonic() >= self._until

    def read(self, seconds: float = HEARTBEAT) -> Sequence[SessionEvent]:
        """Return new events as soon as there are any. Returns an empty sequence if there are none within `seconds`."""
        if self._missed:
            missed, self._missed = self._missed, ()
            return missed
        events, self._position = self._feed.wait(self._position, seconds)
        return events

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Call the function `call`, from any thread, whenever there may be new events. Returns a function that ends
        this.
        """
        return self._feed.listen(call)

    def close(self) -> None:
        """End this stream. Further calls do nothing."""
        if self._open:
            self._open = False
            self._feeds.unwatch(self._feed.session_id)
            self._watching.__exit__(None, None, None)


def follow(ports: Ports, user_id: str, session_id: str, last_id: str = "") -> SessionStream:
    """Return the stream of the session's events from now on. With `last_id`, the id of an event, the changes since that
    event come first.

    Raises NotFound if the user has no such session, Refused for an invalid id, and Busy if there are too many
    followers.
    """
    with reading():
        session = sessions.own(user_id, session_id)
    since = _moment_of(last_id) if last_id else None
    feed = ports.channel.sessions.watch(session.id)
    stream: SessionStream | None = None
    try:
        with feed.comparing:
            with reading():
                state = session_states.state(session.id)
                missed = tuple(_since(state, since, session.id, ports.clock())) if state and since else ()
            feed.seen = feed.seen or state
            stream = SessionStream(ports, feed, missed)
    finally:
        if stream is None:
            ports.channel.sessions.unwatch(session.id)
    return stream


def refresh(feeds: SessionFeeds, clock: Clock) -> None:
    """Send the changes of sessions to their followers in this process. One query finds the changed sessions."""
    watched = feeds.watched()
    with reading():
        found = session_states.marks([feed.session_id for feed in watched])
    for feed in watched:
        mark = found.get(feed.session_id)
        with feed.comparing:
            if feed.seen is None or mark == feed.seen.mark:
                continue
            now = clock()
            with reading():
                state = session_states.state(feed.session_id) if mark else None
                told = tuple(_between(feed.seen, state, feed.session_id, now)) if state else ()
            feed.seen = state or feed.seen
            feed.add(told)
            if state is None:
                feed.close()


def _between(old: SessionState, new: SessionState, session_id: str, now: datetime) -> Iterator[SessionEvent]:
    """Yield an event for each difference between two states of a session. Call it within a transaction."""
    name = _id(new, now)
    yield from _revisions(session_id, old.mark.revision, name)
    for what, before, after in (("draft", old.drafts, new.drafts), ("run", old.runs, new.runs)):
        for key, fields in reversed(after.items()):
            if before.get(key) != fields:
                yield _event(name, what, (session_id, key), fields)
    for key, citations in new.citations.items():
        if key in old.citations and old.citations[key] != citations:
            yield _event(name, "citations", (session_id, key), citations)
    changed = [key for key, value in new.references.items() if old.references.get(key) != value]
    removed = [key for key in old.references if key not in new.references]
    if changed or removed:
        yield SessionEvent(name, "reference", {"session_id": session_id, "keys": changed, "removed": removed})


def _since(state: SessionState, since: tuple[int, datetime], session_id: str, now: datetime) -> Iterator[SessionEvent]:
    """Yield the changes since another event, whose revision number and time are in `since`. Call it within a
    transaction. Which references have changed is not known, so the event about references has null as its `keys`.
    """
    number, moment = since
    name = _id(state, now)
    yield from _revisions(session_id, max(number, state.mark.revision - MOST_REVISIONS), name)
    after = moment - MARGIN
    for what, known in (("draft", state.drafts), ("run", state.runs)):
        for key, fields in reversed(known.items()):
            if state.changed[what, key] >= after:
                yield _event(name, what, (session_id, key), fields)
    if state.mark.updated_at < after:
        return
    for key, citations in state.citations.items():
        checked = max((str(each["metadata"].get("checked_at") or "") for each in citations), default="")
        if checked and datetime.fromisoformat(checked) >= after:
            yield _event(name, "citations", (session_id, key), citations)
    yield SessionEvent(name, "reference", {"session_id": session_id, "keys": None, "removed": None})


def _revisions(session_id: str, number: int, name: str) -> Iterator[SessionEvent]:
    for made, cause in session_states.causes(session_id, number):
        yield SessionEvent(name, "revision", {"session_id": session_id, "revision": made, "cause": cause})


def _event(name: str, what: str, of: tuple[str, str], value: Any) -> SessionEvent:
    """Build an event with the id `name`. `what` says what it is about: "draft", "run", or else the citations of a
    message. `of` is the pair (session's id, id of the draft, run or message). `value` has the fields of the draft or
    run, or the citations.
    """
    session_id, key = of
    if what == "draft":
        told = {each: value[each] for each in ("status", "kind", "revises", "message_id")}
        return SessionEvent(name, "draft", {"session_id": session_id, "pending_content_id": key, **told})
    if what == "run":
        return SessionEvent(name, "run", {"session_id": session_id, "run_id": key, **value})
    citations = [Citation(**each).to_json() for each in value]
    return SessionEvent(name, "citations", {"session_id": session_id, "message_id": key, "citations": citations})


def _id(state: SessionState, now: datetime) -> str:
    """Return the id of the events sent now, such as "12-1700000000000000": the revision number and the time in
    microseconds.
    """
    return f"{state.mark.revision}-{int(now.timestamp() * 1_000_000)}"


def _moment_of(last_id: str) -> tuple[int, datetime]:
    number, _, moment = last_id.partition("-")
    if all(each.isascii() and each.isdigit() and len(each) < 18 for each in (number, moment)):
        return int(number), datetime.fromtimestamp(int(moment) / 1_000_000, UTC)
    raise Refused(
        "The header Last-Event-ID names no event of this stream, so nothing was sent.",
        errors={
            "Last-Event-ID": [
                "No event of this stream has this id. Leave Last-Event-ID out, or send the id of the last event that "
                "you received."
            ]
        },
    )
