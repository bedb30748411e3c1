"""The title that a message gives to a new section."""

from __future__ import annotations

import pytest

from backend.placement.request.new_title import headline
from tests.placement.request.readings import parts


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('Make a section titled "Open questions" after Results.', "Open questions"),
        ("Make a new section called Open Questions, after Results.", "Open Questions"),
        ("Give it the heading: Ferries and Rafts", "Ferries and Rafts"),
        ("A section called Ferries, Rafts and Boats.", "Ferries, Rafts and Boats"),
        ("A new section called Ferries and add it after Results.", "Ferries"),
        ("Put “Ferries” as a new section after Results.", "Ferries"),
        ("Add it to the section called Discussion.", ""),
        ("Add it to Discussion.", ""),
        ('Replace the word "ice" in it.', ""),
        ('Put it behind the paragraph starting with "Frazil slush forms".', ""),
        ("Neuer Abschnitt mit dem Titel „Fähren“ nach Results.", "Fähren"),
    ],
)
def test_a_title(text: str, title: str):
    read, clauses, _ = parts(text)
    assert headline(read, clauses) == title
