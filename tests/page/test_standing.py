"""What a source says stands at the sentence that rests on it, with the passage behind it."""

from __future__ import annotations

import json

import pytest

from tests.page.writer import Writer
from tests.sonar_stand_in import Answer, SonarStandIn

SNIPPET = "The harbour office calibrated the gauge twice a year from 1998 to 2010. Ships were counted by hand."
TEXT = "The gauge was calibrated twice a year [1]. Our own readings began in 2011."


@pytest.fixture
def settings(modelled: dict[str, str], sonar: SonarStandIn) -> dict[str, str]:
    source = {"title": "On the harbour gauge", "url": "https://example.org/gauge", "snippet": SNIPPET}
    told = {"message": "Here.", "document_content": TEXT, "sources": [source["url"]], "document_structure": []}
    sonar.answer = Answer(json.dumps(told), results=(source,))
    return modelled | {"PLACER": "rules"}


def test_each_sentence_shows_what_its_source_says(writer: Writer) -> None:
    writer.begin("# Tides\n\n## Methods\n\nWe measured.\n")
    writer.say("Write two sentences on the gauge for Methods.")
    writer.tab.see("Nothing else changes")
    told = writer.tab.wait(
        "(([first, second]) => second && [first.querySelector('.standing')?.textContent, "
        "second.querySelector('.standing') === null])([...document.querySelectorAll('.hunks > li')])"
    )
    assert "On the harbour gauge" in told[0] and SNIPPET.split(". ")[0] in told[0]
    assert told[1] is True, "a sentence of one's own rests on nothing"
