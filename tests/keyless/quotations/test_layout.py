"""Quotations are set so that each names its source once, and blocks stay as they are."""

from backend.kernel.exchange import Excerpt
from backend.keyless.quotations.layout import join, parted, rejoined, set_text, stated, stopped
from backend.keyless.quotations.quotation import units

THEIRS = Excerpt("Trees cool. They shade. Some warm.", "highlight", "One 2001, https://example.org/trees")
TABLE = Excerpt("Rates rose.\n\n| year | rate |\n| - | - |\n| 1 | 2 |", "highlight", "One 2001")


def test_a_run_is_one_quotation_with_one_source():
    own = units([THEIRS], ("highlight",))
    assert set_text(own) == "“Trees cool. They shade. Some warm” (One 2001)."
    assert set_text([own[0], own[2]]) == "“Trees cool” (One 2001). “Some warm” (One 2001)."
    assert set_text(own[:2], "bullets") == "- “Trees cool” (One 2001).\n- “They shade” (One 2001)."


def test_a_table_bears_no_quotation_marks():
    made = set_text(units([TABLE], ("highlight",)))
    assert made == "“Rates rose” (One 2001).\n\n| year | rate |\n| - | - |\n| 1 | 2 |"


def test_a_sentence_of_the_user_stays_bare():
    own = units([Excerpt("Trees cool", "highlight", "My notes")], ("highlight",))
    assert stated(own) == "Trees cool." == stopped("Trees cool")
    assert join("Trees cool.", "They do.") == "Trees cool. They do." and join("", "They do.") == "They do."


def test_a_quotation_is_parted_for_changes_and_joined_again():
    text = "Mine. “Trees cool. They shade. Some warm” (One 2001). Mine too."
    apart = parted(text)
    assert apart == "Mine. “Trees cool” (One 2001). “They shade” (One 2001). “Some warm” (One 2001). Mine too."
    assert rejoined(apart, text) == text


def test_sentences_that_did_not_stand_together_stay_apart():
    text = "“Trees cool. They shade. Some warm” (One 2001)."
    without_the_second = "“Trees cool” (One 2001). “Some warm” (One 2001)."
    assert rejoined(without_the_second, text) == without_the_second


def test_a_sentence_that_ends_before_its_note_gets_no_second_period():
    assert stopped("The margins answered.[^1]") == "The margins answered.[^1]"
    assert stopped("The margins answered[^1]") == "The margins answered[^1]."
