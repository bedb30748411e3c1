"""Doubles for what a service asks of the outside world: they answer from a script and remember what they were asked."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Sequence

import numpy as np

from backend.events import Emit
from backend.exchange import ChatReply, ChatRequest
from backend.ports import Listener


class ScriptedModel:
    """Gives its answers in turn; an exception among them is raised. Out of answers it fails the test."""

    name, model, searches = "scripted", "scripted-1", False

    def __init__(self, *answers: str | Exception) -> None:
        self.answers = deque(answers)
        self.requests: list[ChatRequest] = []

    def complete(self, request: ChatRequest, emit: Emit, listen: Listener | None = None) -> ChatReply:
        self.requests.append(request)
        answer = self.answers.popleft()
        if isinstance(answer, Exception):
            raise answer
        return ChatReply(answer, self.name, self.model)


class HashEmbedder:
    """Unit vectors out of a text's hash, and a record of every text that was embedded."""

    key = "hash"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.texts += texts
        rows = [np.frombuffer(hashlib.sha256(text.encode()).digest(), np.uint8).astype(np.float32) for text in texts]
        matrix = np.stack(rows) - 127.5
        return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
