"""The table of subagents, one row each; nothing about them stands anywhere else.

What a helper may call is enforced when it calls (tool_loop.py), not only in what it is offered. None can start another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from backend.research.inquiry import Role


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """`description` is what the supervisor reads, `prompt` the template of its own instructions, `role` whose model it
    asks, `turns` how many answers that model may give for one task."""

    name: str
    description: str
    prompt: str
    tools: frozenset[str]
    role: Role
    turns: int


_WEB = frozenset({"web_search", "url_summarization", "image_search", "youtube_transcript", "pdf_loader"})

#: The turns that each may take are budgets, chosen, not tuned.
AGENTS: Mapping[str, AgentSpec] = {
    each.name: each
    for each in (
        AgentSpec(
            "deep_research",
            "Searches the web and scholarly services, and reads pages, papers and talks.",
            "agent_research",
            _WEB,
            role="chat",
            turns=6,
        ),
        AgentSpec(
            "file_analyzer",
            "Searches the researcher's own library of papers.",
            "agent_files",
            frozenset({"file_search"}),
            role="system",
            turns=4,
        ),
        AgentSpec(
            "chat",
            "Answers a plain question that wants tools.",
            "agent_chat",
            _WEB | {"video_search", "file_search", "read", "write"},
            role="chat",
            turns=6,
        ),
    )
}
#: Those that a question may be split between.
HELPERS = ("deep_research", "file_analyzer")
