"""Long histories: what is cut off, when, and what is said instead."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.drafting.budget import count_tokens
from backend.drafting.history import PastMessage
from backend.drafting.summary import (
    Summary,
    SummaryPlan,
    accept,
    extract,
    first_kept,
    first_shown,
    message_tokens,
    plan_summary,
    request,
)

law = settings(max_examples=60, deadline=None)

roles = st.sampled_from(["user", "assistant"])
chats = st.lists(st.builds(PastMessage, roles, st.integers(1, 120).map("word ".__mul__)), max_size=40)


def talk(exchanges: int, words: int = 30) -> list[PastMessage]:
    return [
        PastMessage(role, f"{role} {number} " + "word " * words)
        for number in range(exchanges)
        for role in ("user", "assistant")
    ]


@law
@given(chats, st.integers(50, 900))
def test_what_is_kept_fits_and_begins_with_the_user(messages, tokens):
    first = first_kept(messages, tokens)
    assert sum(map(message_tokens, messages[first:])) <= tokens
    assert first in (0, len(messages)) or messages[first].role == "user"


@law
@given(chats, chats, st.integers(50, 900))
def test_the_cut_depends_on_the_past_alone(messages, later, tokens):
    """The cut only moves forward, and each new message moves it only when the budget is spent again."""
    cuts = [first_kept([*messages, *later][:number], tokens) for number in range(len(messages) + len(later) + 1)]
    assert cuts == sorted(cuts)


def test_a_cut_stays_for_many_turns():
    messages = talk(100)
    cuts = {first_kept(messages[:number], 4000) for number in range(0, 201, 2)}
    assert len(cuts) < 12


def test_a_short_history_needs_no_summary():
    assert plan_summary(talk(3), None, 10_000) is None
    assert plan_summary([], Summary("- old", 7), 10_000) is None


def test_a_summary_is_extended_never_begun_anew():
    messages, summary, seen = talk(60), None, []
    for number in range(0, len(messages) + 1, 2):
        plan = plan_summary(messages[:number], summary, 3000)
        if plan:
            assert plan.previous == summary
            seen += plan.messages
            summary = extract(plan)
            assert plan_summary(messages[:number], summary, 3000) is None, "one plan is enough"
            assert first_shown(messages[:number], summary, 3000) == summary.upto, "nothing is lost between the two"
    assert summary is not None
    assert seen == messages[: summary.upto], "every message is summarised once"


def test_without_a_model_instructions_and_first_sentences_stay():
    plan = SummaryPlan(
        Summary("- User: Call them participants.", 2),
        (
            PastMessage("user", "Write about\nbees. Keep it short."),
            PastMessage("assistant", "I wrote a paragraph. It has two parts.", "Bees dance. They fly."),
            PastMessage("user", "Thanks"),
            PastMessage("assistant", ""),
        ),
        6,
        200,
    )
    assert extract(plan) == Summary(
        "- User: Call them participants.\n"
        "- User: Write about bees. Keep it short.\n"
        "- Assistant: I wrote a paragraph. (drafted: Bees dance.)\n"
        "- User: Thanks",
        6,
    )


def test_an_extracted_summary_stays_in_its_budget_and_says_what_it_lost():
    summary = None
    for number in range(30):
        summary = extract(SummaryPlan(summary, tuple(talk(4, words=60)), number, 300))
        assert count_tokens(summary.text) <= 300
    assert summary.text.startswith("- (what came before is left out)\n- ")
    assert summary.text.count("left out") == 1


def test_the_system_model_is_asked_with_what_there_is():
    plan = SummaryPlan(Summary("- Researcher wants SI units.", 2), tuple(talk(1)), 4, 500)
    asked = request(plan)
    (turn,) = asked.turns
    assert turn.role == "user" and asked.search is False
    assert "- Researcher wants SI units." in turn.content
    assert "Researcher: user 0" in turn.content and "Assistant: assistant 0" in turn.content
    assert "at most 300 words" in turn.content


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("- He wants SI units.", "- He wants SI units."),
        ("<think>Hm.</think>\n- He wants SI units.\n", "- He wants SI units."),
        ("  ", "- User: Use SI units."),
        ("<think>never ends", "- User: Use SI units."),
    ],
)
def test_an_empty_answer_falls_back_to_extraction(answer, text):
    plan = SummaryPlan(None, (PastMessage("user", "Use SI units."),), 1, 300)
    assert accept(plan, answer) == Summary(text, 1)


def test_an_endless_answer_is_cut():
    plan = SummaryPlan(None, (PastMessage("user", "Use SI units."),), 1, 100)
    assert count_tokens(accept(plan, "- One thing. " * 1000).text) <= 100
