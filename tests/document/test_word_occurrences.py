import pytest

from backend.document.word_occurrences import as_written, occurrences, put, word_places

TEXT = "We model the colour of reefs. A model is fitted in R; Colour fades. The model-based teh index is new."


def test_words_occur_whole_in_the_same_case_and_over_line_ends():
    assert [TEXT[slice(*each)] for each in occurrences(TEXT, "colour")] == ["colour"]
    assert len(list(occurrences("_model_ remodel model's models", "model"))) == 2
    assert list(occurrences("the red\nreef", "red reef")) == [(4, 12)]
    assert list(occurrences("REHO’s design", "REHO's")) == [(0, 6)]
    assert list(occurrences("anything", "  ")) == []


@pytest.mark.parametrize(
    ("text", "number"), [("45.5", "45"), ("1,045", "045"), ("0.45", "45"), ("1,450", "1"), ("45kg", "45")]
)
def test_a_part_of_a_number_is_no_occurrence(text, number):
    assert list(occurrences(f"It is {text} in all.", number)) == []
    assert list(occurrences(f"{number}. It is ({number}), or {number}%.", number))


def test_chinese_and_japanese_words_need_no_spaces():
    assert list(occurrences("样地位于贵州省。", "贵州省")) == [(4, 7)]
    assert list(occurrences("海拔为800米", "800")) == [(3, 6)]
    assert list(occurrences("样地A的面积", "A")) == [(2, 3)]


def test_deleted_words_leave_no_double_space():
    assert [put("a b c", (2, 3), ""), put("a b.", (2, 3), ""), put("a b", (0, 1), "")] == ["a c", "a.", "b"]
    assert put("a b c", (2, 3), "x") == "a x c"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_deleted_last_sentence_leaves_no_space_before_the_line_end(end: str) -> None:
    assert put(f"It rained. It snowed.{end}", (11, 21), "") == f"It rained.{end}"


def test_deleted_words_leave_no_line_without_words() -> None:
    assert put("One.\nTwo.\nThree.\n", (5, 9), "") == "One.\nThree.\n"
    assert put("> One.\r\n> Two.\r\n> Three.", (10, 14), "") == "> One.\r\n> Three."
    assert put("One.\nTwo.", (5, 9), "") == "One."
    assert put("- One.\n- Two.\n", (9, 13), "") == "- One.\n-\n", "an item is more than its line"


@pytest.mark.parametrize(
    "text",
    ["Snow fell", "It fell. Snow stays", "## Snow", "- Snow", "2. Snow", "| Snow | 2 |", "| 2 | Snow |", "*“Snow”* is"],
)
def test_a_capital_that_begins_a_sentence_is_the_same_word(text: str) -> None:
    assert [text[slice(*each)] for each in word_places(text, "snow")] == ["Snow"]
    assert word_places(text, "SNOW") == []


def test_a_capital_within_a_sentence_is_another_word() -> None:
    assert word_places("It was in May. We may stay; May ends", "may") == [(18, 21)]
    assert word_places("It is\nSnow or snow", "snow") == [(14, 18)]


def test_new_words_get_the_capital_of_the_place() -> None:
    assert as_written("firn", "Snow", "snow") == "Firn"
    assert [as_written("firn", "Snow", "Snow"), as_written("firn", "snow", "snow")] == ["firn", "firn"]
