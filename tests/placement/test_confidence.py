"""What a place rests on, and how sure that makes it."""

from __future__ import annotations

from typing import get_args

import pytest

from backend.placement.confidence import RATES, SURE, Evidence, weaker
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
