"""A possessive pronoun means the part that the message before it names."""

import pytest

from backend.document.blocks import read
from backend.mentions.possessives import has_owner, with_owner

DOCUMENT = read("# Abstract\n\nRain falls. Ice melts. Mud dries.\n\n# Results\n\nIce melted.\n\nMud dried in May.\n")


@pytest.mark.parametrize(
    ("before", "message", "meant"),
    [
        ("Tighten the abstract.", "Cut its last two sentences.", "Cut the last two sentences of the abstract."),
        ("Polish the paragraph on May.", "add “Yes.” at its end", "add “Yes.” at the end of the paragraph on May"),
        ("Kürze Results.", "Lösche dessen letzten Satz.", "Lösche the letzten Satz von the Results."),
        ("Traduis l'Abstract.", "Supprime sa dernière phrase.", "Supprime the dernière phrase de the Abstract."),
    ],
)  # fmt: skip
def test_a_possessive_is_completed(before, message, meant):
    assert has_owner(message) and with_owner(DOCUMENT, message, before) == meant


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("Tighten Abstract and Results.", "Cut its last sentence."),
        ("Tighten it.", "Cut its last sentence."),
        ("Tighten the abstract.", "Cut the last sentence of Results, and its end."),
        ("Tighten the abstract.", "Its tone is fine."),
    ],
)
def test_other_messages_stay(before, message):
    assert with_owner(DOCUMENT, message, before) == message
