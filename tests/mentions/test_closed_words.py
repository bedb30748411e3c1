"""The small words of references in many languages."""

import pytest

from backend.mentions.closed_words import is_a, is_appendix, label, noun, numbers_behind, ordinal
from backend.mentions.lexicon import tokens


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Absatz", "paragraph"),
        ("sous-section", "section"),
        ("段落", "paragraph"),
        ("рисунке", "figure"),
        ("Abb", "figure"),
    ],
)
def test_nouns(text, kind):
    words = tokens(text)
    kinds, stop = noun(words, 0)
    assert kind in kinds and stop == len(words)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("second", 2),
        ("2nd", 2),
        ("2. Absatz", 2),
        ("vorletzten", -2),
        ("第二", 2),
        ("第12", 12),
        ("second-to-last", -2),
        ("2e", 2),
    ],
)
def test_ordinals(text, number):
    assert ordinal(tokens(text), 0)[0] == number


@pytest.mark.parametrize("text", ["9" * 5000 + "th", "第" + "9" * 5000, "²nd", "two", "2", "2.5 m", "second-hand"[7:]])
def test_no_ordinals(text):
    assert ordinal(tokens(text), 0)[0] == 0


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3.2", "3.2"),
        ("3.2.", "3.2"),
        ("S1", "S1"),
        ("(4)", "4"),
        ("B.1", "B.1"),
        ("IV", "IV"),
        ("words", ""),
        ("12345", ""),
    ],
)
def test_labels(text, number):
    assert label(tokens(text), 0)[0] == number


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3", ["3"]),
        (". 3", ["3"]),
        ("no. 3", ["3"]),
        ("2 and 3", ["2", "3"]),
        ("2–4", ["2", "3", "4"]),
        ("two", ["2"]),
        ("x", []),
        ("4 and 5, three or four sentences", ["4", "5"]),
    ],
)
def test_numbers_behind_a_noun(text, numbers):
    assert [said.number for said in numbers_behind(tokens(text), 0)] == numbers


def test_classes():
    assert is_a(tokens("von")[0], "of") and is_a(tokens("的")[0], "possessive") and not is_a(tokens("ice")[0], "of")
    assert is_appendix("Appendix B") and is_appendix("附录一") and not is_appendix("The appendix")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("zweiter Absatz", 2),
        ("achten Absatz", 8),
        ("dritter Satz", 3),
        ("huitième paragraphe", 8),
        ("octavo párrafo", 8),
        ("ottavo paragrafo", 8),
        ("oitavo parágrafo", 8),
        ("letzter Absatz", -1),
    ],
)
def test_ordinals_are_known_in_every_inflection(text: str, number: int) -> None:
    assert ordinal(tokens(text), 0) == (number, 1)
