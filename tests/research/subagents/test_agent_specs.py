"""Who helps: each with instructions that exist and tools that exist, and none who could start another."""

from __future__ import annotations

from pathlib import Path

import backend.kernel.prompts
from backend.research.subagents.agent_specs import AGENTS, HELPERS

#: The names by which backend/tools/ offers them.
TOOLS = frozenset(
    "web_search image_search video_search url_summarization pdf_loader youtube_transcript file_search read "
    "write".split()
)
PROMPTS = Path(backend.kernel.prompts.__file__).parent


def test_each_stands_under_its_own_name_with_instructions_and_something_to_say_of_itself():
    for name, spec in AGENTS.items():
        assert spec.name == name and spec.description.endswith(".")
        assert list(PROMPTS.glob(f"{spec.prompt}*.md")), spec.prompt


def test_each_may_call_only_tools_that_there_are_and_a_turn_is_left_to_answer():
    for spec in AGENTS.values():
        assert spec.tools <= TOOLS, spec.name
        assert spec.turns >= (2 if spec.tools else 1)


def test_everybody_in_the_table_has_work_and_no_helper_writes():
    assert set(AGENTS) == {*HELPERS, "chat"}
    assert not any(AGENTS[name].tools & {"write", "read"} for name in HELPERS)


def test_the_library_is_searched_by_a_helper_that_leaves_the_web_alone():
    assert AGENTS["file_analyzer"].tools == {"file_search"}
