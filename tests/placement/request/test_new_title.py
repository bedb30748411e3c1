"""The title that a message gives to a new section."""

from __future__ import annotations

import pytest

from backend.placement.request.new_title import brings_section, new_title
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
        ('Put it into the section starting with "Frazil slush forms".', ""),
        ("At the end of the Results section add “…”", ""),
        ("Neuer Abschnitt mit dem Titel „Fähren“ nach Results.", "Fähren"),
    ],
)
def test_a_title(text: str, title: str):
    read, clauses, _ = parts(text)
    assert new_title(read, clauses) == title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Make it a section called Open Water.", "Open Water"),
        ("Titled “Open Water”, after Results.", "Open Water"),
        ("With the heading Open Water.", "Open Water"),
        ("Call the new section Open Water, please.", "Open Water"),
        ("A new section titled Open Water and ice before Summary.", "Open Water and ice"),
        ("A new section titled Open Water before Summary.", "Open Water"),
        ("A new section titled Open Water; it is short.", "Open Water"),
        ("A new section titled: Open Water.", "Open Water"),
        ("Into the section titled Results.", ""),
        ("The section called “Results”.", ""),
        ("A section named Ferries, between Results and Discussion.", "Ferries"),
        ("Eine neue Section namens Fähren.", "Fähren"),
        ("Un nouveau paragraphe.", ""),
        ("Add a new section, “Open Water”, to the paper.", "Open Water"),
        ("Add the paragraph “Open Water” to Results.", ""),
        ("新的一节，标题为“开放水域”。", "开放水域"),
        ("A new section called open water.", ""),
        ("Write a section called Open Water at the end of the paper.", "Open Water"),
        ("Write a subsection called Open Water within Results.", "Open Water"),
        ("A new section titled Trends in Ecology before Summary.", "Trends in Ecology"),
        ("Füge am Ende einen Abschnitt namens Fähren an.", "Fähren"),
    ],
)
def test_a_title_in_other_words(text: str, title: str):
    read, clauses, _ = parts(text)
    assert new_title(read, clauses) == title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Also add a subsection called Limitations at the end of Results that says: “…”", "Limitations"),
        ("Add a section called Ferries that says “…”", "Ferries"),
        ("Add a section called Ferries that Sink before Summary.", "Ferries that Sink"),
        ("Insert a subsection “Limitations” into Results with the text “…”", "Limitations"),
        ("Create a subsection Open Water under Results: “…”", "Open Water"),
        ("Füge einen Unterabschnitt „Grenzen“ am Ende von Results ein: “…”", "Grenzen"),
        ("Ajoute une sous-section intitulée Limites à la fin de Results : “…”", "Limites"),
        ("Añade una subsección llamada Limitaciones al final de Results que diga: “…”", "Limitaciones"),
        ("Put this at the end of Results under a new heading Outlook: “…”", "Outlook"),
        ("Put it into a section of Results.", ""),
        ("Add it after the section “Results”.", ""),
    ],
)
def test_a_title_that_names_something_there_or_stands_before_the_text(text: str, title: str):
    """A section that is yet to be made has its title, though the same word can mean one that is there."""
    read, clauses, _ = parts(text)
    assert new_title(read, clauses) == title


@pytest.mark.parametrize(
    ("text", "brings"),
    [
        ("Add a final section.", True),
        ("Write an opening section on ferries.", True),
        ("Extend the final section.", False),
        ("Add a section.", False),
        ("Add a paragraph at the end.", False),
    ],
)
def test_a_first_or_last_section_may_be_new(text: str, brings: bool):
    assert brings_section(parts(text)[0]) is brings
