"""The changes of a document are listed as they stand, and each is named by what it did."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.services import documents
from backend.services.edits.change_history import changed_text, history, in_words, listed

PAPER = "# Tides\n\n## Methods\n\nWe measured.\n\n## Results\n\nIt was warm.\n"


def put(world, text: str) -> None:
    documents.put(world.ports, world.owned, "*", text)


def test_a_change_that_was_taken_back_is_no_longer_one_of_the_text(world) -> None:
    put(world, PAPER)
    put(world, PAPER.replace("warm", "cold"))
    assert [each.cause for each in history(world.session_id).made] == ["created", "imported", "edited"]
    documents.restore(world.ports, world.owned, 1, "*")
    now = history(world.session_id)
    assert [each.cause for each in now.made] == ["created", "imported"]
    assert [each.number for each in now.taken_back] == [2]


def test_a_return_to_an_earlier_text_takes_back_all_that_came_since(world) -> None:
    for text in (PAPER, PAPER.replace("warm", "cold"), PAPER.replace("We", "I")):
        put(world, text)
    documents.restore(world.ports, world.owned, 1, "*")
    assert [each.number for each in history(world.session_id).taken_back] == [3, 2]


def test_a_change_has_its_words_and_its_section(world) -> None:
    put(world, PAPER)
    put(world, PAPER.replace("It was warm.\n", "It was warm.\n\nThen it snowed.\n"))
    put(world, PAPER)
    added, removed = history(world.session_id).made[2:]
    assert "“Then it snowed.”" in in_words(world.session_id, added)
    approved = replace(removed, cause="placed")  # a shorter version, which adds no word
    assert in_words(world.session_id, approved) == "the approval of a version without “Then it snowed.”"
    assert changed_text(world.session_id, added).path == ("Tides", "Results")
    assert not changed_text(world.session_id, added).removes and changed_text(world.session_id, removed).removes


@pytest.mark.parametrize(
    ("cause", "named"),
    [
        ("placed", "the approval of “Then it snowed.”"),
        ("moved", "the move of the text approved before"),
        ("restored", "the return to an earlier revision: “Then it snowed.”"),
        ("edited", "your edit of the document from "),
        ("external", "your edit of the document from "),
    ],
)
def test_a_change_is_named_by_what_caused_it(world, cause: str, named: str) -> None:
    put(world, PAPER)
    put(world, f"{PAPER}\nThen it snowed.\n")
    change = replace(history(world.session_id).made[-1], cause=cause, placement=None)
    assert in_words(world.session_id, change).startswith(named)


def test_a_change_of_blanks_has_no_words_and_a_section_without_changes_is_named(world) -> None:
    put(world, PAPER)
    put(world, PAPER + "\n")
    assert in_words(world.session_id, history(world.session_id).made[-1]).endswith(": white space")
    assert "“Methods”" in listed(world.session_id, ["Methods"])


@pytest.mark.parametrize(("words", "named"), [(8, "w1 w2 w3 w4 w5 w6 w7 w8"), (9, "w1 w2 w3 w4 w5 w6 w7 w8 …")])
def test_a_change_is_named_by_its_first_eight_words(world, words: int, named: str) -> None:
    put(world, PAPER)
    put(world, f"{PAPER}\n{' '.join(f'w{number + 1}' for number in range(words))}\n")
    assert f"“{named}”" in in_words(world.session_id, history(world.session_id).made[-1])


def test_the_changes_are_listed_newest_first_with_their_sections(world) -> None:
    put(world, PAPER)
    assert "as it was when" in listed(world.session_id)
    put(world, PAPER.replace("warm", "cold"))
    put(world, PAPER.replace("warm", "cold").replace("We", "I"))
    _, first, second = listed(world.session_id).splitlines()
    assert "“I”" in first and "(in “Methods”)" in first and "(in “Results”)" in second
    assert len(listed(world.session_id, ["Results"]).splitlines()) == 2
    assert listed(world.session_id, ["Tides"]).count("\n") == 2


def test_twenty_changes_are_listed_and_the_number_of_the_others_is_told(world) -> None:
    put(world, PAPER)
    for number in range(21):
        put(world, PAPER.replace("warm", f"warm {number} times"))
        if number == 19:
            assert len(listed(world.session_id).splitlines()) == 21, "a heading line and the changes"
    *_, more = listed(world.session_id).splitlines()
    assert len(listed(world.session_id).splitlines()) == 22 and more == "- … (1 more)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("warm", "cold"),
        ("It was warm.", "It was."),
        ("measured", "measured it"),
        ("## Methods\n\nWe measured.\n\n", ""),
    ],
)
def test_what_a_change_added_in_place_of_what_it_removed_makes_the_new_text(world, before, after) -> None:
    put(world, PAPER)
    put(world, PAPER.replace(before, after))
    change = changed_text(world.session_id, history(world.session_id).made[-1])
    assert (change.before, change.after) == (PAPER, PAPER.replace(before, after))
    rest = change.at + len(change.removed)
    assert change.before[change.at : rest] == change.removed
    assert change.before[: change.at] + change.added + change.before[rest:] == change.after
