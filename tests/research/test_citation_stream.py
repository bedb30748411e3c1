"""Answers as they are heard: known marks stay, others go, also of an answer that breaks off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.errors import ProviderUnreachable
from backend.kernel.exchange import ChatReply
from backend.kernel.works import Source
from backend.research.citation_stream import said
from backend.research.citations import Marks, as_ids
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
    reply, text, found = said(ask, ear, marks)
    assert (reply, text, ear.words) == (REPLY, RIGHT, RIGHT)
    assert (found.cited, found.removed) == ((KNOWN,), 1)


def test_what_stands_in_front_is_told_with_the_first_words_and_not_before() -> None:
    def ask(ear):
        assert ear.begun() is None and told.words == ""
        ear.text(RAW)
        return REPLY

    told = Ear()
    assert said(ask, told, marks, "First. ")[1] == told.words == f"First. {RIGHT}"
    assert said(lambda ear: REPLY, None, marks, "First. ")[1] == f"First. {RIGHT}"


def test_an_answer_that_nobody_hears_or_that_is_said_anew_is_put_right_too() -> None:
    assert said(lambda ear: REPLY, None, marks)[1] == RIGHT

    def anew(ear):
        ear.text("Let me begin")
        return REPLY

    assert said(anew, Ear(), marks)[1] == RIGHT


def test_what_came_of_an_answer_that_broke_off_is_put_right() -> None:
    def broken(ear):
        error = ProviderUnreachable("broke off")
        error.partial = replace(REPLY, text=RAW)
        raise error

    with pytest.raises(ProviderUnreachable) as raised:
        said(broken, None, marks)
    assert raised.value.partial is not None and raised.value.partial.text == RIGHT
