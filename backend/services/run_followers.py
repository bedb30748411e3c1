"""Follow the events of a run, past and future. The run may be in another process, and the server may have been
restarted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from backend.errors import NotFound
from backend.kernel.events import Event, Numbered, Token
from backend.ports import EventChannel, Feed, Ports
from backend.storage import run_events, runs
from backend.storage.db import reading
from backend.storage.runs import Run

#: Seconds without an event after which a follower is sent a sign of life.
HEARTBEAT = 15.0


class Stream:
    """The events of a run for one follower. Read it until `done`, and then close it. Reading needs no database
    connection.
    """

    def __init__(self, ports: Ports, run: Run, feed: Feed, after: int | None, reached: int, here: bool) -> None:
        self.run = run
        gap = after is not None and after > max(reached, feed.newest)
        words = f"The run has no event {after}, so all events of the run follow."
        self._gap = [Event("phase", {"run_id": run.id, "phase": "gap", "detail": words})] if gap else []
        self._follower = feed.follow(0 if gap else after or 0, resumes=after is not None)
        self._channel = None if here else ports.channel
        self._watching = ports.pulse.watching() if not here and not feed.closed else None
        if self._watching is not None:
            self._watching.__enter__()

    @property
    def done(self) -> bool:
        """Return True if no more events will come."""
        return self._follower.done

    def read(self, seconds: float = HEARTBEAT) -> Sequence[Numbered | Token | Event]:
        """Return new events as soon as there are any. Returns an empty sequence if there are none within `seconds`."""
        if self._gap:
            said, self._gap = self._gap, []
            return [*said, *self._follower.read(0)]
        return self._follower.read(seconds)

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Call the function `call`, from any thread, whenever there may be new events. Returns a function that ends
        this.
        """
        return self._follower.listen(call)

    def close(self) -> None:
        """End this stream. Further calls do nothing."""
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.unwatch(self.run.id)
        beating, self._watching = self._watching, None
        if beating is not None:
            beating.__exit__(None, None, None)


def follow_new(ports: Ports, run: Run, feed: Feed) -> Stream:
    """Return the event stream of a run that this process has just begun. The run is not read from the database."""
    return Stream(ports, run, feed, None, feed.newest, here=True)


def follow(ports: Ports, user_id: str, run_id: str, after: int | None = None) -> Stream:
    """Return the event stream of a run: its events after number `after` (None: all), and those still to come. With
    `after`, the text so far comes first. Raises NotFound if the user has no run with this id.

    If the run has no event with this number, an event `phase` with the value `gap` comes first, and then all events.
    """
    with reading():
        run = runs.get(user_id, run_id)
        reached = run_events.newest(run_id)
    feed = ports.channel.find(run_id)
    if feed is not None:
        return Stream(ports, run, feed, after, reached, here=True)
    with reading():
        run = runs.get(user_id, run_id)
        told = run_events.after(run_id)
        order = runs.waiting() if run.waits else []
    feed = ports.channel.watch(run_id, told, text_of(run.text, told))
    if run_id in order:
        feed.report_place(order.index(run_id) + 1)
    if run.status != "running":
        feed.close()
    return Stream(ports, run, feed, after, reached, here=False)


def text_of(stored: Mapping[str, str] | None, events: Sequence[Numbered]) -> dict[str, str]:
    """Return the text of a run by channel ("message", "document_content"). If the last of the `events` is the final
    answer, the text is taken from it; otherwise it is `stored`, the text that was stored last.
    """
    answer = events[-1].data if events and events[-1].name == "final_answer" else {}
    if "response" in answer:
        return {"message": answer["response"], "document_content": answer["document_content"]}
    if "answer" in answer:
        return {"message": answer["answer"]}
    return dict(stored or {})


def removed(run_id: str, number: int, request_id: str = "") -> Numbered:
    """Return the last event, with number `number`, for followers of a run that was deleted together with
    its session.
    """
    gone = NotFound("The run was deleted together with its session.", extra={"run_id": run_id})
    return Numbered(number, "error", gone.problem(f"/api/runs/{run_id}", request_id))


def tell_places(channel: EventChannel) -> None:
    """Tell the followers of each waiting run its position in the queue. All positions are read with one query."""
    with reading():
        places = {run_id: number for number, run_id in enumerate(runs.waiting(), 1)}
    for feed in channel.watched():
        feed.report_place(places.get(feed.run_id))


def refresh(channel: EventChannel) -> None:
    """Read new events of runs in other processes from the database. The number of queries is the same for any number of
    runs.
    """
    feeds = [feed for feed in channel.watched() if not feed.closed]
    if not feeds:
        return
    with reading():
        states = runs.states([feed.run_id for feed in feeds])
        told = run_events.since({feed.run_id: feed.newest for feed in feeds})
        texts = runs.texts([feed.run_id for feed in feeds if states.get(feed.run_id, ("", 0))[1] != feed.text_number])
    for feed in feeds:
        status, number = states.get(feed.run_id, ("gone", 0))
        news = told.get(feed.run_id, [])
        for name, text in text_of(texts.get(feed.run_id), news).items():
            feed.settle(name, text, whole=status != "running")
        feed.text_number = number
        if status == "gone" and not (news and news[-1].terminal):
            news.append(removed(feed.run_id, feed.newest + len(news) + 1))
        feed.add(news)
        if status != "running":
            feed.close()
