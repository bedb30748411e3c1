"""A tab hears of changes from the moment its event stream is up. It looks for those that came before, and draws nothing
twice.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.journeys.streams.watching import ANSWER, Held
from tests.page.writer import Writer
from tests.sonar_stand_in import SonarStandIn

PAPER = "# Tides\n\nIt is small.\n\n## Methods\n\nWe measured.\n\n## Results\n\nIt rose.\n"
ORDER = "Write a section on the step."
#: Holds the session's event stream until `go()`, and counts what the page has read, by the end of the path.
DEAF = """
  const real = window.fetch;
  const held = new Promise((go) => (window.go = go));
  window.answers = {};
  window.fetch = async (path, options) => {
    if (/sessions\\/[^/]+\\/events/.test(path)) await held;
    const answer = await real(path, options);
    const [last] = path.split("?")[0].split("/").slice(-1);
    if (options.method === "GET") window.answers[last] = (window.answers[last] ?? 0) + 1;
    return answer;
  };
"""
#: What a tab always reads when it looks anew.
READ = ("document", "pending", "messages")


@pytest.fixture
def deaf(writer: Writer) -> Iterator[Writer]:
    """A second tab of the same person, which hears of nothing until it is `hearing`."""
    tab = writer.tab.again()
    tab.call("Page.addScriptToEvaluateOnNewDocument", source=DEAF)
    yield Writer(tab, writer.server)
    faults = tab.faults
    tab.close()
    assert faults == []


def load(deaf: Writer, session: str) -> None:
    """Open the paper in the deaf tab, and wait until it has read all of it."""
    deaf.tab.goto(f"{deaf.server}/#/paper/{session}")
    deaf.tab.wait("document.querySelector('.composer') !== null && window.answers.runs >= 2")


def hearing(deaf: Writer) -> None:
    """Let the event stream come up, and wait until the tab has looked anew."""
    deaf.tab.js("(window.before = { ...window.answers }, window.go())")
    for name in READ:
        deaf.tab.wait(f"window.answers.{name} > window.before.{name}")
    deaf.tab.js("new Promise((done) => setTimeout(done, 300))")  # what was read is shown by now


def test_what_happened_while_a_tab_was_loading_is_seen_in_it(writer: Writer, deaf: Writer) -> None:
    writer.begin(PAPER)
    load(deaf, writer.session)
    writer.say('Add to Methods: "The gauge was new."')
    writer.tab.see("1 draft waits")
    assert "1 draft waits" not in deaf.tab.shown()
    hearing(deaf)
    deaf.tab.see("1 draft waits")
    deaf.tab.see("waits for you")
    writer.tab.click("Approve")
    deaf.tab.see("in the paper")


def test_an_approval_while_a_tab_was_loading_is_seen_in_it(writer: Writer, deaf: Writer) -> None:
    writer.begin(PAPER)
    writer.say('Add to Methods: "The gauge was new."')
    writer.tab.see("Nothing else changes")
    load(deaf, writer.session)
    deaf.tab.see("1 draft waits")
    writer.tab.click("Approve")
    writer.tab.see("Nothing else changed.")
    writer.tab.js("new Promise((done) => setTimeout(done, 1000))")  # the event of it is gone by now
    hearing(deaf)
    deaf.tab.gone("1 draft waits")
    deaf.tab.see("in the paper")
    assert deaf.editor_text() == writer.text() != PAPER


def test_what_has_not_changed_is_not_drawn_anew(writer: Writer, deaf: Writer) -> None:
    """What a finger is on, what is selected and what is opened stays the same element."""
    writer.begin(PAPER)
    writer.say('Add to Methods: "The gauge was new."')
    writer.tab.see("Nothing else changes")
    load(deaf, writer.session)
    deaf.tab.wait("document.querySelectorAll('.draft-tab, .message').length === 3")
    deaf.tab.js("for (const each of document.querySelectorAll('.draft-tab, .message, option')) each.same = true")
    hearing(deaf)
    drawn = "[...document.querySelectorAll('.draft-tab, .message, option')].filter((each) => !each.same).length"
    assert deaf.tab.js(drawn) == 0
    writer.say('Add to Results: "It fell again."')
    deaf.tab.see("2 drafts wait")
    deaf.tab.wait("document.querySelectorAll('.message').length === 4")
    assert deaf.tab.js("[...document.querySelectorAll('.message')].map((each) => each.same === true)") == [
        True, True, False, False,
    ]  # fmt: skip


def test_the_hints_of_an_empty_paper_stay_what_they_are(writer: Writer, deaf: Writer) -> None:
    writer.begin(PAPER)
    load(deaf, writer.session)
    deaf.tab.js("document.querySelector('.hints button').focus()")
    hearing(deaf)
    assert deaf.tab.js("document.activeElement.closest('.hints') !== null")


class TestWhileAModelWrites:
    @pytest.fixture
    def settings(self, modelled: dict[str, str], sonar: SonarStandIn) -> dict[str, str]:
        sonar.answer = ANSWER
        return modelled

    @pytest.fixture
    def held(self, sonar: SonarStandIn) -> Iterator[Held]:
        """The next answer, which stops half-way until it is let go on."""
        made = Held()
        sonar.script(made)
        yield made
        made.go.set()

    def test_what_was_said_is_shown_once(self, writer: Writer, deaf: Writer, held: Held) -> None:
        writer.begin()
        load(deaf, writer.session)
        deaf.say(ORDER)
        deaf.tab.see("Here it is")
        hearing(deaf)
        times = f"document.querySelector('.log').innerText.split({ORDER!r}).length - 1"
        assert deaf.tab.js(times) == 1
        held.go.set()
        deaf.tab.see("waits for you")
        deaf.tab.wait("document.querySelector('.run') === null")
        assert deaf.tab.js(times) == 1
