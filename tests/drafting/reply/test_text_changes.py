"""What is shown of a growing text: applied one after the other, the tokens give the text as it is at last."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.plaintext import plain
from backend.drafting.reply.text_changes import Plain, Trimmed, View
from backend.kernel.events import Token

PIECES = st.lists(st.text("ab \n*", max_size=4), max_size=8)


def shown(tokens: list[Token]) -> str:
    text = ""
    for token in tokens:
        assert token.offset <= len(text)
        text = text[: token.offset] + token.text
    return text


def told(view: View, pieces: list[str], last: str | None = None) -> list[Token]:
    tokens = [token for piece in pieces for token in view.append(piece)]
    tokens += view.settle(last) if last is not None else []
    return tokens + view.end()


@given(PIECES)
def test_what_is_appended_is_shown_as_it_comes(pieces: list[str]):
    view = View("message")
    tokens = told(view, pieces)
    assert shown(tokens) == view.whole == "".join(pieces)
    assert all(token.channel == "message" and token.text for token in tokens)
    assert view.begun == bool(view.whole)


@given(PIECES, st.text("ab \n", max_size=9))
def test_what_is_settled_replaces_what_differs_and_nothing_before_it(pieces: list[str], last: str):
    view = View("message")
    tokens = told(view, pieces, last)
    assert shown(tokens) == view.whole == last
    whole = "".join(pieces)
    for token in tokens[len([p for p in pieces if p]) :]:
        assert whole[: token.offset] == last[: token.offset]


def test_a_settled_text_that_is_shown_already_says_nothing():
    view = View("message")
    view.append("ab")
    assert view.settle("ab") == []
    assert view.settle("abc") == [Token("message", 2, "c")]
    assert view.settle("ax") == [Token("message", 1, "x")]
    assert view.append("y") == [Token("message", 2, "y")]
    assert view.settle("a") == [Token("message", 1, "")]


@given(PIECES, st.none() | st.text("ab \n", max_size=9))
def test_line_breaks_around_a_text_are_not_shown(pieces: list[str], last: str | None):
    view = Trimmed("document_content")
    text = shown(told(view, pieces, last))
    wanted = "".join(pieces) if last is None else last
    assert text == (wanted.strip("\n") if wanted.strip() else "") or (last is None and text == wanted.strip("\n"))
    assert view.whole == wanted


def test_line_breaks_in_the_middle_are_held_until_more_comes():
    view = Trimmed("x")
    assert view.append("\n\n") == [] and view.append("a\n") == [Token("x", 0, "a")]
    assert view.append("\n") == []
    assert view.append("b") == [Token("x", 1, "\n\nb")]
    assert view.settle("a\n\nb\n") == [] and view.append("c") == [Token("x", 4, "\nc")]


@given(st.lists(st.sampled_from(["# Head\n\n", "One *two* three. ", "four five", "\n\n", "- a\n- b\n"]), max_size=8))
def test_markdown_ends_as_plain_text(pieces: list[str]):
    view = Plain("message")
    assert shown(told(view, pieces)) == plain("".join(pieces))


def test_plain_lines_are_shown_by_words_and_lines_with_markup_when_they_are_whole():
    view = Plain("message")
    assert view.append("One tw") == [Token("message", 0, "One")]
    assert view.append("o *th") == [Token("message", 3, " two")]
    assert view.append("ree*\n\n") == [Token("message", 7, " three")]
    assert view.settle("One.") == [Token("message", 3, ".")]


@pytest.mark.parametrize("view", [View("a"), Trimmed("a"), Plain("a")])
def test_nothing_is_nothing(view: View):
    assert (view.append(""), view.end(), view.whole) == ([], [], "")
