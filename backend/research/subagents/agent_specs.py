"""Define all kinds of agents in one table.

Whether an agent may call a tool is checked at each call (tool_loop.py), whatever tools the model was offered. No agent
can start another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from backend.research.inquiry import Role


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """A kind of agent. `description` tells the supervising model what it is for, `prompt` is the template of its
    instructions, `role` says which model it uses, and `turns` how many answers this model may give.
    """

    name: str
    description: str
    prompt: str
    tools: frozenset[str]
    role: Role
    turns: int


_WEB = frozenset({"web_search", "url_summarization", "image_search", "youtube_transcript", "pdf_loader"})

#: All kinds of agents, by name. The numbers of turns are budgets; they were chosen, not tuned.
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
            "Answers a plain question that needs tools.",
            "agent_chat",
            _WEB | {"video_search", "file_search", "read", "write"},
            role="chat",
            turns=6,
        ),
    )
}
#: The kinds of agents among which a question may be split.
HELPERS = ("deep_research", "file_analyzer")
