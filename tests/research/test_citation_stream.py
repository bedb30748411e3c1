"""Answers as they are heard: known marks stay, others go, also of an answer that breaks off."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.errors import ProviderMisanswered, ProviderUnreachable
from backend.kernel.exchange import ChatReply
from backend.kernel.works import Source
from backend.research.citation_stream import Corrections, Thoughts, corrected, without_reasoning
from backend.research.citations import Marks, as_ids
from backend.research.repeated_instructions import Echoes
from backend.sources.identifiers import source_id

REEFS = Source("Reefs", url="https://example.org/reefs")
KNOWN = source_id(REEFS)
RAW, RIGHT = f"Reefs die [{KNOWN}] and grow [sx_00000000].", f"Reefs die [{KNOWN}] and grow."
REPLY = ChatReply(RAW, "scripted", "m")


class Ear:
    live = True

    def __init__(self) -> None:
        self.words = ""

    def begun(self) -> None: ...

    def text(self, delta: str) -> None:
        self.words += delta

    def thought(self, delta: str) -> None: ...

    def sources(self, found) -> None:
        raise AssertionError("a model's own sources are not ours")


def marks() -> Marks:
    return Marks(as_ids((REEFS,)))


def test_what_is_heard_is_what_the_answer_says() -> None:
    def ask(ear):
        ear.sources(())
        for character in RAW:
            ear.text(character)
        return REPLY

    ear = Ear()
    made = corrected(ask, ear, Corrections(marks))
    assert (made.reply, made.text, ear.words) == (REPLY, RIGHT, RIGHT)
    assert (made.marks.cited, made.marks.removed) == ((KNOWN,), 1)


def test_what_stands_in_front_is_told_with_the_first_words_and_not_before() -> None:
    def ask(ear):
        assert ear.begun() is None and told.words == ""
        ear.text(RAW)
        return REPLY

    told = Ear()
    wording = Corrections(marks, "First. ")
    assert corrected(ask, told, wording).text == told.words == f"First. {RIGHT}"
    assert corrected(lambda ear: REPLY, None, wording).text == f"First. {RIGHT}"


def test_an_answer_that_nobody_hears_or_that_is_said_anew_is_put_right_too() -> None:
    assert corrected(lambda ear: REPLY, None, Corrections(marks)).text == RIGHT

    def anew(ear):
        ear.text("Let me begin")
        return REPLY

    assert corrected(anew, Ear(), Corrections(marks)).text == RIGHT


def test_what_came_of_an_answer_that_broke_off_is_put_right() -> None:
    def broken(ear):
        error = ProviderUnreachable("broke off")
        error.partial = replace(REPLY, text=RAW)
        raise error

    with pytest.raises(ProviderUnreachable) as raised:
        corrected(broken, None, Corrections(marks))
    assert raised.value.partial is not None and raised.value.partial.text == RIGHT


@pytest.mark.parametrize("listens", [True, False])
def test_thoughts_are_no_part_of_an_answer_and_their_ids_count_for_nothing(listens: bool) -> None:
    raw = f"<think>Was it [{KNOWN}] or [sx_11111111]?</think>\n\nReefs die. <think>Fine.</think>They do."

    def ask(ear):
        for character in raw if ear else "":
            ear.text(character)
        return replace(REPLY, text=raw)

    ear = Ear()
    made = corrected(ask, ear if listens else None, Corrections(marks))
    assert made.text == made.reply.text == "Reefs die. They do."
    assert (made.marks.cited, made.marks.removed) == ((), 0) and ear.words == (made.text if listens else "")


def test_a_model_that_only_thinks_has_not_answered() -> None:
    with pytest.raises(ProviderMisanswered, match="no answer"):
        corrected(lambda ear: replace(REPLY, text="<think>Hmm"), None, Corrections(marks))


def test_what_is_guarded_is_not_heard() -> None:
    secret = "A retired brewer called Zacharias Quill who keeps bees"

    def ask(ear):
        for character in f"You are a {secret[2:].lower()}, and reefs die.":
            ear.text(character)
        return replace(REPLY, text=f"You are a {secret[2:].lower()}, and reefs die.")

    ear = Ear()
    made = corrected(ask, ear, Corrections(marks, echoes=lambda: Echoes(secret, "", ())))
    assert made.text == ear.words == "You are […], and reefs die." and made.echoed == 1


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
