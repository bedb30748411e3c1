"""Where a reference has a work's title, and how much of it."""

import pytest

from backend.verification.claims import read
from backend.verification.record_comparison.title_places import may_name, places, until_stop

TITLE = "Drought tolerance of alpine grasses: a field study"


def found(text):
    return [place.fit for place in places(read(text), TITLE)]


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        (f"Meier (2014). {TITLE}. Ecology", ["same"]),
        ("Meier (2014). Drougth tolerance of alpine grasses – a field study. Ecology", ["same"]),
        ("Meier (2014). Drought tolerance of alpine grasses. Ecology", ["head"]),
        ("Drought tolerance of alpine gra… Meier 2014", ["cut"]),
        ("Meier (2014). Drought tolerance of alpine herbs: a field study. Ecology", []),
        ("Meier (2014). Drought tolerance of alpine grasses: a long study. Ecology", []),
    ],
)
def test_a_title_is_found_whole_cut_or_without_its_subtitle_but_not_altered(text, fit):
    assert found(text)[:1] == fit


def test_a_title_cut_by_dots_is_not_altered_by_the_journal_behind_it():
    title = "Global mountain topography and the fate of montane species under climate change"
    claim = read("Elsen, P. R. Global mountain topography and the fate of montane .... Nature Climate Change, 2015.")
    assert [each.fit for each in places(claim, title)] == ["cut"]


def test_the_number_of_a_chapter_may_be_lost():
    claim = read("17. A Value for n-Person Games (Shapley, 1953)")
    assert [each.fit for each in places(claim, "17. A Value for n-Person Games")] == ["same"]


def test_a_reference_that_shares_too_few_words_names_none_of_the_titles():
    assert may_name(read("Meier (2014). Drought tolerance of grasses"), [TITLE])
    assert not may_name(read("Smith (1999). A field of corn"), [TITLE])


def test_a_part_ends_at_the_next_stop():
    claim = read("Meier, Drought tolerance (2014)")
    assert [each.text for each in until_stop(claim, 1)] == ["drought", "tolerance"]


def test_a_title_can_be_cut_behind_a_bracket():
    title = "Computer models of the beta-secretase enzyme (BACE-1) and of its inhibitors"
    claim = read("R. Denny, “Computer models of the beta-secretase enzyme (BACE-1)...,” Journal of Models, 2016")
    assert [each.fit for each in places(claim, title)] == ["cut"]
