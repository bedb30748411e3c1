"""Call the writing model once at the server's start, before any user does (`WARM_UP=1`)."""

from __future__ import annotations

import logging

from flask import Flask

from backend.drafting.reply_parser import ANSWER_SCHEMA
from backend.errors import ProviderError
from backend.kernel.events import silent
from backend.kernel.exchange import ChatRequest, Turn
from backend.ports import Ports

log = logging.getLogger(__name__)


def warm_up(app: Flask) -> None:
    """Make one small call, so that the provider compiles the answer's schema before the first message of a user."""
    ports: Ports = app.extensions["coscribe"]
    request = ChatRequest((Turn("user", "Say that you are ready."),), ANSWER_SCHEMA, search=False)
    try:
        ports.writer.complete(request, silent)
    except ProviderError as error:
        log.warning("the warm-up call failed: %s", error.detail)
