"""Long histories: what is cut off, when, and what is said instead."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.drafting.budget import count_tokens
from backend.drafting.history import PastDraft, PastMessage, decision, historical
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
    assert summary.text.startswith("- (earlier messages are left out)\n- ")
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
        ("<thinking>Hm.</thinking>- He wants SI units.", "- He wants SI units."),
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


def test_a_message_costs_its_words_under_the_marker_and_four_tokens_for_its_turn():
    message = PastMessage("user", "word " * 50)
    assert message_tokens(message) == count_tokens(historical(message).content) + 4


def test_a_cut_leaves_three_fifths_of_the_budget_and_no_answer_in_front():
    messages = talk(50)
    each, budget = max(map(message_tokens, messages)), 1_000
    for number in range(2, 100, 2):
        kept = messages[first_kept(messages[:number], budget) : number]
        spent = sum(map(message_tokens, kept))
        if len(kept) < number:
            assert 0.6 * budget - 3 * each <= spent <= budget
    first_cut = next(number for number in range(100) if first_kept(messages[:number], budget))
    kept = messages[first_kept(messages[:first_cut], budget) : first_cut]
    assert sum(map(message_tokens, kept)) <= 0.6 * budget and kept[0].role == "user"


def test_what_the_summary_says_is_taken_from_the_room_of_the_messages():
    messages, tokens = talk(40), 2_000
    short, long = Summary("- old", 2), Summary("- old " * 300, 2)
    assert first_shown(messages, long, tokens) > first_shown(messages, short, tokens)
    for summary in (short, long):
        first = first_shown(messages, summary, tokens)
        assert count_tokens(summary.text) + sum(map(message_tokens, messages[first:])) <= tokens


def test_a_plan_extends_the_summary_up_to_what_is_shown_within_a_fifth_of_the_budget():
    messages = talk(40)
    plan = plan_summary(messages, Summary("- old", 4), 2_000)
    assert plan.tokens == 400 and plan.previous.upto == 4
    assert plan.messages == tuple(messages[4 : plan.upto]) and plan.upto == first_shown(messages, plan.previous, 2_000)
    assert plan_summary(messages[: plan.upto], Summary("- old", 999), 2_000) is None, "it stands for all there is"


def test_the_system_model_may_answer_twice_as_long_and_is_asked_for_forty_words_at_least():
    asked = request(SummaryPlan(None, tuple(talk(1)), 2, 500))
    assert (asked.max_tokens, asked.temperature) == (1_000, 0.2)
    assert "at most 40 words" in request(SummaryPlan(None, tuple(talk(1)), 2, 50)).turns[0].content


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("One thing. Another.", "One thing."),
        ("Is it 3.5 mm? Yes.", "Is it 3.5 mm?"),
        ("潮汐上涨。然后下降。", "潮汐上涨。"),
        ("So it goes… And on.", "So it goes…"),
        ("No end", "No end"),
        ("Over\ntwo lines! More.", "Over two lines!"),
    ],
)
def test_the_first_sentence_of_an_answer_is_kept(said, kept):
    plan = SummaryPlan(None, (PastMessage("assistant", said),), 1, 300)
    assert extract(plan).text == f"- Assistant: {kept}"


def test_long_instructions_and_sentences_are_cut_and_say_so():
    plan = SummaryPlan(None, (PastMessage("user", "word " * 300), PastMessage("assistant", "word " * 300)), 2, 900)
    instruction, answer = extract(plan).text.splitlines()
    assert instruction.endswith("word …") and answer.endswith("word …")
    assert 50 <= count_tokens(instruction) <= 66 and 22 <= count_tokens(answer) <= 36


def test_a_draft_is_told_with_what_became_of_it():
    draft = PastDraft("3f2a91bc-aaaa", "rejected", reason="Too long.")
    plan = SummaryPlan(None, (PastMessage("assistant", "", "Bees dance. They fly.", draft=draft),), 1, 300)
    assert extract(plan).text == f"- Assistant: (drafted: Bees dance.; {decision(draft)})"


def test_over_its_budget_the_oldest_lines_go_to_three_fifths_of_it():
    messages = tuple(PastMessage("user", f"Wish {number} is here.") for number in range(100))
    lines = extract(SummaryPlan(None, messages, 100, 200)).text.splitlines()
    assert lines[0] == "- (earlier messages are left out)" and lines[-1] == "- User: Wish 99 is here."
    spent = sum(count_tokens(line) + 1 for line in lines[1:])
    assert 0.6 * 200 - 12 <= spent <= 0.6 * 200
