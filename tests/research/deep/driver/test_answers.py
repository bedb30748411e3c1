"""The whole answer of a deep research."""

from __future__ import annotations

from typing import Any

from backend.kernel.exchange import Usage
from backend.kernel.works import Source
from backend.ports import ResearchPorts
from backend.research.deep.rounds import Course
from backend.research.engine import SelfHostedSonar
from backend.research.inquiry import Findings, Inquiry
from backend.sources.identifiers import source_id
from tests.fakes import CannedServices, ScriptedModel
from tests.research.deep.driver.driving import PLAN, QUESTION, TALK, Costing, Ran, parts, reviewed, works


def answered(ports: ResearchPorts, **inquiry: Any) -> Findings:
    return SelfHostedSonar(ports).answer(Inquiry(TALK, effort="low", deep=True, **inquiry), lambda event: None)


def course(findings: Findings) -> Course:
    assert findings.course is not None
    return findings.course


def test_the_answer_is_written_from_all_rounds_with_citations() -> None:
    late = works("coral adaptation decades")[0]
    system = ScriptedModel(PLAN, reviewed(50, "refine_strategy", "coral adaptation decades"), reviewed(80))
    chat = ScriptedModel(f"Corals adapt slowly [{source_id(late)}], or not [sx_00000000].")
    findings = answered(parts(system, chat))
    assert findings.text == f"Corals adapt slowly [{source_id(late)}], or not."
    assert findings.cited == (source_id(late),)
    assert len(findings.sources) == 13
    assert course(findings).state.confidence == 80
    assert [step.name for step in findings.steps] == [
        "plan", "search", "review", "search", "review", "end", "synthesise",
    ]  # fmt: skip
    shown = chat.requests[0].turns[-1].content
    assert late.title in shown and QUESTION in shown


def test_an_answer_cut_short_says_so_in_words() -> None:
    system = Costing(PLAN, reviewed(10, "refine_strategy", "one more"))
    findings = answered(parts(system, ScriptedModel("Some answer."), searches=2))
    assert findings.text.startswith("Some answer.\n\n*The search ended after 1 round, when its budget of 2 searches")
    assert findings.text.endswith("The answer rests on what had been found by then.*")
    whole = answered(parts(ScriptedModel(PLAN, reviewed(90)), ScriptedModel("All of it.")))
    assert whole.text == "All of it."


def test_what_planning_and_reviewing_cost_is_part_of_the_usage() -> None:
    findings = answered(parts(Costing(PLAN, reviewed(90)), ScriptedModel("An answer.")))
    assert findings.usage == Usage(200, 40, 0.02)
    assert course(findings).spent.tokens == 240


def test_without_any_model_it_quotes_what_the_rounds_found() -> None:
    findings = answered(parts())
    assert findings.provider == "extractive" and findings.cited
    assert findings.course is not None
    assert set(findings.cited) <= {source_id(each) for each in findings.sources}


def test_what_only_the_words_of_a_view_find_is_no_source() -> None:
    """Without a model the plan adds words of its own, which match by themselves."""
    stray = Source(
        "Reviewing", "https://example.org/stray", content="Peer reviewers wrote a systematic review overview."
    )
    reef = Source("Reefs", "https://example.org/reef", content="Acidification dissolves coral reefs.")
    ran = Ran(parts(services=CannedServices(lambda query: [stray, reef] if "review" in query else [reef])))
    assert "systematic review" in " ".join(ran.state.executed)
    assert [each.title for each in ran.found.sources] == ["Reefs"]
