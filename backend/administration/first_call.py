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
    """Make one small call to the writing model, so that its provider has processed the JSON schema of our answers
    before the first user asks. A failed call is only logged.
    """
    ports: Ports = app.extensions["coscribe"]
    request = ChatRequest((Turn("user", "Say that you are ready."),), ANSWER_SCHEMA, search=False)
    try:
        ports.writer.complete(request, silent)
    except ProviderError as error:
        log.warning("the first call of the writing model (WARM_UP) failed, and the server goes on: %s", error.detail)
