"""Text that cites by keys, from the first token to a Word file: Sonar's numbers, a model's own keys, quotations."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest

from backend.bootstrap import create_app, prepare
from backend.kernel.sse import Decoder
from tests.closing import close_app
from tests.researcher import Researcher
from tests.sonar_stand_in import Answer, SonarStandIn
from tests.waiting import until

PAPER = "# Trees in streets\n\n## Findings\n\nWe measured shade.\n"
BIB = """@article{bergShade, title={Shade of linden trees}, author={Berg, Ana}, journal={Urban Climate}, year={2021},
 volume={38}, pages={1--9}, abstract={Linden trees lowered the temperature of asphalt by nine degrees at noon.}}"""
EVENTS = {"Accept": "text/event-stream"}


def answer(content: str, *sources: str) -> Answer:
    return Answer(
        json.dumps(
            {"intent": "new", "draft": "", "message": "Here.", "document_content": content, "sources": list(sources),
             "new_types": []}
        )
    )  # fmt: skip


@pytest.fixture
def start(environ):
    made = []

    def start_one(**settings: str) -> Researcher:
        app = create_app(environ=environ | {f"COSCRIBE_{name}": value for name, value in settings.items()})
        made.append(app)
        prepare(app)
        researcher = Researcher(app)
        researcher.bring(PAPER)
        researcher.call("PATCH", researcher.path, {"citations": "keys"})
        return researcher

    yield start_one
    for app in made:
        close_app(app)


def streamed(researcher: Researcher, message: str) -> tuple[list[str], dict]:
    """What was shown of the content after each token, and the answer."""
    body = {"session_id": researcher.session, "message": message}
    told = researcher.client.post("/api/chat/message", json=body, headers=researcher.headers | EVENTS)
    states, shown, final = [], "", None
    for event in Decoder().feed(told.data):
        data = json.loads(event.data) if event.data else {}
        if event.event == "token" and data["channel"] == "document_content":
            shown = shown[: data["offset"]] + data["text"]
            states.append(shown)
        if event.event == "final_answer":
            final = data
    assert final is not None and shown == final["document_content"], told.text[-500:]
    return states, final


def shelve(researcher: Researcher) -> None:
    sent = {"file": (io.BytesIO(BIB.encode()), "refs.bib")}
    work = researcher.client.post("/api/library", data=sent, headers=researcher.headers).json
    until(lambda: researcher.call("GET", f"/api/library/{work['id']}")["status"] == "ready" or None)
    researcher.call("PATCH", researcher.path, {"library": "all"})


def exported(researcher: Researcher, style: str) -> str:
    """The words of the Word file in this style."""
    pytest.importorskip("pypandoc")
    answer = researcher.client.get(f"{researcher.path}/export?format=docx&style={style}", headers=researcher.headers)
    assert answer.status_code == 200, answer.text
    with zipfile.ZipFile(io.BytesIO(answer.data)) as file:
        return re.sub(r"<[^>]+>", "", file.read("word/document.xml").decode().replace("</w:p>", "\n"))


@pytest.mark.parametrize("mode", ["full", "concise"])
def test_sonars_numbers_are_keys(start, mode):
    with SonarStandIn() as sonar:
        sonar.answer = answer("Shade cools streets [1]. Others doubt that [2][9].", "https://example.org/survey")
        researcher = start(WRITER="perplexity", WRITER_BASE_URL=sonar.url, WRITER_API_KEY=sonar.key)
        states, final = streamed(researcher, "Add a paragraph on shade to the findings.")
        assert sonar.violations == []
    assert final["document_content"] == "Shade cools streets [@survey2024things]. Others doubt that [@other2023things]."
    assert not any(re.search(r"\[\d", state) for state in states), "no number is ever shown"
    assert any("[9]" in each for each in final["warnings"])
    approved = researcher.decide("approve")
    assert "[@survey2024things]" in approved["document"]
    told = researcher.call("GET", f"{researcher.path}/references")
    assert {each["key"] for each in told["items"]} == {"survey2024things", "other2023things"} and told["missing"] == []


def test_a_models_own_keys_are_checked_and_cited_in_three_styles(start):
    with SonarStandIn(strict=False) as model:
        content = "Shade cools asphalt [@bergShade, p. 3], which nobody doubts [@invented2020work]."
        model.answer = answer(content, "Berg (2021). Shade of linden trees")
        researcher = start(WRITER="openai", WRITER_BASE_URL=model.url, WRITER_API_KEY=model.key, WRITER_MODEL="m")
        shelve(researcher)
        states, final = streamed(researcher, "Add a sentence on how much shade lowers the temperature of asphalt.")
        prompt = json.dumps(model.requests[0].body)
    assert "[@bergShade]" in prompt and "cite each source in the sentence that uses it" in prompt
    assert all(content.startswith(state) for state in states), "nothing that was shown is taken back"
    assert final["document_content"] == content
    assert [each for each in final["warnings"] if "@invented2020work" in each and "@bergShade" not in each]
    researcher.decide("approve")
    told = researcher.call("GET", f"{researcher.path}/references")
    assert [(each["key"], each["origin"]) for each in told["items"]] == [("bergShade", "library")]
    assert told["missing"] == ["invented2020work"]
    assert "Berg, A. (2021). Shade of linden trees" in exported(researcher, "apa")
    assert "[1]" in exported(researcher, "ieee") and "A. Berg" in exported(researcher, "ieee")
    assert "Berg, Ana" in exported(researcher, "chicago-author-date")


def test_the_keyless_writer_cites_its_quotations_by_key_and_a_rewrite_keeps_them(start):
    researcher = start()
    shelve(researcher)
    _, final = streamed(researcher, "Add a sentence on how much linden trees lower the temperature of asphalt.")
    assert final["document_content"].endswith("” [@bergShade]."), final["document_content"]
    again = researcher.decide("rewrite", instruction="Write it anew.")
    assert "[@bergShade]" in (again["document_content"] or final["document_content"])
    researcher.decide("approve")
    assert researcher.call("GET", f"{researcher.path}/references")["items"][0]["csl"]["volume"] == "38"


LEE = {
    "id": "lee_roots", "type": "book", "title": "Roots and pavements", "author": [{"family": "Lee"}],
    "DOI": "10.1234/roots",
}  # fmt: skip
LIFTED = {
    "type": "highlight", "content": "Roots lift pavements within nine years.", "source": "https://doi.org/10.1234/roots"
}  # fmt: skip


def test_the_keyless_writer_cites_a_highlight_by_the_key_of_its_source(start):
    researcher = start()
    researcher.call("POST", f"{researcher.path}/references", [LEE], 201)
    final = researcher.send("Add a sentence on roots from the highlight.", LIFTED)
    assert final["document_content"] == "“Roots lift pavements within nine years” [@lee_roots]."
    assert [each["title"] for each in final["citations"]] == ["Roots and pavements"]
    researcher.decide("approve")
    told = researcher.call("GET", f"{researcher.path}/references")
    assert [(each["key"], each["cited"]) for each in told["items"]] == [("lee_roots", 1)] and told["missing"] == []


def test_a_model_is_told_the_key_of_a_highlights_source(start):
    with SonarStandIn(strict=False) as model:
        model.answer = answer("Roots lift pavements [@lee_roots].", "Lee, Roots and pavements, doi:10.1234/roots")
        researcher = start(WRITER="openai", WRITER_BASE_URL=model.url, WRITER_API_KEY=model.key, WRITER_MODEL="m")
        researcher.call("POST", f"{researcher.path}/references", [LEE], 201)
        final = researcher.send("Add a sentence on roots.", LIFTED)
        assert "Cite it as: [@lee_roots]" in json.dumps(model.requests[0].body)
    assert [each["metadata"]["key"] for each in final["citations"]] == ["lee_roots"] and final["warnings"] == []


def test_references_of_the_session_are_offered_and_cited(start):
    with SonarStandIn(strict=False) as model:
        model.answer = answer("Roots break pavements [@lee_roots].")
        researcher = start(WRITER="openai", WRITER_BASE_URL=model.url, WRITER_API_KEY=model.key, WRITER_MODEL="m")
        item = {"id": "lee_roots", "type": "book", "title": "Roots and pavements", "author": [{"family": "Lee"}]}
        researcher.call("POST", f"{researcher.path}/references", [item], 201)
        _, final = streamed(researcher, "Add a sentence on roots.")
        assert "[@lee_roots] Lee. Roots and pavements" in json.dumps(model.requests[0].body)
    assert final["warnings"] == [] and final["citations"][0]["title"] == "Roots and pavements"
    assert final["sources"] == ["Lee. Roots and pavements"]
