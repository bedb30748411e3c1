"""An answer while it is written: shown as it comes, stopped, and taken up again after a reload."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.journeys.streams.watching import ANSWER, Held
from tests.page.writer import Writer
from tests.sonar_stand_in import SonarStandIn

MESSAGE = "Here it is"
ORDER = "Write a section on the step."


@pytest.fixture
def settings(modelled: dict[str, str], sonar: SonarStandIn) -> dict[str, str]:
    sonar.answer = ANSWER
    return modelled


@pytest.fixture
def held(sonar: SonarStandIn) -> Iterator[Held]:
    """The next answer, which stops half-way until it is let go on."""
    made = Held()
    sonar.script(made)
    yield made
    made.go.set()


def test_words_are_shown_as_they_come(writer: Writer, held: Held) -> None:
    writer.begin()
    writer.say(ORDER)
    writer.tab.wait(f"document.querySelector('.run .text')?.innerText.includes({ORDER!r})")
    writer.tab.wait(f"document.querySelector('.run .assistant .text')?.innerText.includes({MESSAGE!r})")
    assert writer.tab.js("document.querySelector('.composer .primary').disabled"), "one at a time"
    held.go.set()
    writer.tab.see("Nothing else changes")
    writer.tab.wait("document.querySelector('.run') === null")


def test_a_reload_takes_the_run_up_again(writer: Writer, held: Held) -> None:
    writer.begin()
    writer.say(ORDER)
    writer.tab.see(MESSAGE)
    writer.tab.reload()
    writer.tab.wait(f"document.querySelector('.run .assistant .text')?.innerText.includes({MESSAGE!r})")
    held.go.set()
    writer.tab.see("waits for you")
    assert len(writer.call("GET", f"/api/sessions/{writer.session}/messages")["items"]) == 2


def test_stop_stops_the_work_and_the_message_can_be_sent_again(writer: Writer, held: Held) -> None:
    writer.begin()
    writer.say(ORDER)
    writer.tab.see(MESSAGE)
    writer.tab.click("Stop")
    writer.tab.see("Stopped.")
    assert held.gone.wait(20), "the provider's connection is closed"
    writer.tab.wait(f"document.querySelector('.composer textarea').value === {ORDER!r}")
    assert writer.tab.focused() == "Message"
    writer.tab.press("Control+Enter")
    writer.tab.see("Nothing else changes")
    told = writer.call("GET", f"/api/sessions/{writer.session}/messages")["items"]
    assert [each["role"] for each in told] == ["user", "assistant"], "the same message, sent again, is stored once"
