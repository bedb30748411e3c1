"""The limits of an answer, and the words that say where it was cut."""

from __future__ import annotations

from backend.drafting.reply import reading_limits
from backend.drafting.reply.reading_limits import LONGEST_TEXT, MOST_SOURCES, cut_places, readable, told


def test_a_long_answer_is_read_up_to_its_limits(monkeypatch):
    monkeypatch.setattr(reading_limits, "LONGEST", 30)
    monkeypatch.setattr(reading_limits, "SHORT", 10)
    monkeypatch.setattr(reading_limits, "MOST_MARKS", 3)
    assert readable("a" * 29) == 29 and readable("a" * 31) == 30
    assert readable("a" * 12 + '"' * 9) == 15
    assert readable('"' * 9) == 9


def test_what_is_cut_is_named_with_its_length():
    assert cut_places("m" * LONGEST_TEXT, "c", MOST_SOURCES) == ""
    assert cut_places("m", "c" * (LONGEST_TEXT + 1), 0) == told("the content after 500,000 characters")
    assert cut_places("m" * (LONGEST_TEXT + 1), "", MOST_SOURCES + 1) == told(
        "the message after 500,000 characters and the list of sources after 2,000 entries"
    )
