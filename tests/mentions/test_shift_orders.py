import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.mentions.shift_orders import read_shift


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ("not there, one paragraph up", -1),
        ("a paragraph higher, please", -1),
        ("move it two paragraphs down", 2),
        ("no, up one paragraph", -1),
        ("and one more paragraph up", -1),
        ("it should go one paragraph further down", 1),
        ("nicht dahin, einen Absatz höher", -1),
        ("zwei Absätze tiefer", 2),
        ("un paragraphe plus haut", -1),
        ("un párrafo más arriba", -1),
        ("un paragrafo più in basso", 1),
        ("не туда, на абзац выше", -1),
        ("不是那里，移到上一段", -1),
        ("下一段", 1),
    ],
)
def test_paragraphs_up_are_negative_and_down_positive(message, count):
    assert read_shift(message) == count


@pytest.mark.parametrize(
    "message",
    [
        "put it after the paragraph above",
        "the paragraph above is wrong",
        "move up the section on rain by one paragraph",
        "one paragraph up in Methods",
        "write one paragraph more, and shorten it further up",
        "should it go one paragraph up?",
        "higher",
    ],
)
def test_other_messages_are_no_shifts(message):
    assert read_shift(message) == 0


@given(st.text(max_size=40))
def test_any_message_is_read_without_an_error(message):
    read_shift(message)
