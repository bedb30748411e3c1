"""On whose behalf tools are called: what a request lets them see, and when there are none."""

from __future__ import annotations

import uuid

from backend.kernel.events import Event
from backend.kernel.tool_calls import FileSearch, ToolUse
from backend.ports import Ports
from backend.research.inquiry import Effort
from backend.research.queries import is_from_a_browser
from backend.services import documents

#: Seconds that gathering with tools may take.
SECONDS: dict[Effort, float] = {"low": 30.0, "medium": 60.0, "high": 150.0}


def for_research(
    ports: Ports, session_id: str | None, question: str, effort: Effort, files: FileSearch | None = None
) -> ToolUse:
    """The session's document may be read, and its scratch folder used, where there is a session."""
    document = documents.current(ports, session_id).content if session_id is not None else None
    return ToolUse(question, SECONDS[effort], session_id, files, document)


def turned_off(prompt: str) -> Event | None:
    """Return what is told of a prompt that a browser's assistant sent: it brings the page along, so for
    this turn there are no
    tools, and nothing is searched for. None for every other prompt."""
    if not is_from_a_browser(prompt):
        return None
    told = {"tool_call_id": f"call_{uuid.uuid4().hex[:12]}", "tool": "browser_assistant", "status": "success"}
    return Event("tool_call_started", told)
