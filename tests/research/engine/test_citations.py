"""What is cited is there, and each source has one name."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from backend.kernel.events import silent
from backend.kernel.exchange import AnswerSchema
from backend.kernel.works import Source
from backend.sources.identifiers import source_id
from tests.canned import CannedServices
from tests.fakes import ScriptedModel
from tests.research.engine.asking import (
    FOUND,
    SAID,
    SHOWN,
    STORMS,
    TIDES,
    A,
    B,
    Hearing,
    inquiry,
    sonar,
)


def test_every_cited_source_is_there_and_what_is_not_is_removed_and_counted() -> None:
    found = sonar(ScriptedModel(SAID)).answer(inquiry(), silent)
    assert (found.text, found.cited, found.removed) == (SHOWN, (A, B), 1)
    assert {source_id(each) for each in found.sources} == {A, B}
    assert found.support > 0


def test_the_same_works_have_the_same_ids_in_every_call() -> None:
    def ids(*found: Source) -> set[str]:
        services = CannedServices(searxng=found)
        return {
            source_id(each) for each in sonar(ScriptedModel("x"), services=services).answer(inquiry(), silent).sources
        }

    assert ids(TIDES, STORMS) == ids(STORMS, replace(TIDES, url="http://www.a.example/tides/?utm_source=x")) == {A, B}


def test_a_work_that_two_services_and_two_queries_find_is_one_source() -> None:
    services = CannedServices(searxng=FOUND, crossref=(replace(STORMS, url=None, authors=("Ann Lee",)), TIDES))
    system = ScriptedModel('{"queries": ["mangroves tides", "mangroves storms"]}')
    found = sonar(ScriptedModel(SAID), system, services=services).answer(inquiry(), silent)
    assert sorted(map(source_id, found.sources)) == sorted({A, B})
    assert next(each for each in found.sources if source_id(each) == B).authors == ("Ann Lee",)
    assert len(services.asked) == 2


def test_numbered_marks_are_the_places_of_their_sources() -> None:
    found = sonar(ScriptedModel(SAID)).answer(inquiry(numbered=True), silent)
    place = {source_id(each): number for number, each in enumerate(found.sources, start=1)}
    assert found.text == SHOWN.replace(A, str(place[A])).replace(B, str(place[B]))
    assert (found.cited, found.removed) == ((A, B), 1) and found.support > 0


def test_what_the_model_points_to_by_itself_is_told_and_among_numbers_no_mark() -> None:
    said = f"The tides do [{A}], as others say [1][99] (https://made.up/x, https://a.example/tides)."
    found = sonar(ScriptedModel(said)).answer(inquiry(), silent)
    assert found.text == said and found.cited == (A,)
    assert found.doubts == (
        "These citation marks in the answer have no source: [1], [99]. Check the sentences with them.",
        "No source contains these addresses given in the answer: https://made.up/x. They may be invented.",
    )
    numbered = sonar(ScriptedModel(said)).answer(inquiry(numbered=True), silent)
    assert re.findall(r"\[\d+\]", numbered.text) == [f"[{[source_id(each) for each in found.sources].index(A) + 1}]"]
    assert numbered.doubts == found.doubts and "［1]［99]" in numbered.text
    assert sonar().answer(inquiry(), silent).doubts == (), "quotations are the sources' own words"


def test_an_answer_in_a_schema_names_whole_sources_and_has_no_marks() -> None:
    schema = AnswerSchema("a", {"type": "object", "properties": {"text": {"type": "string"}}})
    said = json.dumps({"text": f"The tides do [{A}].", "sources": [B, "sx_00000000"]})
    chat = ScriptedModel(said)
    found = sonar(chat).answer(inquiry(schema=schema), silent)
    made = json.loads(found.text)
    assert made["text"] == "The tides do." and made["sources"][1] == ""
    assert "10.1234/storms" in made["sources"][0] and "Storms" in made["sources"][0]
    assert set(found.cited) == {A, B} and found.removed == 1
    assert chat.requests[0].schema == schema


def test_without_a_model_the_schema_is_kept_too() -> None:
    schema = AnswerSchema(
        "a",
        {
            "type": "object",
            "properties": {"answer": {"type": "string"}, "sources": {"type": "array", "items": {"type": "string"}}},
        },
    )
    made = json.loads(sonar().answer(inquiry(schema=schema), silent).text)
    assert "flood mangroves" in made["answer"] and "[sx_" not in made["answer"]
    assert any("https://a.example/tides" in each for each in made["sources"])


def test_without_a_model_every_sentence_is_a_sources_own_with_its_mark() -> None:
    hearing = Hearing()
    found = sonar().answer(inquiry(), silent, hearing)
    quoted = [line for line in found.text.splitlines() if line.startswith("- ")]
    assert quoted and set(found.cited) <= {A, B} and found.removed == 0
    contents = {A: TIDES.content, B: STORMS.content}
    for line in quoted:
        sentence, mark = re.fullmatch(r"- (.+) \[(sx_\w+)\]", line).groups()  # type: ignore[union-attr]
        assert sentence in contents[mark]
    assert "".join(hearing.all("text")) == found.text and found.provider == "extractive"
