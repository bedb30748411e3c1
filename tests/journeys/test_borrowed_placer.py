"""A draft is placed by the nearest model where none is set for placing: at an approval, and never at a message."""

from __future__ import annotations

import json

import pytest

from tests.researcher import Researcher
from tests.sonar_stand_in import Answer, SonarStandIn

PAPER = "# Title\n\nOpening words.\n\n## Methods\n\nWe measured.\n\n## Results\n\nIt was warm.\n"
DRAFT = {"message": "Here.", "document_content": "A new sentence.", "document_structure": [], "sources": []}


def drafted():
    return Answer(json.dumps(DRAFT | {"new_types": []}), results=())


def planned(**values):
    return Answer(json.dumps({"section": None, "heading": None, "reason": "so"} | values), results=())


@pytest.fixture
def sonar():
    with SonarStandIn() as server:
        server.script(drafted())
        yield server
        assert server.violations == []


@pytest.fixture
def environ(environ, sonar):
    nearest = {"COSCRIBE_WRITER": "auto", "COSCRIBE_PLACER": "auto"}
    return environ | nearest | {"COSCRIBE_WRITER_BASE_URL": sonar.url, "PERPLEXITY_API_KEY": sonar.key}


@pytest.fixture
def researcher(app):
    made = Researcher(app)
    made.bring(PAPER)
    return made


def test_the_small_sonar_places_without_searching_and_once_for_preview_and_approval(researcher, sonar):
    researcher.send("Add a sentence to Methods.")
    assert len(sonar.requests) == 1
    sonar.script(planned(operation="append_to_section", block=2))
    shown = researcher.decide("preview")
    done = researcher.decide("approve")
    asked = sonar.requests[-1].body
    assert len(sonar.requests) == 2 and asked["model"] == "sonar" and asked["disable_search"] is True
    assert shown["placement"] == done["placement"] and done["placement"]["decided_by"] == "model" and done["sure"]
    assert done["document"] == PAPER.replace("We measured.\n", "We measured.\n\nA new sentence.\n")


def test_a_writer_that_answers_with_anything_else_costs_two_questions_and_no_text(researcher, sonar):
    researcher.send("Add a sentence to Methods.")
    sonar.answer = Answer('{"operation": "replace", "block": 0, "position": "section"}', results=())
    done = researcher.decide("approve")
    assert len(sonar.requests) == 3 and done["placement"]["decided_by"] == "rules"
    assert done["document"] == PAPER.replace("We measured.\n", "We measured.\n\nA new sentence.\n")
