"""Decide whether a question needs a plain search or several agents, and which agents. The functions are pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from backend.kernel import prompts
from backend.kernel.exchange import ChatRequest, Turn
from backend.kernel.tool_calls import ToolCall
from backend.research import model_json, queries
from backend.research.model_json import Unreadable
from backend.research.subagents.actions import AGENTS, HELPERS
from backend.sources.identifiers import canonical_title, canonical_url, urls

#: Minimum and maximum number of agents for a question. One agent would divide nothing, and each agent costs several
#: model calls.
FEWEST, MOST = 2, 3
#: Maximum characters of a task; maximum number of turns of the conversation that an agent sees, and characters of each.
TASK, RECENT_TURNS, TURN_CHARACTERS = 600, 5, 2_000
#: Minimum number of words of a question that may have several aspects.
WORDS = 5
#: Maximum number of addresses in a question that are read before it is answered.
MOST_ADDRESSES = 3

_SMALL_TALK = re.compile(
    r"\W*(?:hi|hello|hey|good (?:morning|evening|day)|thanks?|thank you|ok(?:ay)?|great|bye|yes|no|how are you|"
    r"who are you|what can you do)\b[^?]{0,40}\W*",
    re.IGNORECASE,
)
_VIDEO = re.compile(r"https?://(?:[\w-]+\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)/", re.IGNORECASE)
_PDF = re.compile(r"\.pdf(?:$|[?#])|arxiv\.org/pdf/", re.IGNORECASE)
_WANTS_TOOLS = re.compile(
    r"\b(?:videos?|talks? on youtube|lectures?|pictures?|images?|photos?|photographs?|diagrams?|my (?:notes?|scratch)|"
    r"transcripts?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Subtask:
    """A part of the question (`task`), and the name of the agent that works on it (`helper`)."""

    helper: str
    task: str


def is_small_talk(question: str) -> bool:
    """Return True if the question is a greeting, thanks, or only a few words. Such a question needs no agents."""
    return _SMALL_TALK.fullmatch(question.strip()) is not None or len(question.split()) < WORDS


def wants_tools(question: str) -> bool:
    """Return True if the question needs tools, because it names an address, a video, pictures or notes."""
    return bool(urls(question)) or _WANTS_TOOLS.search(question) is not None


def direct_calls(question: str) -> tuple[ToolCall, ...]:
    """Return the tool calls that read the addresses in the question."""
    named = {canonical_url(each): each for each in urls(question)}
    return tuple(_reading(each) for key, each in named.items() if key)[:MOST_ADDRESSES]


def request(turns: Sequence[Turn], available: Collection[str], model: str | None) -> ChatRequest:
    """Build the request to split a question among the `available` kinds of agents. It is sent to the system model."""
    words = prompts.render(
        "supervise",
        earlier=recent(turns)[:-1],
        question=queries.question_of(turns)[:TURN_CHARACTERS],
        helpers=[AGENTS[name] for name in HELPERS if name in available],
        fewest=FEWEST,
        most=MOST,
    )
    return ChatRequest((Turn("user", words),), model=model, temperature=0.0, max_tokens=1_000, search=False)


def read(text: str, available: Collection[str]) -> tuple[Subtask, ...]:
    """Parse the parts of the question in a model's answer, at most MOST, each with the agent that works on it
    (`helper`). Agents that are not `available` are left out. Returns () if a plain search is enough, or if fewer than
    FEWEST parts can be used.
    """
    try:
        found = model_json.first(text, ("split", "subtasks"))
    except Unreadable:
        return ()
    given = found.get("subtasks")
    if found.get("split") in (False, "false", "no") or not isinstance(given, list):
        return ()
    tasks: dict[str, Subtask] = {}
    for each in given:
        made = _subtask(each, available)
        if made is not None:
            tasks.setdefault(canonical_title(made.task), made)
    return tuple(tasks.values())[:MOST] if len(tasks) >= FEWEST else ()


def recent(turns: Sequence[Turn]) -> list[dict[str, str]]:
    """Return the last turns in the form in which the prompt's template needs them. An agent sees no other turns of the
    conversation.
    """
    talk = [turn for turn in turns if turn.role != "system"][-RECENT_TURNS:]
    return [{"speaker": turn.role.title(), "text": turn.content.strip()[:TURN_CHARACTERS]} for turn in talk]


def _subtask(given: Any, available: Collection[str]) -> Subtask | None:
    if not isinstance(given, dict):
        return None
    helper, task = (
        given.get("helper") or given.get("agent") or given.get("name"),
        model_json.words(given.get("task"), TASK),
    )
    return Subtask(helper, task) if helper in HELPERS and helper in available and task else None


def _reading(url: str) -> ToolCall:
    if _VIDEO.match(url):
        return ToolCall("youtube_transcript", {"video": url})
    return ToolCall("pdf_loader" if _PDF.search(url) else "url_summarization", {"url": url})
