"""Which questions may be answered from what was answered before."""

import pytest

from backend.drafting.answer_key import key_of, stands_alone
from backend.drafting.briefing import Briefing, DocumentContext, Pending, Rewriting
from backend.drafting.highlights import AttachedSection
from backend.kernel.search_requests import SearchOptions

QUESTION = Briefing("research", "What is known about canopy cover?")


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("What is known about canopy cover?", True),
        ("Which studies measured street temperatures in Madison", True),
        ("What else is known about canopy cover?", False),
        ("How large is it in narrow streets?", False),
        ("And the others in the table", False),
        ("Canopy cover?", False),
    ],
)
def test_a_question_stands_alone_or_leans(question, alone):
    assert stands_alone(question) is alone


def test_the_key_follows_all_that_the_answer_depends_on():
    same = Briefing("research", "what is  known about canopy COVER?")
    assert key_of(QUESTION, "sonar") == key_of(same, "sonar")
    others = [
        key_of(QUESTION, "sonar-pro"),
        key_of(QUESTION, "sonar", SearchOptions("academic")),
        key_of(Briefing("research", "What is known about street trees?"), "sonar"),
        key_of(Briefing(QUESTION.mode, QUESTION.message, document=DocumentContext("Text.")), "sonar"),
        key_of(Briefing(QUESTION.mode, QUESTION.message, highlights=(AttachedSection("highlight", "x"),)), "sonar"),
    ]
    assert None not in others and len({key_of(QUESTION, "sonar"), *others}) == 6


@pytest.mark.parametrize(
    "briefing",
    [
        Briefing("write", QUESTION.message),
        Briefing("research", QUESTION.message, pending=(Pending("Text."),)),
        Briefing("research", QUESTION.message, rewrite=Rewriting("x", "y")),
    ],
)
def test_writing_is_never_answered_from_before(briefing):
    assert key_of(briefing, "sonar") is None
