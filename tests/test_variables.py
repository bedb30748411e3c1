"""Values of variables: a default where nothing is set, and a complaint by name where it cannot be read."""

from __future__ import annotations

from backend.variables import Variables


def read(**variables: str) -> Variables:
    return Variables({f"COSCRIBE_{name}": value for name, value in variables.items()})


def test_an_empty_variable_counts_as_not_set():
    assert read(NAME="  ").text("NAME", "as usual") == "as usual" and read().whole("COUNT", 3, 1, 9) == 3


def test_everything_that_cannot_be_read_is_gathered_by_name():
    found = read(COUNT="many", SHARE="2", MODE="odd", RATE="often", PLACE="//nowhere")
    assert found.whole("COUNT", 3, 1, 9) == 3
    assert found.number("SHARE", 0.5, 0, 1) == 0.5
    assert found.choice("MODE", ("on", "off"), "off") == "off"
    found.rate("RATE", "1/minute")
    found.url("PLACE")
    assert sorted(found.problems) == [
        "COSCRIBE_COUNT", "COSCRIBE_MODE", "COSCRIBE_PLACE", "COSCRIBE_RATE", "COSCRIBE_SHARE",
    ]  # fmt: skip


def test_the_reason_names_the_allowed_values():
    found = read(COUNT="many", SHARE="nan", MODE="odd", SIZE="12")
    found.whole("COUNT", 3, 1, 9)
    found.whole("SIZE", 3, 1, 9)
    found.number("SHARE", 0.5, 0, 1)
    found.choice("MODE", ("on", "off"), "off")
    assert found.problems == {
        "COSCRIBE_COUNT": "'many' is not a whole number between 1 and 9",
        "COSCRIBE_SHARE": "'nan' is not a number between 0 and 1",
        "COSCRIBE_SIZE": "'12' is not a whole number between 1 and 9",
        "COSCRIBE_MODE": "'odd' is not one of on, off",
    }


def test_a_choice_is_known_in_any_case_and_a_flag_by_its_usual_words():
    assert read(MODE="HUEY").choice("MODE", ("threads", "huey"), "threads") == "huey"
    assert read(ON="Yes").flag("ON") and not read(ON="0").flag("ON", "on")
    assert read(WORDS="a, b  a").words("WORDS") == ("a", "b")
