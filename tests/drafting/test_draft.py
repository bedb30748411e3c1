"""A draft's states, and the ways between them."""

from itertools import product

from backend.drafting.draft import TRANSITIONS, can, is_decided, message_status


def test_only_a_pending_draft_can_be_decided():
    allowed = {(before, after) for before, after in product(TRANSITIONS, TRANSITIONS) if can(before, after)}
    assert allowed == {("pending", "approved"), ("pending", "rejected"), ("pending", "superseded")}
    assert [is_decided(status) for status in TRANSITIONS] == [False, True, True, True]


def test_messages_say_it_in_the_contracts_words():
    assert {status: message_status(status) for status in TRANSITIONS} == {
        "pending": "pending_approval",
        "approved": "approved",
        "rejected": "rejected",
        "superseded": "superseded",
    }
