"""Choose which older messages are left out of a prompt, and summarize them.

If the history is too long, far more of it is left out than necessary. So the first message in the prompt stays the same
for many turns, as prompt caches need. A model summarizes what is left out. Without a model, the summary consists of the
user's requests and the beginnings of the answers. When more is left out, the old summary is extended, and not written
again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.drafting.budget import TOKENS_PER_TURN, count_tokens, cut
from backend.drafting.history import PastMessage, decision, historical, message_text
from backend.kernel import prompts
from backend.kernel.exchange import ChatRequest, Turn, without_thoughts

#: The share (0 to 1) of its budget that the history has after older messages were left out. The rest is room for the
#: next turns. `python -m tests.bench.prefix` measures how much of a prompt stays the same from turn to turn.
KEPT_SHARE = 0.6
#: The share (0 to 1) of the history's budget that a summary may have. Chosen, not tuned.
SUMMARY_SHARE = 0.2
#: Number of words per token, with which a model is told the length of a summary. For the sample paper, the estimate in
#: budget.py gives 1.7 tokens per word, including its margin.
WORDS_PER_TOKEN = 0.6

_SENTENCE = re.compile(r".+?(?:[.!?…](?=\s|$)|[。！？]|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of older messages: `text` replaces the first `upto` messages of the session."""

    text: str
    upto: int


@dataclass(frozen=True, slots=True)
class SummaryPlan:
    """The next summary to write: `previous` extended by `messages`, in at most `tokens` tokens. It will replace the
    first `upto` messages of the session.
    """

    previous: Summary | None
    messages: tuple[PastMessage, ...]
    upto: int
    tokens: int


def first_kept(messages: Sequence[PastMessage], tokens: int, start: int = 0) -> int:
    """Return the index of the first message to keep in a history of at most `tokens` tokens. Messages before `start`
    are already summarized. If possible, the first message kept is the user's.

    The messages are added one after the other. Whenever they have too many tokens, the oldest ones are removed until at
    most the share `KEPT_SHARE` of `tokens` is left. So the result changes rarely while messages are added.
    """
    costs = dict(enumerate(map(message_tokens, messages[start:]), start))
    total, first = 0, start
    for number in range(start, len(messages)):
        total += costs[number]
        if total <= tokens:
            continue
        while first <= number and (total > tokens * KEPT_SHARE or messages[first].role == "assistant"):
            total -= costs[first]
            first += 1
    while start < first < len(messages) and messages[first].role == "assistant":
        first += 1
    return first


@lru_cache(maxsize=2048)
def message_tokens(message: PastMessage) -> int:
    """Return the number of tokens that a past message has in a prompt, with the marker above it."""
    return count_tokens(historical(message).content) + TOKENS_PER_TURN


def plan_summary(messages: Sequence[PastMessage], summary: Summary | None, tokens: int) -> SummaryPlan | None:
    """Return which messages to summarize; None if the summary and the remaining messages already have at most `tokens`
    tokens.

    `messages` are all messages of the session, including those that are already summarized.
    """
    done, first = behind(summary, messages), first_shown(messages, summary, tokens)
    if first <= done:
        return None
    return SummaryPlan(summary, tuple(messages[done:first]), first, int(tokens * SUMMARY_SHARE))


def behind(summary: Summary | None, messages: Sequence[PastMessage]) -> int:
    """Return how many of `messages` the summary replaces; 0 without a summary."""
    return min(summary.upto, len(messages)) if summary else 0


def first_shown(messages: Sequence[PastMessage], summary: Summary | None, tokens: int) -> int:
    """Return the index of the first message in the prompt. Summary and messages together may have `tokens` tokens."""
    taken = count_tokens(summary.text) if summary else 0
    return first_kept(messages, tokens - taken, behind(summary, messages))


def request(plan: SummaryPlan) -> ChatRequest:
    """Return the request that asks the system model for a summary."""
    text = prompts.render(
        "summarise",
        words=max(40, int(plan.tokens * WORDS_PER_TOKEN)),
        summary=plan.previous.text if plan.previous else "",
        messages=[_spoken(message) for message in plan.messages],
    )
    return ChatRequest(turns=(Turn("user", text),), temperature=0.2, max_tokens=plan.tokens * 2, search=False)


def accept(plan: SummaryPlan, answer: str) -> Summary:
    """Return the model's answer as the new summary; if the answer is empty, a summary made without a model."""
    text = without_thoughts(answer)
    return Summary(cut(text, plan.tokens), plan.upto) if text else extract(plan)


def extract(plan: SummaryPlan) -> Summary:
    """Return a summary made without a model: the user's requests, and the first sentence of each answer.

    If it is too long, the oldest lines are removed, and a line says so.
    """
    lines = plan.previous.text.splitlines() if plan.previous else []
    lines += [line for message in plan.messages if (line := _line(message))]
    left_out = [line for line in lines if line == _LEFT_OUT]
    lines = [line for line in lines if line != _LEFT_OUT]
    total = sum(count_tokens(line) + 1 for line in lines)
    if total > plan.tokens:
        left_out = [_LEFT_OUT]
        while len(lines) > 1 and total > plan.tokens * KEPT_SHARE:
            total -= count_tokens(lines.pop(0)) + 1
    return Summary("\n".join([*left_out, *lines]), plan.upto)


_LEFT_OUT = "- (earlier messages are left out)"
#: Maximum number of tokens of a message, and of the beginning of its answer, in a summary made without a model. Chosen,
#: not tuned.
_INSTRUCTION_TOKENS, _ANSWER_TOKENS = 60, 30


def _line(message: PastMessage) -> str:
    text = " ".join(message.content.split())
    if message.role == "user":
        return f"- User: {_shortened(text, _INSTRUCTION_TOKENS)}" if text else ""
    said = _shortened(_first_sentence(text), _ANSWER_TOKENS)
    begun = _shortened(_first_sentence(" ".join(message.document_content.split())), _ANSWER_TOKENS)
    state = f"; {decision(message.draft)}" if message.draft else ""
    drafted = f"(drafted: {begun}{state})" if begun else ""
    spoken = " ".join(part for part in (said, drafted) if part)
    return f"- Assistant: {spoken}" if spoken else ""


def _first_sentence(text: str) -> str:
    found = _SENTENCE.match(text)
    return found[0] if found else ""


def _shortened(text: str, tokens: int) -> str:
    piece = cut(text, tokens)
    return piece if len(piece) == len(text) else f"{piece} …"


def _spoken(message: PastMessage) -> dict[str, str]:
    return {"speaker": "Researcher" if message.role == "user" else "Assistant", "text": message_text(message)}
