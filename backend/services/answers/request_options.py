"""Check the options of a request: the user must own the works and the persona that they name, and the server must
allow the models and tools.
"""

from __future__ import annotations

import uuid

from backend.errors import Refused
from backend.kernel.events import Event
from backend.kernel.tool_calls import FileSearch, ToolUse
from backend.kernel.wanted import Wanted
from backend.ports import Ports
from backend.research.inquiry import Effort
from backend.research.queries import is_from_a_browser
from backend.services import documents, personas
from backend.storage import library_works
from backend.storage.db import reading

#: Maximum seconds that gathering with tools takes, by effort.
SECONDS: dict[Effort, float] = {"low": 30.0, "medium": 60.0, "high": 150.0}


def check(ports: Ports, user_id: str, wanted: Wanted) -> None:
    """Raise NotFound if an option in `wanted` names a work or a persona that the user does not have. Raise Refused if
    an option names a model that is not in ALLOWED_MODELS.
    """
    if wanted.library not in (None, "all"):
        with reading():
            library_works.require(user_id, wanted.library)
    if wanted.persona_id:
        personas.require(user_id, wanted.persona_id)
    named = {"models.chat": wanted.chat_model, "models.system": wanted.system_model}
    refused = {
        path: ["This server does not allow this model. Name another one, or leave the field out."]
        for path, name in named.items()
        if name is not None and name not in ports.allowed_models
    }
    if refused:
        raise Refused(errors=refused)


def system_model(ports: Ports, wanted: Wanted) -> str | None:
    """Return the name of the model for internal steps, such as queries and summaries; None for the provider's default
    model. The request's option `system_model` names it.

    Without this option, it is the request's chat model if one provider serves both kinds of calls. A separate provider
    (`SYSTEM_MODEL`) may not have the chat model, so the result is then None. `wanted` are the options of the request.
    """
    linked = ports.research.system is ports.research.chat
    return wanted.system_model if wanted.system_model is not None or not linked else wanted.chat_model


def for_research(
    ports: Ports, session_id: str | None, question: str, effort: Effort, files: FileSearch | None = None
) -> ToolUse:
    """Return what the tools of a research request may use: its `question`, as many seconds as the `effort` allows, its
    session, and the search of the library (`files`). With a session, the tools may read its document and use its folder
    for notes.
    """
    document = documents.current(ports, session_id).content if session_id is not None else None
    return ToolUse(question, SECONDS[effort], session_id, files, document)


def turned_off(prompt: str) -> Event | None:
    """Return an event which says that tools and search are off for this prompt; None if they are on.

    They are off for prompts of a browser's assistant, because such a prompt already contains the web page that it asks
    about.
    """
    if not is_from_a_browser(prompt):
        return None
    told = {"tool_call_id": f"call_{uuid.uuid4().hex[:12]}", "tool": "browser_assistant", "status": "success"}
    return Event("tool_call_started", told)
