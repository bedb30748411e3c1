"""Words that exchanged their roles are seen; clauses that moved, and the passive voice, are not."""

import pytest

from backend.verification.contradiction_rules.exchanged_roles import roles_exchanged, voice_exchanged

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


def test_the_passive_in_the_order_of_the_active_voice_exchanges_the_roles():
    source = "The abbot expelled the cook after the feast."
    assert roles_exchanged("After the feast, the abbot was expelled by the cook.", source, "english") == (
        "abbot",
        "cook",
    )
    assert roles_exchanged("After the feast, the cook was expelled by the abbot.", source, "english") is None


def test_another_verb_may_reverse_the_roles_itself():
    passive, active = "Magpies were driven from the roof by gulls.", "Magpies chased gulls from the roof."
    assert voice_exchanged(passive, active) is None
    assert voice_exchanged(passive, active, same_verb=False) is not None


def test_who_acts_and_who_is_acted_on_are_found_in_long_phrases():
    told = "Stimulation of the outer cortex suppressed growth in the distant roots."
    assert roles_exchanged("Growth in the distant roots suppressed the outer cortex.", told, "english")
    assert roles_exchanged("Stimulation of the cortex suppressed growth in distant roots.", told, "english") is None
    told = "Oil content differed significantly between strains of flax."
    assert roles_exchanged("Strains of flax differed significantly in oil content.", told, "english") is None
