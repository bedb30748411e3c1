"""What a place rests on, and how sure that makes it."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from backend.mentions.referents import Target
from backend.mentions.section_names import NamedSection
from backend.placement.confidence import RATES, SURE, Evidence, evidence_for, weaker
from backend.placement.request.asked_place import PlacementRequest
from backend.placement.rules import decide
from tests.placement.wordings import DOCUMENT, PLAIN, SECTION


@pytest.mark.parametrize(
    ("messages", "content", "evidence"),
    [
        (["Put it at the end of Discussion."], PLAIN, "clear"),
        (["After the second paragraph of the Introduction."], PLAIN, "clear"),
        (["Put it at the very end of the paper."], PLAIN, "edge"),
        (["Write about ferries."], PLAIN, "resemblance"),
        (["Write about ferries."], SECTION, "usual place"),
        (["Write about ferries.", "It resonates with the discussion."], PLAIN, "only named"),
        (["Put it into “Ferries and banks”."], PLAIN, "resemblance"),
        ([], PLAIN, "resemblance"),
    ],
)
def test_a_place_says_what_it_rests_on(messages: list[str], content: str, evidence: Evidence):
    decision = decide(DOCUMENT, content, messages)
    assert decision.evidence == evidence
    assert decision.placement.confidence == RATES[evidence]
    assert decision.sure is (RATES[evidence] >= SURE)
    assert all(each.confidence <= RATES[evidence] for each in decision.candidates)


@pytest.mark.parametrize("how", ["full", "part", "typo", "synonym"])
@pytest.mark.parametrize(("strength", "understood"), [(0.74, False), (0.75, False), (0.74, True)])
def test_other_words_than_those_of_a_heading_name_it_loosely_unless_the_rest_is_clear(how, strength, understood):
    target = Target("section", 1.0, 0, sections=(1,), mention=NamedSection(0, 1, (1,), 1.0, how))
    asked = PlacementRequest("in", target, strength=strength, understood=understood)
    loose = how in ("part", "synonym") and strength < 0.75 and not understood
    assert evidence_for(asked) == ("loose name" if loose else "clear")


@pytest.mark.parametrize(
    ("target", "strength", "evidence"),
    [
        (None, 0.9, "resemblance"),
        (Target("document", 1.0, 0), 0.55, "edge"),
        (Target("document", 1.0, 0), 0.54, "doubtful"),
        (Target("block", 1.0, 0), 0.6, "clear"),
        (Target("block", 1.0, 0), 0.59, "weak description"),
        (Target("section", 1.0, 0, sections=(1,)), 0.9, "only named"),
    ],
)
def test_a_place_is_as_clear_as_the_words_for_it(target: Target | None, strength: float, evidence: Evidence):
    asked = PlacementRequest("in", target, strength=strength)
    assert evidence_for(asked) == evidence
    assert evidence_for(replace(asked, unclear=True)) == ("doubtful" if target else "resemblance")
    assert evidence_for(None) == "resemblance"


def test_where_it_is_not_sure_there_is_something_to_choose_from():
    decision = decide(DOCUMENT, PLAIN, ["Write about ferries.", "It resonates with the discussion."])
    assert not decision.sure
    assert len(decision.candidates) > 1
    assert decision.placement.section == ("Ice on northern rivers", "Discussion")


def test_every_kind_of_evidence_has_a_rate():
    assert set(RATES) == set(get_args(Evidence))
    assert all(0 < rate < 1 for rate in RATES.values())


def test_a_doubt_never_makes_evidence_stronger():
    assert weaker("clear") == "doubtful"
    assert weaker("resemblance") == "resemblance"
