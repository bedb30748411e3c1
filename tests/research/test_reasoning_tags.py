"""Thoughts are taken out of an answer, however it is cut into pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.research.reasoning_tags import Thoughts, without_reasoning


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>a</think>\n\nb", "b"),
        ("  <THINKING>a\n[1]</THINKING> b", "b"),
        ("b <reasoning>a</reasoning>c", "b c"),
        ("a thought\n</think>\nb", "b"),
        ("<think>never ends", ""),
        ("Set `<think>` in the template, x < y", "Set `<think>` in the template, x < y"),
        ("plain <b>text</b>", "plain <b>text</b>"),
        ("", ""),
    ],
)
def test_what_is_said(text: str, said: str) -> None:
    assert without_reasoning(text) == said


PARTS = st.sampled_from(["<think>", "</think>", "<", "think", ">", " ", "\n", "a", "`", "</", "[sx_1]", "thinking"])


@given(st.lists(PARTS, max_size=14), st.integers(1, 5))
def test_pieces_make_no_difference(parts: list[str], size: int) -> None:
    text = "".join(parts)

    def divided(pieces: list[str]) -> tuple[str, str]:
        made = Thoughts()
        told = [made.feed(each) for each in pieces] + [made.end()]
        return "".join(said for said, _ in told), "".join(thought for _, thought in told)

    assert divided([text[n : n + size] for n in range(0, len(text), size)]) == divided([text])


@given(st.text(alphabet="ab \n.", max_size=30))
def test_an_answer_without_a_thought_is_as_it_was(text: str) -> None:
    assert without_reasoning(text) == text.lstrip()
