"""What content is, seen from outside."""

import pytest

from backend.placement.content import Content


@pytest.mark.parametrize(
    ("raw", "text"),
    [("\r\n\r\na\r\nb\r\n\r\n", "a\nb"), ("  indented \n\n", "  indented "), ("a\rb", "a\nb"), (" \n\t\n", "")],
)
def test_only_blank_lines_around_it_go(raw, text):
    assert Content.of(raw).text == text


@pytest.mark.parametrize(
    ("text", "level", "subheadings", "item", "row"),
    [
        ("plain", 0, False, False, False),
        ("## A\n\ntext", 2, False, False, False),
        ("A\n===\n\ntext\n\n## B", 1, True, False, False),
        ("text\n\n## B\n\nmore", 0, True, False, False),
        ("- one", 0, False, True, False),
        ("- one\n  - inner\n\n  more", 0, False, True, False),
        ("- one\n- two", 0, False, False, False),
        ("| 1 | 2 |", 0, False, False, True),
        ("1 | 2 | 3\n4 | 5 | 6", 0, False, False, True),
        ("| a | b |\n|---|---|\n| 1 | 2 |", 0, False, False, False),
    ],
)
def test_forms(text, level, subheadings, item, row):
    content = Content(text)
    assert (content.level, content.subheadings, content.item, content.row) == (level, subheadings, item, row)


def test_one_sentence_is_no_other_content():
    assert Content.of("Tides come and go.\n").sentence
    assert not any(Content.of(text).sentence for text in ("One. Two.", "- One.", "## One", "One.\n\nTwo."))


def test_a_heading_that_is_there_already_is_dropped():
    content = Content("## The *Methods* {#m}\n\ntext")
    assert content.without("The Methods") == "text" == content.body
    assert content.without("Results") == content.text and Content("## A").without("A") == "## A"


@pytest.mark.parametrize(
    ("text", "torn"),
    [("</details>", True), ("<details>\nx\n</details>", False), ("::: note\nx", True), ("::: note\nx\n:::", False),
     ("```\n</details>\n:::\n```", False)],
)  # fmt: skip
def test_halves_of_something_are_known(text, torn):
    assert Content(text).torn is torn
