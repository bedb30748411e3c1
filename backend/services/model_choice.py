"""Models that a request names: only those that the operator allows (`ALLOWED_MODELS`), and the two linked."""

from __future__ import annotations

from backend.errors import Refused
from backend.ports import Ports


def check_models(ports: Ports, chat: str | None, system: str | None) -> None:
    """Raises Refused, naming each model that is not among those."""
    refused = {
        path: ["Not among the models that this server allows."]
        for path, name in {"models.chat": chat, "models.system": system}.items()
        if name is not None and name not in ports.allowed_models
    }
    if refused:
        raise Refused("Some fields were refused.", errors=refused)


def system_model(ports: Ports, chat: str | None, system: str | None) -> str | None:
    """The model for internal steps: the one named for them, else the one named for the chat, where one provider does
    both. A provider of its own (`SYSTEM_MODEL`) need not know the other's models, and keeps to its own."""
    linked = ports.research.system is ports.research.chat
    return system if system is not None or not linked else chat
