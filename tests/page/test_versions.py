"""Two or three versions of a draft: asked for at once or later, compared side by side, one of them taken."""

from __future__ import annotations

import json

import pytest

from tests.page.writer import Writer
from tests.sonar_stand_in import Answer, SonarStandIn

PAPER = "# Tides\n\nIt is small.\n\n## Methods\n\nWe measured hourly.\n"
TEXTS = ("The gauge was new.", "A gauge fresh from the maker was used.", "We bought the gauge for this study.")
ORDER = "Write a sentence on the gauge for Methods."


def written(text: str) -> Answer:
    parts = {"message": "Here it is.", "document_content": text, "document_structure": [], "sources": []}
    return Answer(json.dumps({**parts, "new_types": []}))


@pytest.fixture
def settings(modelled: dict[str, str]) -> dict[str, str]:
    return modelled | {"PLACER": "rules", "VERIFY": "off"}


@pytest.fixture
def three(writer: Writer, sonar: SonarStandIn) -> Writer:
    """A writer who has asked for three versions and compares them."""
    sonar.script(*map(written, TEXTS))
    writer.start()
    session = writer.call("POST", "/api/sessions", {"title": "Tides"})["id"]
    writer.put(session, PAPER)
    writer.open(session)
    writer.tab.click("Options")
    writer.choose("Versions", "3")
    writer.say(ORDER)
    writer.tab.see("Compare versions")
    return writer


def columns(writer: Writer) -> list[str]:
    told = writer.tab.js("[...document.querySelectorAll('.version-column .text')].map((each) => each.innerText.trim())")
    return [str(each) for each in told]


def test_three_versions_stand_side_by_side_and_an_older_one_is_taken(three: Writer) -> None:
    tab = three.tab
    assert columns(three) == list(TEXTS)
    assert three.text() == PAPER, "comparing puts nothing into the paper"
    three.choose("Mark", "1", by="index")
    tab.wait("document.querySelectorAll('.version-column ins').length > 0")
    first, second, _ = tab.js(
        "[...document.querySelectorAll('.version-column')].map((each) => "
        "[...each.querySelectorAll('ins')].map((ins) => ins.textContent).join('|'))"
    )
    assert first == "" and "fresh from the maker" in second
    tab.click("Review version 2")
    tab.see("Nothing else changes")
    assert tab.js("document.querySelector('[aria-label=\"Version 2 of 3\"]').getAttribute('aria-pressed')") == "true"
    tab.click("Approve")
    tab.see("Nothing else changed.")
    assert three.text() == f"{PAPER}\n{TEXTS[1]}\n"
    assert three.call("GET", f"/api/chat/pending?session_id={three.session}")["open"] == []
    tab.gone("waits for you")


def test_an_older_version_is_edited_from_its_own_text(three: Writer) -> None:
    three.tab.click("Review version 1")
    three.tab.see("Nothing else changes")
    three.tab.click("Edit")
    assert three.tab.wait("document.querySelector('dialog textarea')?.value") == TEXTS[0]


def test_more_versions_of_a_waiting_draft_are_asked_for_and_one_that_fails_loses_none(
    writer: Writer, sonar: SonarStandIn
) -> None:
    sonar.script(written(TEXTS[0]), written(TEXTS[1]), Answer("", finish_reason="stop"))
    tab = writer.tab
    writer.begin(PAPER)
    writer.say(ORDER)
    tab.see("Nothing else changes")
    tab.click("Rewrite")
    writer.choose("How many?", "2")
    tab.press("Control+Enter")
    tab.wait("document.querySelectorAll('.version').length >= 2")
    tab.wait("document.querySelector('.run .dot') === null")
    (draft,) = writer.call("GET", f"/api/chat/pending?session_id={writer.session}")["open"]
    assert len(draft["versions"]) >= 2
    assert TEXTS[0] in [each["document_content"] for each in writer.messages()]
