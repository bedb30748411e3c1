"""How a message is answered: mode, focus, persona, model, library; and deep research, which is kept with the paper."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.journeys.test_deep import Brain, numbered
from tests.page.writer import Writer
from tests.searxng_stand_in import SearxngStandIn
from tests.sonar_stand_in import Answer, SonarStandIn

FOUND = Answer(json.dumps({"message": "Gauges differ.", "document_content": "", "document_structure": []}))


class TestMessages:
    @pytest.fixture
    def settings(self, modelled: dict[str, str], sonar: SonarStandIn) -> dict[str, str]:
        sonar.answer = FOUND
        return modelled | {"ALLOWED_MODELS": "sonar-pro,sonar", "VERIFY": "off"}

    def test_what_is_chosen_goes_with_the_message(self, writer: Writer, sonar: SonarStandIn) -> None:
        tab = writer.tab
        writer.start()
        persona = writer.call("POST", "/api/personas", {"name": "Plain", "prompt": "Use short words."})["id"]
        writer.new_paper("# Tides\n\nIt is small.\n")
        tab.click("Options")
        tab.wait(f"document.querySelector('option[value=\"{persona}\"]') !== null")
        writer.choose("Persona", persona)
        writer.choose("Look in", "chat")
        writer.choose("Library", "none")
        writer.fill("Model", "sonar")
        writer.mode("research")
        writer.say("How do gauges differ?")
        tab.see("Gauges differ.")
        tab.wait("document.querySelector('.run') === null")
        sent = sonar.requests[-1].body
        assert sent["model"] == "sonar" and sent["disable_search"] is True
        assert "Use short words." in json.dumps(sent["messages"])
        asked, _ = writer.messages()
        assert asked["mode"] == "research"

    def test_a_model_that_is_not_allowed_is_refused_in_words_and_the_message_is_not_lost(self, writer: Writer) -> None:
        writer.begin()
        writer.tab.click("Options")
        writer.fill("Model", "other")
        writer.say("Hello")
        writer.tab.see("other")
        writer.tab.wait("document.querySelector('.composer textarea').value === 'Hello'")


class TestDeepResearch:
    @pytest.fixture
    def settings(self, settings: dict[str, str]) -> Iterator[dict[str, str]]:
        with SearxngStandIn() as web, Brain() as brain:
            web.on("/search", numbered)
            model = {"WRITER_BASE_URL": brain.url, "WRITER_API_KEY": "k"}
            yield settings | model | {"WRITER": "research", "SEARXNG_URL": web.url}

    def test_its_answer_stays_with_the_paper_and_can_be_written_with(self, writer: Writer) -> None:
        tab = writer.tab
        writer.begin()
        writer.mode("deep")
        writer.say("Does heat bleach corals?")
        tab.see("Marine heatwaves cause coral bleaching")
        tab.see("Write with this")
        tab.reload()
        tab.see("Marine heatwaves cause coral bleaching")
        tab.click("Write with this")
        assert "Marine heatwaves" in tab.js("document.querySelector('.chip').textContent")
        assert tab.focused() == "Message"
