"""Words that exchanged their roles are seen; clauses that moved, and the passive voice, are not."""

import pytest

from backend.verification.exchanged_roles import roles_exchanged

SOURCES = {
    "reorder": "The compiler may reorder reads, but it never reorders writes.",
    "ants": "Ants protect aphids from ladybirds.",
    "index": "The index makes lookups faster but slows down every insertion.",
}


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("reorder", "The compiler may reorder writes, but it never reorders reads."),
        ("ants", "Aphids protect ants from ladybirds."),
        ("index", "The index makes every insertion faster but slows down lookups."),
    ],
)
def test_an_exchange_is_seen_from_both_sides(source, sentence):
    assert roles_exchanged(sentence, SOURCES[source], "english")
    assert roles_exchanged(SOURCES[source], sentence, "english")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("reorder", "It never reorders writes, but the compiler may reorder reads."),
        ("ants", "From ladybirds, ants protect aphids."),
        ("ants", "Aphids are protected by ants from ladybirds."),
        ("index", "Lookups gain speed from the index, while each insertion takes longer."),
    ],
)
def test_another_order_or_voice_exchanges_nothing(source, sentence):
    assert roles_exchanged(sentence, SOURCES[source], "english") is None


def test_a_language_that_inflects_has_a_free_order():
    told = "Jede Maus erhielt täglich eine Kapsel."
    assert roles_exchanged("Täglich erhielt jede Maus eine Kapsel.", told, "german") is None
