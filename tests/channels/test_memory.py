"""A feed gives every follower all of it: in order, once, and as late as they like."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.channels.memory import Feed, MemoryChannel
from backend.errors import Busy
from backend.kernel.events import Event, Numbered, Token
from tests.waiting import PATIENCE


def event(number: int, name: str = "phase") -> Numbered:
    return Numbered(number, name, {"number": number})


def test_events_come_before_text_and_the_last_event_behind_it():
    feed = Feed("r", [event(1)])
    follower = feed.follow()
    feed.write("message", 0, "Hel")
    feed.write("message", 3, "lo")
    feed.add([event(2), event(3, "final_answer")])
    assert follower.read(0) == [event(1), event(2), Token("message", 0, "Hello"), event(3, "final_answer")]
    assert follower.done and follower.read(10) == []


def test_who_comes_back_hears_the_text_first():
    feed = Feed("r", [event(1), event(2), event(3)], {"message": "Hello"})
    assert feed.follow(2, resumes=True).read(0) == [Token("message", 0, "Hello"), event(3)]
    assert feed.follow(3, resumes=True).read(0) == [Token("message", 0, "Hello")]


def test_replaced_text_is_told_from_where_it_differs():
    feed = Feed("r")
    follower = feed.follow()
    feed.write("message", 0, "Hello world")
    follower.read(0)
    feed.settle("message", "Hello there")
    assert follower.read(0) == [Token("message", 6, "there")]
    feed.settle("message", "Hello")
    assert follower.read(0) == [Token("message", 5, "")]
    feed.settle("message", "Hello")
    assert follower.read(0) == []


def test_each_place_in_the_queue_is_told_once_and_behind_the_first_event():
    feed = Feed("r", [event(1)])
    feed.report_place(3)
    follower, late = feed.follow(), feed.follow()
    queued = [Event("phase", {"run_id": "r", "phase": "queued", "place": place}) for place in (3, 1)]
    assert follower.read(0) == [event(1), queued[0]]
    feed.report_place(3)
    assert follower.read(0) == []
    feed.report_place(1)
    assert follower.read(0) == queued[1:] and late.read(0) == [event(1), queued[1]]
    feed.report_place(None)
    feed.add([event(2)])
    assert follower.read(0) == [event(2)]


def test_known_events_are_not_told_again():
    feed = Feed("r", [event(1)])
    follower = feed.follow()
    feed.add([event(1), event(2)])
    feed.add([event(2)])
    assert follower.read(0) == [event(1), event(2)]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("mc"), st.integers(0, 30), st.text("ab\n😀", max_size=6), st.booleans())))
def test_the_tokens_one_after_another_are_the_text(steps):
    feed = Feed("r")
    prompt, slow = feed.follow(), feed.follow()
    shown: list[dict[str, str]] = [{}, {}]

    def hear(which, follower):
        for token in follower.read(0):
            before = shown[which].get(token.channel, "")
            assert token.offset <= len(before)
            shown[which][token.channel] = before[: token.offset] + token.text

    for channel, offset, text, reads in steps:
        size = len(feed.texts().get(channel, ""))
        feed.write(channel, min(offset, size), text)
        hear(0, prompt)
        if reads:
            hear(1, slow)
    hear(1, slow)
    wanted = {channel: text for channel, text in feed.texts().items() if text}
    assert [{channel: text for channel, text in each.items() if text} for each in shown] == [wanted, wanted]


def test_a_follower_waits_for_news_and_for_the_end():
    feed = Feed("r")
    follower = feed.follow()
    heard = []
    thread = threading.Thread(target=lambda: heard.extend([follower.read(20), follower.read(20)]))
    thread.start()
    feed.add([event(1)])
    while not heard and thread.is_alive():
        thread.join(0.001)
        if follower.number == 1:
            break
    feed.close()
    thread.join(PATIENCE)
    assert heard == [[event(1)], []] and follower.done


def test_a_runs_feed_is_found_until_it_is_dropped():
    channel = MemoryChannel()
    feed = channel.open("r", [event(1)])
    assert channel.open("r") is channel.find("r") is feed
    channel.drop("r")
    assert channel.find("r") is None and feed.closed
    channel.drop("r")


def test_a_watched_run_has_one_feed_for_all_who_follow_it():
    channel = MemoryChannel()
    one, other = channel.watch("r", [event(1)]), channel.watch("r")
    assert one is other and channel.watched() == (one,)
    channel.unwatch("r")
    assert channel.watched() == (one,)
    channel.unwatch("r")
    channel.unwatch("r")
    assert channel.watched() == ()


def test_who_listens_is_called_at_events_text_and_the_end_until_it_stops():
    feed, called = Feed("r", [event(1)]), []
    stop = feed.follow().listen(lambda: called.append((feed.newest, feed.version, feed.closed)))
    feed.write("message", 0, "Hello")
    feed.add([event(2)])
    feed.add([])
    feed.add([event(2)])
    feed.close()
    stop()
    feed.write("message", 5, "!")
    assert called == [(1, 1, False), (2, 1, False), (2, 1, True)]


def test_a_channel_has_room_for_as_many_streams_as_it_is_told():
    channel = MemoryChannel(most_streams=1)
    channel.sessions.watch("a")
    with pytest.raises(Busy):
        channel.sessions.watch("b")
