import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.mentions.corrections import read_correction, which_value
from backend.mentions.value_places import Correction, sentence_at

EFFECT = "The pooled effect was 0.21 over 1,900 to 1,400 words."
MISSED = "Milestone 2, first patient in 2026-04, was missed by 2 months or 8-10 weeks."
PAPER = f"""# Plan

## 1 Budget

Travel is 45 k€. Consumables are 32 k€, and visits 45.5 k€. The pooled effect was 0.21 over 1,900 to 1,400 words.

| Item | Year 1 | Year 3 |
| --- | --- | --- |
| Visits | 3.000 | 3.500 |

## 2 Steps

1. Rotate for 10 min at RT.
2. Incubate for 10 min.
3. Supervise four doctoral students with R 4.3.

{MISSED}

Auf 24 Flächen stehen Dächer. 海拔为800米。

```r
rotate(10)
```
"""


def _changed(message: str) -> tuple[str, str, str] | None:
    document = read(PAPER)
    found = read_correction(document, message)
    return (found.old, found.new, sentence_at(document, found.places[0])) if found else None


@pytest.mark.parametrize(
    ("message", "old", "new", "sentence"),
    [
        ("travel is 54 not 45", "45", "54", "Travel is 45 k€."),
        ("Travel is 54 k€, not 45 k€.", "45 k€", "54 k€", "Travel is 45 k€."),
        ("pooled effect should be 0.12, not 0.21", "0.21", "0.12", EFFECT),
        ("words went from 1,900 to 1,350, not 1,400", "1,400", "1,350", EFFECT),
        ("the first patient came in 2026-05, not 2026-04", "2026-04", "2026-05", MISSED),
        ("milestone 2 was missed by 3 months, not 2", "2", "3", MISSED),
        ("it was missed by 10-12 weeks instead of 8-10", "8-10", "10-12", MISSED),
        ("rotate for 8 min not 10", "10", "8", "Rotate for 10 min at RT."),
        ("rotate: 8 min instead of 10", "10", "8", "Rotate for 10 min at RT."),
        ("Instead of 32 k€ it must be 33 k€.", "32 k€", "33 k€", "Consumables are 32 k€, and visits 45.5 k€."),
        ("It must be 33 k€ rather than 32 k€", "32 k€", "33 k€", "Consumables are 32 k€, and visits 45.5 k€."),
        ("not 32 but 33", "32", "33", "Consumables are 32 k€, and visits 45.5 k€."),
        ("45.5 should be 46.5", "45.5", "46.5", "Consumables are 32 k€, and visits 45.5 k€."),
        ("in the table visits in year 3 are 4.000 rather than 3.500", "3.500", "4.000", "| Visits | 3.000 | 3.500 |"),
        ("we supervise five students, not four", "four", "five", "Supervise four doctoral students with R 4.3."),
        ("es sind 26 Flächen, nicht 24", "24", "26", "Auf 24 Flächen stehen Dächer."),
        ("海拔是850米，不是800米", "800米", "850米", "海拔为800米。"),
    ],
)  # fmt: skip
def test_a_correction_changes_the_value_in_the_sentence_that_it_speaks_of(message, old, new, sentence):
    assert _changed(message) == (old, new, sentence)


@pytest.mark.parametrize(
    "message",
    [
        "travel is 54",
        "is travel 54, not 45?",
        "write that travel is 54, not 45",
        "put it after section 3, not 45",
        "table 46, not 45",
        "the colour is red, not green",
        "rainfall is 3, not 2",
        "we should not use R",
        "say 33 instead of 32",
        "not this one but the other",
        "two sentences, not four",
        "not the budget but the table",
        "I want prose instead of a table",
    ],
)
def test_other_messages_correct_nothing(message):
    assert _changed(message) is None


def test_a_value_in_two_places_is_asked_about():
    assert which_value(read(PAPER), "12 min, not 10") == (
        "“10” is in 2 places: “Rotate for 10 min at RT.”, “Incubate for 10 min.”. Say which one is meant; nothing"
        " was prepared."
    )
    assert which_value(read(PAPER), "travel is 54 not 45") == ""


