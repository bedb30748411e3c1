"""Followers of a session share a feed, and their number is bounded."""

from __future__ import annotations

import pytest

from backend.channels.session_feeds import SessionFeeds
from backend.errors import Busy


def test_followers_of_one_session_share_a_feed_until_the_last_goes():
    feeds = SessionFeeds()
    one = feeds.watch("a")
    assert feeds.watch("a") is one and feeds.watched() == (one,)
    feeds.unwatch("a")
    assert feeds.watched() == (one,)
    feeds.unwatch("a")
    assert feeds.watched() == () and feeds.watch("a") is not one


def test_no_more_follow_than_there_is_room_for():
    feeds = SessionFeeds(most=2)
    feeds.watch("a")
    feeds.watch("b")
    with pytest.raises(Busy):
        feeds.watch("a")
    feeds.unwatch("b")
    assert feeds.watch("a") is not None
