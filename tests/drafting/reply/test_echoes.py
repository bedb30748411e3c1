"""Echoes of the prompt are taken out of a text, nothing else is, and a growing text never shows one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.drafting.markers import CURRENT, HIGHLIGHTS, HISTORICAL
from backend.drafting.reply.echoes import certain_length, without_echoes
from tests.examples import examples

PIECES = (
    CURRENT, HISTORICAL, HIGHLIGHTS, "[END OF PENDING CONTENT]\n", "[ATTACHED SECTION: Notes]", "[PENDING", "[", "]",
    "\n", " ",
    "[1]", "[@doe]", "<think>Well.</think>", "<think>", "<th", "Words. ", "[DOCUMENT STRUCTURE](x)", "[NOTE]", "<b>",
)  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        (f"{HISTORICAL}\nBees hum.", "Bees hum."),
        (f"{CURRENT}\n{HISTORICAL}\nBees hum.\n[END OF PENDING CONTENT]", "Bees hum.\n"),
        ("[PENDING CONTENT: draft 3f2a91bc]\nBees hum.", "Bees hum."),
        (" <think>They want bees.</think>\n\nBees hum.", "Bees hum."),
        ("<THINKING>a\nb</THINKING>Bees hum.", "Bees hum."),
    ],
)
def test_echoes_go(text, bare):
    assert without_echoes(text) == bare


@pytest.mark.parametrize(
    "text",
    [
        "Bees hum [1].",
        "[@doe2020] and [the current instruction] and [CURRENT](x)",
        "[DOCUMENT STRUCTURE](https://example.org)",
        "The tag <think> opens a thought and </think> closes it.",
        "<think>never closed",
        "",
    ],
)
def test_everything_else_stays(text):
    assert without_echoes(text) == text


@settings(max_examples=examples(150), deadline=None)
@given(texts, st.integers(1, 9))
def test_a_text_taken_as_it_becomes_certain_comes_to_the_same(text, size):
    shown, held = "", ""
    for at in range(0, len(text), size):
        held += text[at : at + size]
        length = certain_length(held, at_start=not shown and held == text[: at + size])
        if length:
            shown += without_echoes(held[:length], at_start=held == text[: at + size])
            held = held[length:]
    assert shown + without_echoes(held, at_start=held == text) == without_echoes(text)


def test_a_long_marker_is_held_back_until_its_end():
    begun = f"Tides.\n{CURRENT[:-1]} {'x' * 120}"
    assert certain_length(begun, at_start=False) == begun.index("[")
    assert without_echoes(f"{begun}]\nThey flood.") == "Tides.\nThey flood."