def test_a_number_in_one_place_may_be_meant_by_another_form_of_its_words():
    document = read("Опыт проводили на 12 площадках.\n")
    found = read_correction(document, "площадок 14, а не 12")
    assert found is not None and (found.old, found.new, found.sure) == ("12", "14", False)
    assert read_correction(document, "скажи 14, а не 12") is None


@given(st.text(max_size=60))
def test_any_message_is_read_without_an_error(message):
    read_correction(read(PAPER), message)
    read_correction(read(PAPER), f"{message} 54, not 45")


def test_a_value_that_stands_alone_in_its_sentence_need_not_be_said():
    document = read(
        "Retention was 91% in all.\n\nWe took 12 cores at 3 sites.\n\nThe pooled effect (g = 0.21) was small.\n"
    )
    found = read_correction(document, "retention should be 93%")
    assert found == Correction("91%", "93%", ((0, 14, 17),))
    found = read_correction(document, "the pooled effect should be 0.12")
    assert found is not None and (found.old, found.new) == ("0.21", "0.12")
    assert read_correction(document, "the cores should be 13") is None  # two numbers
    assert read_correction(document, "the summary should be 93 words") is None
    assert read_correction(document, "it should be 93") is None


def test_a_word_that_the_old_and_the_new_value_share_is_kept():
    document = read("Erasmus used it of his friends.\n\nIn 2019 we trained young students at two sites.\n")
    found = read_correction(document, "Erasmus used it of his enemies, not his friends.")
    assert found is not None and (found.old, found.new) == ("his friends", "his enemies")
    found = read_correction(document, "we trained older students, not young students")
    assert found is not None and (found.old, found.new) == ("young students", "older students")


def test_words_that_also_name_a_section_make_the_only_place_sure():
    document = read("# Trial\n\n## Participants\n\nParticipants were 18 to 65 years old. Smokers were excluded.\n")
    found = read_correction(document, "Participants were aged 18 to 75, not 65")
    assert found is not None and (found.old, found.new, found.sure) == ("65", "75", True)
    found = read_correction(document, "Participants with severe chronic diabetes were 75, not 65")
    assert found is not None and not found.sure


@pytest.mark.parametrize(
    ("text", "message", "right"),
    [
        ("Ann came in May.", "Ann came in June, not in May.", "Ann came in June."),
        ("Ann met the mayor.", "Ann met the priest, not the mayor.", "Ann met the priest."),
        ("Ann lived in Butte.", "Ann lived in Boise, not in Butte.", "Ann lived in Boise."),
        ("The fee is 40.", "The fee is not 40 but 45.", "The fee is 45."),
    ],
)
def test_the_beginning_of_a_value_is_no_conjunction(text, message, right):
    found = read_correction(read(f"{text}\n"), message)
    assert found is not None and len(found.places) == 1
    _, start, end = found.places[0]
    assert f"{text[:start]}{found.new}{text[end:]}" == right


@pytest.mark.parametrize(
    "message",
    ["A tree costs 950 instead of 900 and pruning 45 instead of 40.", "The fee is 45, not 40, and 950, not 900."],
)
def test_two_corrections_in_one_message_are_not_half_done(message):
    assert read_correction(read("A tree costs 900 euros. Pruning costs 40 euros.\n"), message) is None


def test_a_no_at_the_beginning_is_no_second_correction():
    found = read_correction(read("The fee is 40.\n"), "no, the fee is 45, not 40")
    assert found is not None and (found.old, found.new) == ("40", "45")


def test_a_correction_may_begin_with_the_old_value_and_a_plural_verb() -> None:
    document = read("# Tiere\n\nIm Mittel fanden wir 186 Tiere. Auf gedüngten Wiesen waren es 231.\n")
    found = read_correction(document, "Statt 186 müssen es 189 Tiere sein.")
    assert found is not None and (found.old, found.new) == ("186", "189")


def test_a_second_value_behind_the_old_one_is_not_ignored() -> None:
    assert _changed("Travel is 54 k€, not 45, and visits are three times that.") is None
    assert _changed("Travel is 54 k€, not 45, as the office says.") is not None
