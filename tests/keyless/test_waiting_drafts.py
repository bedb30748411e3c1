"""A question about the drafts that wait is answered with their beginnings."""

import pytest

from backend.kernel.exchange import Evidence, OpenDraft
from backend.keyless.waiting_drafts import NONE_WAITS, list_drafts

NONE = Evidence("write", "")
SOME = Evidence("write", "", drafts=(OpenDraft("b", "Second draft."), OpenDraft("a", "First " + "long " * 40)))


@pytest.mark.parametrize(
    "order",
    [
        "which drafts are open?",
        "list my drafts",
        "Welche Entwürfe sind offen?",
        "¿qué borradores hay?",
        "how many drafts wait?",
        "explain the difference between the two drafts",
    ],
)
def test_the_drafts_that_wait_are_listed(order):
    assert list_drafts(NONE, order) == NONE_WAITS
    _, one, other = list_drafts(SOME, order).splitlines()
    assert one == "- Second draft." and other.endswith("long …")


@pytest.mark.parametrize("order", ["merge the drafts", "what do drafts of ice cost?", "the draft is fine", ""])
def test_other_messages_ask_for_no_list(order):
    assert not list_drafts(SOME, order)
