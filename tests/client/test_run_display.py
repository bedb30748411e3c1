"""A run as it is shown while it goes on."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from backend.client.run_display import STEPS, LineDisplay, LiveDisplay, NoDisplay
from backend.client.run_watcher import LOST, StreamEvent


@pytest.fixture
def console():
    return Console(file=StringIO(), force_terminal=True, width=40, height=20, color_system=None)


def phase(name):
    return StreamEvent("phase", {"phase": name}, 1)


def token(text, channel="message", offset=0):
    return StreamEvent("token", {"channel": channel, "offset": offset, "text": text}, None)


def drawn(growing, console):
    with console.capture() as shown:
        console.print(growing)
    return [line.rstrip() for line in shown.get().splitlines()]


def test_quiet_says_nothing():
    with NoDisplay() as display:
        assert display.show(phase("asking")) is None


def test_lines_say_each_step_once(console):
    with LineDisplay(console) as display:
        for told in (phase("asking"), phase("asking"), token("x"), phase("writing"), phase("asking")):
            display.show(told)
    said = [line.strip() for line in console.file.getvalue().splitlines()]
    assert said == ["· asking the model", "· writing", "· asking the model"]


def test_the_last_step_is_under_way_and_those_before_are_done(console):
    growing = LiveDisplay(console)
    assert drawn(growing, console)[0].endswith("connecting")
    for name in ("hearing", "hearing", "asking"):
        growing.show(phase(name))
    first, second = drawn(growing, console)
    assert first == "✓ reading the message" and second.endswith("asking the model")


def test_only_the_last_steps_stay_in_sight(console):
    growing = LiveDisplay(console)
    for number in range(9):
        growing.show(phase(f"step {number}"))
    lines = drawn(growing, console)
    assert len(lines) == STEPS and lines[0] == "✓ step 4" and lines[-1].endswith("step 8")


def test_each_lost_connection_is_a_step_of_its_own(console):
    growing = LiveDisplay(console)
    for _ in range(2):
        growing.show(StreamEvent(LOST, {"attempt": 1}, None))
    assert len(drawn(growing, console)) == 2


def test_text_grows_and_content_stands_in_a_frame_without_marks(console):
    growing = LiveDisplay(console)
    growing.show(token("Hello "))
    growing.show(token("there [sx_ab12", offset=6))
    growing.show(token("Content.", "document_content"))
    lines = drawn(growing, console)
    assert lines[1].strip() == "Hello there"
    assert "being drafted" in lines[2] and "Content." in lines[3]


def test_of_a_long_text_the_end_is_shown_and_never_more_than_the_terminal_has(console):
    growing = LiveDisplay(console)
    growing.show(token("\n".join(f"message {n}" for n in range(50))))
    growing.show(token("\n".join(f"content {n}" for n in range(50)), "document_content"))
    lines = drawn(growing, console)
    assert len(lines) <= 20 - 6
    assert any("message 49" in line for line in lines) and any("content 49" in line for line in lines)
    assert not any("content 0" in line for line in lines)


def test_it_goes_when_it_is_left(console):
    with LiveDisplay(console) as growing:
        growing.show(phase("asking"))
    assert growing._live.is_started is False
