"""Decide whether a research request may use tools, and what these may read."""

from __future__ import annotations

import uuid

from backend.kernel.events import Event
from backend.kernel.tool_calls import FileSearch, ToolUse
from backend.ports import Ports
from backend.research.inquiry import Effort
from backend.research.queries import is_from_a_browser
from backend.services import documents

#: Maximum seconds that gathering with tools takes, by effort.
SECONDS: dict[Effort, float] = {"low": 30.0, "medium": 60.0, "high": 150.0}


def for_research(
    ports: Ports, session_id: str | None, question: str, effort: Effort, files: FileSearch | None = None
) -> ToolUse:
    """Return what the tools of a research request, which asks `question`, may use. With a session, they may read its
    document and use its folder for notes.
    """
    document = documents.current(ports, session_id).content if session_id is not None else None
    return ToolUse(question, SECONDS[effort], session_id, files, document)


def turned_off(prompt: str) -> Event | None:
    """Return an event which says that tools and search are off for this prompt; None if they are not off.

    They are off if the prompt comes from a browser's assistant: it already contains the web page that it asks about.
    """
    if not is_from_a_browser(prompt):
        return None
    told = {"tool_call_id": f"call_{uuid.uuid4().hex[:12]}", "tool": "browser_assistant", "status": "success"}
    return Event("tool_call_started", told)
