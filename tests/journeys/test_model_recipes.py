"""Each recipe of docs/models.md runs as it is written, against a server on loopback that speaks its vendor's form."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from backend.bootstrap import create_app, prepare
from backend.providers.presets import PRESETS
from tests.closing import close_app
from tests.researcher import Researcher
from tests.searxng_stand_in import SearxngStandIn
from tests.sonar_stand_in import Answer, SonarStandIn

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
RECIPES = re.findall(r"^```sh\n(.*?)^```", GUIDE, re.M | re.S)
PAPER = "# A paper\n\n## Methods\n\nWe measured.\n\n## Results\n\nIt rained.\n"
REPLY = {
    "intent": "new",
    "draft": "",
    "message": "Done.",
    "document_content": "A new sentence.",
    "sources": [],
    "new_types": [],
}
PLAN = {
    "operation": "append_to_section",
    "block": 1,
    "section": "Methods",
    "position": "end",
    "heading": None,
    "reason": "x",
}


def settings_of(recipe: str) -> dict[str, str]:
    """The variables of a recipe, with a key in place of each ellipsis."""
    lines = (line.split("#")[0].strip() for line in recipe.splitlines())
    return {
        name: value.replace("…", "pplx-test-key") for name, _, value in (line.partition("=") for line in lines if line)
    }


def recipe_with(name: str) -> dict[str, str]:
    return next(told for told in map(settings_of, RECIPES) if name in told.values() or name in told)


@pytest.fixture
def started(tmp_path):
    """Start a server with the settings of a recipe."""
    apps = []

    def start(told: dict[str, str], **more: str) -> Researcher:
        app = create_app(environ={"COSCRIBE_DATA_DIR": str(tmp_path), "COSCRIBE_LOG_LEVEL": "CRITICAL", **told, **more})
        prepare(app)
        apps.append(app)
        return Researcher(app)

    yield start
    for each in apps:
        close_app(each)


@pytest.fixture
def server():
    """A server of OpenAI's form, which drafts and places."""
    with SonarStandIn(strict=False) as stand_in:
        stand_in.answer = Answer(json.dumps(REPLY), results=())
        yield stand_in


def test_perplexity_drafts_and_another_model_places(started, server, monkeypatch):
    told = recipe_with("PERPLEXITY_API_KEY")
    monkeypatch.setitem(PRESETS, "openai", server.url)
    server.answer = Answer(json.dumps(PLAN), results=())
    with SonarStandIn() as sonar:
        sonar.answer = Answer(json.dumps(REPLY))
        researcher = started(told, COSCRIBE_WRITER_BASE_URL=sonar.url)
        researcher.bring(PAPER)
        assert researcher.send("Add a sentence to Methods.")["document_content"] == "A new sentence."
        assert researcher.decide("preview")["placement"]["section"][-1] == "Methods"
        assert sonar.violations == [] and sonar.requests
    assert {each.body["model"] for each in server.requests} == {told["COSCRIBE_PLACER_MODEL"]}


@pytest.mark.parametrize("preset", ["groq", "ollama", "vllm"])
def test_a_compatible_server_drafts_and_places(started, server, monkeypatch, preset):
    told = recipe_with(preset)
    monkeypatch.setitem(PRESETS, preset, server.url)
    researcher = started(told)
    researcher.bring(PAPER)
    assert researcher.send("Add a sentence to Methods.")["document_content"] == "A new sentence."
    server.answer = Answer(json.dumps(PLAN), results=())
    assert researcher.decide("preview")["placement"]["section"][-1] == "Methods"
    assert {each.body["model"] for each in server.requests} == {told["COSCRIBE_WRITER_MODEL"]}
    assert len(server.requests) >= 2, "one drafted, one placed"


def test_searxng_searches_and_a_local_model_answers(started, server, monkeypatch):
    told = recipe_with("COSCRIBE_SEARXNG_URL")
    monkeypatch.setitem(PRESETS, told["COSCRIBE_SYSTEM_MODEL_BASE_URL"], server.url)
    server.answer = Answer('{"queries": ["coral bleaching"]}', results=())
    with SearxngStandIn() as searxng:
        researcher = started(told | {"COSCRIBE_SEARXNG_URL": searxng.url})
        found = researcher.call("POST", "/api/search", {"query": "coral bleaching"})
        assert len(found["results"]) == 3 and not found["failures"]
        assert researcher.call("POST", "/api/ask", {"question": "What causes coral bleaching?"})["sources"]
        assert searxng.queries
    assert {each.body["model"] for each in server.requests} == {told["COSCRIBE_SYSTEM_MODEL"]}


def test_every_recipe_is_run():
    named = ("PERPLEXITY_API_KEY", "groq", "ollama", "vllm", "COSCRIBE_SEARXNG_URL")
    assert [settings_of(each) for each in RECIPES] == [recipe_with(each) for each in named]


def test_the_settings_of_searxng_are_what_it_reads():
    (told,) = map(yaml.safe_load, re.findall(r"^```yaml\n(.*?)^```", GUIDE, re.M | re.S))
    assert told["search"]["formats"] == ["html", "json"] and told["server"]["limiter"] is False
