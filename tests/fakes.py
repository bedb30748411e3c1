"""Provide doubles for the adapters of services. They give prepared answers and record the requests."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Sequence

import numpy as np

from backend.kernel.events import Emit
from backend.kernel.exchange import ChatReply, ChatRequest
from backend.kernel.search_requests import Failure, ResultList, SearchCall, SearchOutcome
from backend.kernel.works import Source
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


class CannedServices:
    """One search service that finds what `find` gives for a query, None for a failure; and every query it was asked."""

    names: tuple[str, ...] = ("canned",)

    def __init__(self, find: Callable[[str], Sequence[Source] | None]) -> None:
        self.find = find
        self.queries: list[str] = []

    def search_all(self, call: SearchCall) -> SearchOutcome:
        self.queries.append(call.query)
        found = self.find(call.query)
        if found is None:
            return SearchOutcome(failures=(Failure("canned", "did not answer"),))
        return SearchOutcome((ResultList("canned", tuple(found), 0),))
