"""Check the options of a request: the user must own the works and the persona that they name, and the server must
allow the models.
"""

from __future__ import annotations

from backend.errors import Refused
from backend.kernel.wanted import Wanted
from backend.ports import Ports
from backend.services import personas
from backend.storage import library_works
from backend.storage.db import reading


def check(ports: Ports, user_id: str, wanted: Wanted) -> None:
    """Raise NotFound if an option names a work or persona that is not the user's, and Refused if it names a model that
    is not in ALLOWED_MODELS.
    """
    if wanted.library not in (None, "all"):
        with reading():
            library_works.require(user_id, wanted.library)
    if wanted.persona_id:
        personas.require(user_id, wanted.persona_id)
    named = {"models.chat": wanted.chat_model, "models.system": wanted.system_model}
    refused = {
        path: ["This server does not allow this model."]
        for path, name in named.items()
        if name is not None and name not in ports.allowed_models
    }
    if refused:
        raise Refused("Some fields were refused, so nothing was done.", errors=refused)


def system_model(ports: Ports, wanted: Wanted) -> str | None:
    """Return the name of the model for internal steps, such as queries and summaries; None for the provider's default
    model.

    It is the request's `system_model`. If the request names none, it is the request's chat model, provided that one
    provider serves both: a separate provider (`SYSTEM_MODEL`) may not have the chat model.
    """
    linked = ports.research.system is ports.research.chat
    return wanted.system_model if wanted.system_model is not None or not linked else wanted.chat_model
