"""Call the writing model once when the server starts (setting `WARM_UP`), so that the first message does not wait
longer than others.
"""

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
    """Make one small call to the writing model. The model's provider can then prepare for the form of our answers
    before the first user asks.
    """
    ports: Ports = app.extensions["coscribe"]
    request = ChatRequest((Turn("user", "Say that you are ready."),), ANSWER_SCHEMA, search=False)
    try:
        ports.writer.complete(request, silent)
    except ProviderError as error:
        log.warning("the warm-up call failed: %s", error.detail)
