"""An answer as it is heard, however it is cut."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from backend.kernel.events import silent
from backend.kernel.exchange import ChatReply, ChatRequest
from tests.research.engine.asking import (
    A,
    B,
    Hearing,
    Speaking,
    inquiry,
    sonar,
)


@given(
    st.lists(st.sampled_from([f"[{A}]", A, "[", "]", "sx_", " ", "[sx_00000000]", f" [{B}]", f"[{A}, {B}]", "Tides. "]))
)
def test_what_is_heard_is_the_answer_however_it_is_cut(pieces: list[str]) -> None:
    chat, hearing = Speaking(pieces), Hearing()
    heard = sonar(chat).answer(inquiry(), silent, hearing)
    plain = sonar(Speaking(["".join(pieces)])).answer(inquiry(), silent)
    assert "".join(hearing.all("text")) == heard.text == plain.text
    assert (heard.cited, heard.removed) == (plain.cited, plain.removed)
    assert set(re.findall(r"\[(sx_\w{8})\]", heard.text)) <= set(heard.cited) <= {A, B}


def test_sources_are_heard_once_whole_and_before_the_first_word() -> None:
    hearing = Hearing()
    found = sonar(Speaking(["The ", "tides."])).answer(inquiry(), silent, hearing)
    assert hearing.all("sources") == [found.sources], "never the model's own, never twice"
    names = [name for name, _ in hearing.heard]
    assert names.index("begun") < names.index("sources") < names.index("text")


def test_a_provider_that_rewrites_what_it_said_has_the_last_word() -> None:
    class Rewriting(Speaking):
        def complete(self, request: ChatRequest, emit: Any, listen: Any = None) -> ChatReply:
            return replace(super().complete(request, emit, listen), text=f"Storms do [{B}].")

    found = sonar(Rewriting([f"The tides do [{A}]."])).answer(inquiry(), silent, Hearing())
    assert (found.text, found.cited, found.removed) == (f"Storms do [{B}].", (B,), 0)
