"""Documents and requests for the writer without a model."""

from __future__ import annotations

import json
from typing import Any

from backend.kernel.events import silent
from backend.kernel.exchange import ChatReply, ChatRequest, Evidence, Excerpt, Turn
from backend.keyless.writer import ExtractiveWriter
from backend.providers.wordllama import WordLlamaEmbedder

REEFS = Excerpt(
    "Coral reefs support a quarter of all marine species. They cover less than 0.1 % of the ocean floor.",
    "highlight",
    "Smith et al. 2020, https://doi.org/10.1000/reef",
)


BLEACHING = Excerpt(
    r"Bleaching follows when water stays above $T_{\max} = 29.5$ for weeks", "highlight", "Jones 2019", "on heat"
)


SURVEY = Excerpt(
    "We surveyed forty sites in 2019. Coral cover was measured along transects. Mean cover fell from 34 % to 21 %.",
    "passage",
    "Methods > Survey",
)


QUOTED_BLEACHING = f"“{BLEACHING.text}” (Jones 2019)."


PENDING = "Reefs are rich. They cover little of the ocean floor. Bleaching is frequent."


def ask(evidence: Evidence, vectors: WordLlamaEmbedder | None = None) -> tuple[dict[str, Any], ChatReply]:
    reply = ExtractiveWriter(vectors).complete(ChatRequest((Turn("user", "unread"),), evidence=evidence), silent)
    return json.loads(reply.text), reply


def write(instruction: str, *excerpts: Excerpt, **more: Any) -> dict[str, Any]:
    return ask(Evidence(more.pop("mode", "write"), instruction, excerpts, **more))[0]
